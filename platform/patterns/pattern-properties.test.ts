// Property tests: patterns mean the same as in JavaScript, and none takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import fc from 'fast-check'
import { PatternError, scriptPattern, xpathPattern } from './pattern.ts'
import { inAnyCase, single } from './sets.ts'

const character = fc.constantFrom('a', 'b', 'B', 'é', 'É', 'ſ', '😀', ' ', '1', '-', '\\.', '\\n', '\\\\', '\\]')
const member = fc.constantFrom(
  'a',
  'B',
  'é',
  '😀',
  ' ',
  '\\n',
  '\\]',
  '\\-',
  'a-c',
  'A-Z',
  '\\d',
  '\\S',
  '0-9',
  'α-ω',
  '😀-😂',
)
const klass = fc
  .tuple(fc.constantFrom('', '^'), fc.array(member, { minLength: 1, maxLength: 4 }))
  .map(([not, members]) => `[${not}${members.join('')}]`)
const atom = fc.oneof(character, klass, fc.constantFrom('.', '\\d', '\\D'))
const quantifier = fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,3}', '{2,}', '*?', '+?', '??', '{1,2}?')
/** JavaScript backtracks: an unbounded repetition of a repetition could keep it busy for hours. */
const boundedFor = (inner: string, times: string): string => (/[*+?{]/.test(inner) && /[*+,]/.test(times) ? '?' : times)
const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((choices) => choices.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(atom, quantifier).map(([one, times]) => one + times),
    fc.constantFrom('^', '$'),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), fc.oneof(fc.constant(''), quantifier))
      .map(([open, inner, times]) => `${open}${inner})${boundedFor(inner, times)}`),
  ),
}))
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'B', 'é', 'É', 's', 'S', '😀', '😁', '\n', ' ', '1', '-', '.', 'Ω'),
  maxLength: 10,
})

test('a pattern of any form matches the same strings as in JavaScript', () => {
  const flags = fc.subarray(['i', 's', 'm']).map((some) => some.join(''))
  fc.assert(
    fc.property(pattern, flags, fc.array(text, { minLength: 4, maxLength: 8 }), (source, some, texts) => {
      const theirs = new RegExp(source, `${some}u`)
      const [xpath, script] = [xpathPattern(source, some), scriptPattern(source, some)]
      for (const one of texts) {
        assert.equal(xpath.test(one), theirs.test(one), `${JSON.stringify(one)} in ${source} as XPath`)
        assert.equal(script.test(one), theirs.test(one), `${JSON.stringify(one)} in ${source} as a script`)
        assert.equal(script.exec(one) !== undefined, theirs.test(one))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('any text is a valid, invalid or refused pattern; no other error is thrown', () => {
  const piece = fc.constantFrom(
    ...'()[]{}*+?^$|\\.-:=!<>,abPpdwikcuxIs0129é😀',
    '[^',
    '-[',
    '(?',
    '{1,',
    '\\p{L}',
    '\\u',
  )
  fc.assert(
    fc.property(
      fc.string({ unit: piece, maxLength: 24 }),
      fc.constantFrom('', 'i', 'x', 'ms'),
      text,
      (source, flags, one) => {
        for (const read of [xpathPattern, scriptPattern])
          try {
            assert.equal(typeof read(source, flags).test(one), 'boolean')
          } catch (error) {
            if (!(error instanceof PatternError)) throw new Error(`${source}: ${error}`)
          }
      },
    ),
    { numRuns: 5_000 },
  )
})

test('characters have the same case variants as in JavaScript with the flags i and u', () => {
  const all = Array.from({ length: 0x20000 }, (_, code) => code).filter((code) => {
    const letter = String.fromCodePoint(code)
    return letter.toLowerCase() !== letter || letter.toUpperCase() !== letter
  })
  const letters = all.map((code) => String.fromCodePoint(code)).join('')
  for (const code of all) {
    const ours: number[] = []
    const set = inAnyCase(single(code))
    for (let at = 0; at < set.length; at += 2) for (let one = set[at]!; one <= set[at + 1]!; one++) ours.push(one)
    const theirs = letters.match(new RegExp(`\\u{${code.toString(16)}}`, 'giu')) ?? []
    assert.deepEqual(
      ours.map((one) => String.fromCodePoint(one)),
      [...theirs],
      code.toString(16),
    )
  }
})

const HOSTILE = [
  '^(a+)+$',
  '^(a|a)*$',
  '(a|aa)+$',
  '^(a*)*b',
  '(.*)*x[yz]',
  '.*.*.*.*[xy]',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a?){500}[bc]',
  '(?:a{0,30}){30}[bc]',
  '([ab]|[^c]|\\w|.)*[xy]{3}',
  '^(?:(?:(?:a+)+)+)+$',
  '(a|b)*a[ab]{200}[xy]',
  `(?:${Array.from({ length: 400 }, (_, i) => 'a'.repeat(i % 20)).join('|')})*[xy]`,
  '\\b(\\w+\\s?)+[.;]$',
]
test('the time of hostile patterns grows linearly with the text', async () => {
  for (const source of HOSTILE)
    for (const read of [xpathPattern, scriptPattern]) {
      const found = read(source)
      for (const hostile of [`${'a'.repeat(5_000)}!`, `${'ab'.repeat(2_500)}!`]) {
        const cost = await cpuMs(() => {
          found.test(hostile)
        })
        assert.ok(cost < 5_000, `${source} took ${cost} ms`)
      }
    }
})

test('nested repetitions of any form end quickly', async () => {
  const loop = fc.constantFrom('*', '+', '{0,9}', '{2,}', '*?', '?')
  const bomb = fc
    .tuple(
      fc.constantFrom('a', 'a|a', 'a|aa', '[ab]', '.', 'a?', '(?:|a)'),
      fc.array(loop, { minLength: 1, maxLength: 4 }),
    )
    .map(([inner, loops]) => `${loops.reduce<string>((held, one) => `(?:${held})${one}`, inner)}[xy]$`)
  await fc.assert(
    fc.asyncProperty(bomb, async (source) => {
      const cost = await cpuMs(() => {
        try {
          xpathPattern(source).test('a'.repeat(2_000))
        } catch (error) {
          assert.ok(error instanceof PatternError)
        }
      })
      assert.ok(cost < 5_000, `${source} took ${cost} ms`)
    }),
    { numRuns: 60 },
  )
})

test('the memory that patterns use for texts is limited', () => {
  const noise = Array.from({ length: 200_000 }, (_, at) => 'ab'[(at * at * 7919 + (at >> 3)) % 2]).join('')
  const before = process.memoryUsage().heapUsed
  const held = Array.from({ length: 20 }, (_, n) => {
    const found = xpathPattern(`a[ab]{${n + 40}}[xy]`)
    found.test(noise)
    return found
  })
  const grown = (process.memoryUsage().heapUsed - before) / 1_048_576
  assert.ok(grown < 160, `${held.length} patterns hold ${Math.round(grown)} MB`)
})
