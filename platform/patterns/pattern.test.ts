import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PatternError, scriptPattern, xpathPattern } from './pattern.ts'

const kindOf = (read: () => unknown): string => {
  try {
    read()
    return 'taken'
  } catch (error) {
    assert.ok(error instanceof PatternError, String(error))
    assert.match(error.message, /^[A-Z\\{].*[.]$/s)
    return error.kind
  }
}

/** Pattern, flags, matching texts, other texts. */
const XPATH: [string, string, string[], string[]][] = [
  ['b', '', ['abc'], ['ac', 'B', '']],
  ['^b', '', ['bc'], ['abc', 'a\nb']],
  ['b$', '', ['ab'], ['ab\n', 'b\nc']],
  ['^b$', 'm', ['a\nb\nc'], ['ab']],
  ['^$', '', [''], ['\n']],
  ['a.b', '', ['axb', 'a\u2028b', 'a😀b'], ['a\nb', 'a\rb']],
  ['a.b', 's', ['a\nb', 'a\rb'], ['ab']],
  ['^.$', '', ['😀', '\ud800'], ['ab']],
  ['A', 'i', ['a', 'A'], ['b']],
  ['straße', 'i', ['STRAẞE'], ['STRASSE']],
  ['^[a-z]+$', 'i', ['ABC', '\u212a'], ['1']],
  ['^[^q]$', 'i', ['a'], ['q', 'Q']],
  ['^\\p{Lu}$', 'i', ['A'], ['a']],
  ['σ', 'i', ['Σ', 'ς'], ['s']],
  ['𐐨', 'i', ['𐐀'], ['a']],
  ['a b', 'x', ['ab'], ['a b']],
  ['a {1, 2} b', 'x', ['aab'], []],
  ['[a b]c', 'x', [' c'], ['c']],
  ['^[\\S-[a b]]$', 'x', ['c'], ['a', 'b', ' ']],
  ['a\\ b', 'x', ['a b'], ['ab']],
  ['a.b', 'q', ['a.b'], ['axb']],
  ['(A)', 'qi', ['(a)'], ['a']],
  ['\\', 'q', ['\\'], ['/']],
  ['^[a-z-[aeiou]]$', '', ['b', 'z'], ['a', 'B', '-']],
  ['^[^a-z-[0-9]]$', '', ['A', '-'], ['a', '5']],
  ['^[\\w-[\\d_]]$', '', ['a', 'é'], ['1', '_', '-']],
  ['^[a-z-[b-y-[m]]]$', '', ['a', 'm', 'z'], ['b', 'n']],
  ['^[\\i-[:]][\\c-[:]]*$', '', ['a-b.1', '_x', 'é'], ['1a', 'a:b', '-a']],
  ['^\\i\\c*$', '', ['xs:name'], ['1', 'a b']],
  ['^\\I\\C$', '', ['1 '], ['aa']],
  ['^\\d$', '', ['1', '٣'], ['a', '²']],
  ['^\\w$', '', ['a', 'é', '日', '_', '+', '1'], ['-', '.', ' ', '\u0007']],
  ['^\\W$', '', ['-', ' '], ['a', '_']],
  ['^[\\W\\d]$', '', ['-', '7'], ['a', '_']],
  ['^[^\\W]$', '', ['a'], ['-']],
  ['^\\s$', '', [' ', '\t', '\n', '\r'], ['\u00a0', '\f']],
  ['^[\\S]$', '', ['\u00a0'], [' ']],
  ['^\\p{IsBasicLatin}$', '', ['a'], ['é']],
  ['^\\P{IsBasicLatin}$', '', ['é'], ['a']],
  ['^\\p{IsGreek}\\p{IsGreekandCoptic}\\p{IsLatin-1Supplement}$', '', ['αβé'], ['aβé']],
  ['^\\p{IsPrivateUse}$', '', ['\ue000', '\u{f0000}', '\u{100000}'], ['a']],
  ['^\\p{L}\\p{Nd}\\P{L}[\\p{Lu}\\P{N}]$', '', ['a1-B'], ['1a-B', 'a1b1']],
  ['^\\p{Script=Greek}\\p{Letter}\\p{Emoji}$', '', ['αa😀'], ['aaa']],
  ['^(?:a|b)+?c$', '', ['abac'], ['c']],
  ['^(a)(b)$', '', ['ab'], ['a']],
  ['^a{2}b{1,}c{0,1}$', '', ['aab', 'aabbc'], ['ab', 'aabcc']],
  ['^[a-z]{1,1500}$', '', ['a'.repeat(1500)], ['a'.repeat(1501), '']],
  ['^(?:ab{1,20}){60,70}$', '', ['ab'.repeat(60), 'abb'.repeat(70)], ['ab'.repeat(59), 'ab'.repeat(71)]],
  ['^(?:a{500}){3,}$', '', ['a'.repeat(1500), 'a'.repeat(2000)], ['a'.repeat(1000)]],
  ['^a{0}b$', '', ['b'], ['ab']],
  ['^[+-]?[\\d-.]+[a-]$', '', ['+1.5-', '-2a'], ['1']],
  ['^[+-\\d]$', '', ['-', '+', '3'], [',']],
  ['^\\-\\/\\"\\#\\@\\ $', '', ['-/"#@ '], []],
  ['^{x}[[]]$', '', ['{x}[]'], []],
  ['\\bcat\\b', '', ['the cat sat'], ['concat']],
  ['^\\u00e9\\u{1F600}\\x41\\uD83D\\uDE00$', '', ['é😀A😀'], []],
  ['', '', ['', 'a'], []],
  ['a|', '', ['', 'b'], []],
  ['^(?:|a)$', '', ['', 'a'], ['b']],
  ['^(?<year>\\d{4})$', '', ['2026'], ['26']],
]
for (const [source, flags, matched, others] of XPATH)
  test(`the pattern ${source.slice(0, 60)} with the flags “${flags}” matches as XPath defines`, () => {
    const pattern = xpathPattern(source, flags)
    for (const text of matched) assert.ok(pattern.test(text), `${JSON.stringify(text)} should match`)
    for (const text of others) assert.ok(!pattern.test(text), `${JSON.stringify(text)} should not match`)
    for (const text of [...matched, ...others]) assert.equal(pattern.exec(text) !== undefined, pattern.test(text), text)
  })

test('an invalid regular expression is reported as invalid', () => {
  const wrong = ['(', ')', '[a', 'a)', '*a', '+', '?', '{2}', 'a**', 'a{2}{3}', 'a{3,2}', 'a++', '[z-a]', '[]', '\\']
  const meaningless = [
    '\\A',
    '\\z',
    '\\e',
    '\\p',
    '\\p{',
    '\\p{Klingon}',
    '\\p{IsKlingon}',
    '\\p{a)b}',
    '\\p{constructor}',
  ]
  const others = [
    '(?i)a',
    '(?P<a>b)',
    '(?<a',
    '(?<a>b)(?<a>c)',
    '\\u12',
    '\\u{110000}',
    '\\xg',
    '^*',
    '[a-[b]c]',
    '[\\1]',
  ]
  for (const source of [...wrong, ...meaningless, ...others])
    assert.equal(
      kindOf(() => xpathPattern(source)),
      'invalid',
      source,
    )
  assert.equal(
    kindOf(() => xpathPattern('a', 'g')),
    'invalid',
  )
  assert.equal(
    kindOf(() => scriptPattern('a', 'x')),
    'invalid',
  )
  for (const source of ['\\i', '\\c', '\\A', '('])
    assert.equal(
      kindOf(() => scriptPattern(source)),
      'invalid',
      source,
    )
})

test('a pattern that a linear matcher cannot handle, or that is too large, is refused', () => {
  const around = ['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '^(.+)\\1+$']
  const large = ['a{100000}', '(a{1000}){1000}', '((a{100}){100}){100}', 'a{1,99999999999999999999}', '(?:){1000000}']
  const long = ['a'.repeat(10_001), '('.repeat(500) + ')'.repeat(500), `${'[a-'.repeat(80)}${']'.repeat(80)}`]
  const wide = ['(?:\\w\\p{L}\\p{N}){1500}', '[\\p{L}-[x]]'.repeat(400)]
  for (const source of [...around, ...large, ...long, ...wide])
    assert.equal(
      kindOf(() => xpathPattern(source)),
      'refused',
      source.slice(0, 40),
    )
  for (const source of around)
    assert.equal(
      kindOf(() => scriptPattern(source)),
      'refused',
      source,
    )
  assert.equal(
    kindOf(() => scriptPattern('a{100}', '', { characters: 100, steps: 50, memoryBytes: 10_000 })),
    'refused',
  )
})

test('JavaScript patterns have their own classes, flags and named groups', () => {
  assert.deepEqual(
    { ...scriptPattern('^(?<name>\\w+)(?: in (?<target>.+))?\\??$', 'i').exec('VBAK?')?.groups },
    { name: 'VBAK', target: undefined },
  )
  for (const [source, flags, text, fits] of [
    ['^\\w$', '', 'é', false],
    ['^\\d$', '', '٣', false],
    ['^\\s$', '', '\u00a0', true],
    ['^.$', '', '\u2028', false],
    ['^.$', 's', '\n', true],
    ['^[A-[b]$', '', '[', true],
    ['^[^]$', '', '\n', true],
    ['[]', '', 'a', false],
    ['^\\cJ$', '', '\n', true],
    ['^\\p{L}$', '', 'é', true],
  ] as const)
    assert.equal(scriptPattern(source, flags).test(text), fits, source)
  assert.equal(scriptPattern('a').exec('b'), undefined)
})
