// Parses a robots.txt by RFC 9309, tolerates what Google's public parser tolerates, and decides about addresses.
import { linesOf } from './lines.ts'
import { matches } from './matches.ts'
import { plainForm, strictPath, strictPattern, withoutNeedlessEscapes } from './octets.ts'
import type { Group, Robots, Rule } from './types.ts'

interface OpenGroup {
  agents: Set<string>
  rules: Rule[]
  crawlDelay: number | null
}

export function parseRobots(bytes: Uint8Array): Robots {
  const groups: OpenGroup[] = []
  const sitemaps = new Set<string>()
  let naming = false
  for (const { number, key, value } of linesOf(bytes)) {
    const group = groups.at(-1)
    if (key === 'sitemap') addSitemap(sitemaps, value)
    else if (key === 'user-agent') {
      // Only a rule ends the agents of a group, not a sitemap or an unknown line (RFC 9309 §2.2.4).
      if (naming && group) group.agents.add(tokenOf(value))
      else groups.push({ agents: new Set([tokenOf(value)]), rules: [], crawlDelay: null })
      naming = true
    } else if (group && key === 'crawl-delay') group.crawlDelay = delayOf(value) ?? group.crawlDelay
    else if (group) {
      group.rules.push(ruleOf(key === 'allow', value, number))
      naming = false
    }
  }
  return { groups, sitemaps: [...sitemaps] }
}

export interface Decision {
  allowed: boolean
  /** Empty if no rule matches the address. */
  rule: string
  line: number
  crawlDelay: number | null
}

/** `agent` is the product token, alone or at the start of a User-Agent such as `ExampleBot/1.0 (+https://…)`. */
export function decide(robots: Robots, agent: string, url: URL): Decision {
  const groups = groupsFor(robots, agent)
  const crawlDelay = longestDelay(groups)
  const rule = ruleFor(groups, pathOf(url))
  // RFC 9309 §2.2.2: the file itself may always be read.
  if (!rule || url.pathname === '/robots.txt') return { allowed: true, rule: '', line: 0, crawlDelay }
  return { allowed: rule.allow, rule: rule.text, line: rule.line, crawlDelay }
}

/** `*`, even with text after a space, or the characters that a product token may have (RFC 9309 §2.2.1). */
const tokenOf = (value: string): string =>
  /^\*(?:$|\s)/.test(value) ? '*' : /^[A-Za-z_-]*/.exec(value)![0].toLowerCase()

const LONGEST_TEXT = 200

function ruleOf(allow: boolean, value: string, line: number): Rule {
  const plain = plainForm(value)
  return {
    allow,
    plain,
    strict: strictPattern(plain),
    octets: withoutNeedlessEscapes(plain).length,
    text: `${allow ? 'Allow' : 'Disallow'}: ${plain.slice(0, LONGEST_TEXT)}`,
    line,
  }
}

const MANY_SITEMAPS = 100

function addSitemap(sitemaps: Set<string>, value: string): void {
  const url = Buffer.from(value, 'latin1').toString('utf8')
  if (/^https?:\/\//i.test(url) && URL.canParse(url) && sitemaps.size < MANY_SITEMAPS) sitemaps.add(url)
}

const delayOf = (value: string): number | undefined =>
  /^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined

/** All groups that name the agent are merged. Without any, the groups for everyone apply (RFC 9309 §2.2.1). */
function groupsFor({ groups }: Robots, agent: string): Group[] {
  const token = agent.split('/')[0]!.toLowerCase()
  const own = token === '' ? [] : groups.filter(({ agents }) => agents.has(token))
  return own.length > 0 ? own : groups.filter(({ agents }) => agents.has('*'))
}

/** The matching rule with the most octets; among equals an allow rule (RFC 9309 §2.2.2). */
function ruleFor(groups: readonly Group[], path: string): Rule | undefined {
  const plain = plainForm(path)
  const strict = strictPath(plain)
  let best: Rule | undefined
  for (const { rules } of groups)
    for (const rule of rules) {
      if (rule.octets === 0 || (best && !outranks(rule, best))) continue
      if (matches(rule.plain, plain) || matches(rule.strict, strict)) best = rule
      else if (rule.allow) best = asDirectory(rule, plain, best) ?? best
    }
  return best
}

const outranks = (rule: Rule, best: Rule): boolean =>
  rule.octets > best.octets || (rule.octets === best.octets && rule.allow && !best.allow)

/** As in Google's parser: allowing `/folder/index.html` allows `/folder/`. */
function asDirectory(rule: Rule, path: string, best: Rule | undefined): Rule | undefined {
  const slash = rule.plain.lastIndexOf('/')
  if (slash < 0 || !rule.plain.startsWith('/index.htm', slash)) return undefined
  const folder = { ...rule, octets: slash + 2 }
  if (best && !outranks(folder, best)) return undefined
  return matches(`${rule.plain.slice(0, slash + 1)}$`, path) ? folder : undefined
}

const longestDelay = (groups: readonly Group[]): number | null =>
  groups.reduce<number | null>(
    (longest, { crawlDelay }) => (crawlDelay === null ? longest : Math.max(longest ?? 0, crawlDelay)),
    null,
  )

/** Taken from the text of the address, because `URL` does not distinguish `/?` from `/`. */
function pathOf({ href, hash }: URL): string {
  const end = hash === '' && !href.endsWith('#') ? href.length : href.indexOf('#')
  return href.slice(href.indexOf('/', href.indexOf('//') + 2), end)
}
