// Compares decisions with those of a brute-force matcher, and parses real files if they are available.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { matches } from './matches.ts'
import { decide, parseRobots } from './robots.ts'
import { robotsOf, slowlyMatches } from './testing.ts'

const piece = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$', '.'), maxLength: 10 })
const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '$'), maxLength: 12 }).map((text) => `/${text}`)

test('the fast matcher and the brute-force one agree on every pattern and path', () => {
  fc.assert(
    fc.property(piece, path, (pattern, at) => assert.equal(matches(pattern, at), slowlyMatches(pattern, at))),
    { numRuns: 3_000 },
  )
})

const rule = fc.record({ allow: fc.boolean(), pattern: piece.filter((text) => text.trim() !== '') })
const group = fc.record({
  agents: fc.array(fc.constantFrom('*', 'ant', 'bee'), { minLength: 1, maxLength: 2 }),
  rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
})

test('the longest matching rule of all groups for the agent decides, and allow wins among equals', () => {
  fc.assert(
    fc.property(fc.array(group, { maxLength: 4 }), fc.constantFrom('ant', 'bee', 'cat'), path, (groups, agent, at) => {
      const file = groups.map(({ agents, rules }) => [
        ...agents.map((name) => `User-agent: ${name}`),
        ...rules.map(({ allow, pattern }) => `${allow ? 'Allow' : 'Disallow'}: ${pattern}`),
      ])
      const named = groups.filter(({ agents }) => agents.includes(agent as 'ant'))
      const own = (named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))).flatMap(
        ({ rules }) => rules,
      )
      const url = new URL(`https://site.example${at}`)
      const matching = own.filter(({ pattern }) => slowlyMatches(pattern, url.pathname))
      const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length))
      const deciding = matching.filter(({ pattern }) => pattern.length === longest)
      const expected = deciding.length === 0 || deciding.some(({ allow }) => allow)
      assert.equal(decide(robotsOf(file.flat().join('\n')), agent, url).allowed, expected)
    }),
    { numRuns: 2_000 },
  )
})

test('the parser never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const { groups, sitemaps } = parseRobots(bytes)
      assert.ok(groups.length <= 300 && sitemaps.length <= 300)
    }),
  )
})

const REAL = new URL('../../../../shared/data/crawl-fixtures/robots/', import.meta.url)
const skip = existsSync(REAL) ? false : 'the collected robots files are missing'
test('real files are parsed, with the same result every time', { skip }, () => {
  for (const name of readdirSync(REAL)) {
    const bytes = readFileSync(new URL(name, REAL))
    const robots = parseRobots(bytes)
    assert.deepEqual(parseRobots(bytes), robots, name)
    const rules = robots.groups.flatMap((found) => found.rules)
    assert.ok(rules.length > 0 || robots.sitemaps.length > 0, name)
    const text = bytes.toString('latin1').split(/\r\n|\r|\n/)
    for (const { line, allow } of rules)
      assert.match(text[line - 1]!, allow ? /^\s*allow/i : /^\s*dis/i, `${name}:${line}`)
    for (const found of robots.groups)
      for (const { plain, allow, octets } of found.rules) {
        if (octets === 0 || plain.includes('*') || allow) continue
        const [agent] = found.agents
        const answer = decide(robots, agent!, new URL(plain.replace(/\$$/, ''), 'https://site.example'))
        assert.ok(!answer.allowed || answer.rule.startsWith('Allow'), `${name}: ${plain}`)
      }
  }
})
