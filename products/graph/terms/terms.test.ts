// Terms by tables of cases, and compared with the engine, which must be able to load every term that we accept.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { bareId, readStatementId, statementId } from '@veritrace/platform/rdf/statement-id'
import fc from 'fast-check'
import oxigraph from 'oxigraph'
import { isIri } from './iri.ts'
import { isLanguageTag } from './language.ts'
import { fitsDatatype } from './lexical.ts'
import { readLine, TermError, writeQuad } from './nquads.ts'
import { isBlankLabel, type LiteralTerm, type Quad, XSD } from './term.ts'
import { anyCharacter } from './testing.ts'

const IRIS: [string, boolean][] = [
  ...['http://example.com/', 'http://a', 'urn:x', 'a:', 'a:b', 'http://e.test/é', 'http://e.test/%20'].map(yes),
  ...['http://[::1]/', 'http://[1:2:3:4:5:6:7:8]/x', 'http://[::ffff:1.2.3.4]/', 'http://[v1.a]/', 'http:///a'].map(
    yes,
  ),
  ...['http://u:p@h:80/', 'http://h:/', 'file:///a/b', 'mailto:a@b.c', 'http://e.test/?q=\ue000', 'a+b.c-d:e'].map(yes),
  ...['http://e.test/😀', 'tag:x@y,2020:z', 'urn:tenant:a:ws:b:graph:c', "http://e.test/'()*,;=!$&", 'a:/?#'].map(yes),
  ...['', 'x', '//x', '/x', '1a:b', ' http://a', 'http://a\n', 'http://e.test/a b', 'http://e.test/%zz'].map(no),
  ...['http://e.test/a[b]', 'http://[::1', 'http://[1::2::3]/', 'http://[::1.2.3.999]/', 'http://h:8a/'].map(no),
  ...['http://e.test/\ue000', 'http://e.test/#a#b', 'http://e.test/\ufffe', 'http://e.test/\u0085', 'a:\ud800'].map(no),
  ...[...'<>"{}|^`\\\0\x7f'].map((char) => no(`http://e.test/${char}`)),
]
const TAGS: [string, boolean][] = [
  ...['en', 'EN', 'en-US', 'zh-Hant-TW', 'x-private', 'i-klingon', 'en-GB-oed', 'sl-rozaj-biske-1994'].map(yes),
  ...['de-CH-1901', 'en-a-bbb-x-a-ccc', 'zh-cmn-Hans-CN', 'qaa-Qaaa-QM-x-southern', 'en-u-attr-co-phonebk'].map(yes),
  ...['', 'a', 'abcdefghi', 'en-', '-en', 'de-419-DE', 'a-DE', 'en-aa-bb', 'en-x', 'x', 'en_US', 'en-1', 'é'].map(no),
]
const LABELS: [string, boolean][] = [
  ...['b0', '0', 'a.b', 'a-b', 'é', 'a·', 'b_1', 'a\u0300'].map(yes),
  ...['', 'a.', '.a', '-a', 'a:b', ':a', 'a b', '\u0300a', '_:x'].map(no),
]
function yes(text: string): [string, boolean] {
  return [text, true]
}
function no(text: string): [string, boolean] {
  return [text, false]
}

/** Whether the engine can parse the line. */
function loads(line: string): boolean {
  try {
    return oxigraph.parse(line, { format: 'application/n-quads' }).length === 1
  } catch {
    return false
  }
}

test('an IRI must be absolute and valid by RFC 3987', () => {
  for (const [iri, expected] of IRIS) assert.equal(isIri(iri), expected, JSON.stringify(iri))
  assert.equal(isIri(`a:${'b'.repeat(4_094)}`), true)
  assert.equal(isIri(`a:${'b'.repeat(4_095)}`), false)
})

test('a language tag must be well-formed by BCP 47', () => {
  for (const [tag, expected] of TAGS) assert.equal(isLanguageTag(tag), expected, tag)
})

test('a blank node label must be valid in N-Quads', () => {
  for (const [label, expected] of LABELS) assert.equal(isBlankLabel(label), expected, label)
})

test('the engine can parse every IRI, tag and label that we accept', () => {
  for (const [iri, ours] of IRIS) if (ours) assert.ok(loads(`<${iri}> <a:p> <a:o> <a:g> .`), iri)
  for (const [tag, ours] of TAGS) if (ours) assert.ok(loads(`<a:s> <a:p> "x"@${tag} <a:g> .`), tag)
  for (const [label, ours] of LABELS) if (ours) assert.ok(loads(`_:${label} <a:p> <a:o> <a:g> .`), label)
  const odd = fc.constantFrom(...":/?#[]@!$&'()*+,;=%-._~ é\ue000😀09aZf\u0085|^")
  const text = fc.array(odd, { maxLength: 12 }).map((chars) => `http:${chars.join('')}`)
  fc.assert(
    fc.property(text, (iri) => !isIri(iri) || loads(`<${iri}> <a:p> <a:o> <a:g> .`)),
    { numRuns: 1_000, seed: 7 },
  )
})

const LEXICAL: Record<string, { right: string[]; wrong: string[] }> = {
  integer: { right: ['0', '-0', '+7', '007', '9'.repeat(40)], wrong: ['', '1.0', ' 1', '1e3', '--1', '٣'] },
  long: { right: ['9223372036854775807', '-9223372036854775808'], wrong: ['9223372036854775808', '9'.repeat(30)] },
  int: { right: ['2147483647', '-2147483648', '0000000000000000000000001'], wrong: ['2147483648', '-2147483649'] },
  short: { right: ['32767'], wrong: ['32768'] },
  byte: { right: ['127', '-128', '+127'], wrong: ['128', '-129'] },
  unsignedByte: { right: ['0', '255', '-0'], wrong: ['256', '-1'] },
  unsignedLong: { right: ['18446744073709551615'], wrong: ['18446744073709551616', '-1'] },
  nonNegativeInteger: { right: ['0', '-0', '9'.repeat(30)], wrong: ['-1', `-${'9'.repeat(30)}`] },
  positiveInteger: { right: ['1'], wrong: ['0', '-1'] },
  nonPositiveInteger: { right: ['0', '-5', `-${'9'.repeat(30)}`], wrong: ['1', '9'.repeat(30)] },
  negativeInteger: { right: ['-1'], wrong: ['0', '-0'] },
  decimal: { right: ['1', '-1.50', '.5', '5.', '+0.0'], wrong: ['', '.', '1e3', 'INF', '1,5'] },
  double: { right: ['1', '1e3', '-1.5E-7', '.5e1', 'INF', '-INF', '+INF', 'NaN'], wrong: ['', 'e3', 'inf', '-NaN'] },
  float: { right: ['1.0e0', 'NaN'], wrong: ['nan', '0x1'] },
  boolean: { right: ['true', 'false', '1', '0'], wrong: ['', 'TRUE', 'yes', '2'] },
  date: {
    right: ['2024-02-29', '2000-02-29', '-0001-01-01', '12024-02-29', '2026-12-31Z', '2026-01-01+14:00'],
    wrong: ['2023-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-1-1', '02026-01-01', '2026-01-01+14:01'],
  },
  dateTime: {
    right: ['2026-01-01T00:00:00', '2026-01-01T24:00:00Z', '2026-01-01T23:59:59.123-13:59'],
    wrong: ['2026-01-01', '2026-01-01 00:00:00', '2026-01-01T24:00:01', '2026-01-01T23:60:00', '2026-02-30T00:00:00Z'],
  },
  dateTimeStamp: { right: ['2026-01-01T00:00:00Z'], wrong: ['2026-01-01T00:00:00'] },
  time: { right: ['00:00:00', '23:59:59.9Z', '24:00:00'], wrong: ['24:00:01', '1:00:00', '12:00'] },
  gYear: { right: ['2026', '-0044', '12026Z'], wrong: ['26', '02026', 'MMXXVI'] },
  gYearMonth: { right: ['2026-12'], wrong: ['2026-13', '2026'] },
  gMonth: { right: ['--12'], wrong: ['--13', '12'] },
  gDay: { right: ['---31'], wrong: ['---32', '--31'] },
  gMonthDay: { right: ['--02-29', '--12-31Z'], wrong: ['--02-30', '--04-31'] },
  duration: { right: ['P1Y', 'PT1S', '-P1Y2M3DT4H5M6.7S', 'P1M'], wrong: ['P', 'PT', 'P1S', 'P1YT', '1Y', 'P1M1Y'] },
  dayTimeDuration: { right: ['P1D', 'PT1.5S'], wrong: ['P1Y', 'P1M', 'PT'] },
  yearMonthDuration: { right: ['P1Y2M', '-P2M'], wrong: ['P1D', 'P'] },
}

test('lexical forms of numbers, booleans and time follow XSD 1.1', () => {
  for (const [name, { right, wrong }] of Object.entries(LEXICAL)) {
    for (const text of right) assert.equal(fitsDatatype(text, XSD + name), true, `${name} “${text}”`)
    for (const text of wrong) assert.equal(fitsDatatype(text, XSD + name), false, `${name} “${text}”`)
  }
  assert.ok(fitsDatatype('anything', `${XSD}anyURI`) && fitsDatatype('anything', 'http://e.test/own'))
  // Names of built-in object properties are not known datatypes.
  for (const name of ['constructor', 'toString', 'valueOf', '__proto__'])
    assert.equal(fitsDatatype('anything', XSD + name), true, name)
})

const about = (object: LiteralTerm): Quad => ({
  subject: { kind: 'iri', value: 'a:s' },
  predicate: { kind: 'iri', value: 'a:p' },
  object,
  graph: { kind: 'iri', value: 'a:g' },
})
const said = (text: string): string => `<a:s> <a:p> ${text} <a:g> .`

test('a statement has exactly one canonical form', () => {
  const cases: [LiteralTerm, string][] = [
    [{ kind: 'literal', value: 'x' }, '"x"'],
    [{ kind: 'literal', value: 'x', datatype: `${XSD}string` }, '"x"'],
    [{ kind: 'literal', value: '01', datatype: `${XSD}integer` }, `"01"^^<${XSD}integer>`],
    [{ kind: 'literal', value: 'x', language: 'EN-us' }, '"x"@en-us'],
    [{ kind: 'literal', value: 'a"b\\c\n\r\t\b\f' }, '"a\\"b\\\\c\\n\\r\\t\\b\\f"'],
    [{ kind: 'literal', value: '\x01\x0b\x1f\x7f\x80é😀\ufffe' }, '"\\u0001\\u000B\\u001F\\u007F\x80é😀\ufffe"'],
  ]
  for (const [term, text] of cases) assert.equal(writeQuad(about(term)), said(text))
})

test('different spellings of a line are read as the same statement', () => {
  const spellings = [
    said('"é\\n"'),
    '  <a:s>\t<a:p> "\\u00e9\\u000A"  <a:g>. # a comment',
    `<a:s><a:p>"\\U000000E9\\n"^^<${XSD}string><a:g>.`,
    '<a:\\u0073> <a:p> "é\\n" <a:g> .',
  ]
  assert.deepEqual([...new Set(spellings.map((line) => writeQuad(readLine(line))))], [spellings[0]])
})

test('a line that is not a statement with a graph is rejected', () => {
  const lines = [
    ...['', '<a:s> <a:p> <a:o> .', '<a:s> <a:p> <a:o> _:g .', '<a:s> <a:p> <a:o> <a:g>', `${said('"x"')} x`],
    ...['<s> <a:p> <a:o> <a:g> .', '"s" <a:p> <a:o> <a:g> .', '<a:s> _:p <a:o> <a:g> .', said("'x'"), said('"x')],
    ...[said('"a\nb"'), said('"\\x"'), said('"\\u12"'), said('"\\uD83D\\uDE00"'), said('"\\U00110000"')],
    ...[said('"\\u0000"'), said('"\ud800"'), said('"x"@a'), said('"x"^^<y>'), `${said('"x"')}\n${said('"y"')}`],
    said('"x"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>'),
  ]
  for (const line of lines) assert.throws(() => readLine(line), TermError, JSON.stringify(line))
})

test('any text survives writing and reading, and the engine reads the same text', () => {
  const value = fc
    .oneof(fc.string({ unit: anyCharacter, maxLength: 30 }), fc.string({ maxLength: 30 }))
    .filter((text) => !text.includes('\0') && text.isWellFormed())
  fc.assert(
    fc.property(value, (text) => {
      const line = writeQuad(about({ kind: 'literal', value: text }))
      assert.deepEqual(readLine(line).object, { kind: 'literal', value: text })
      assert.equal(oxigraph.parse(line, { format: 'application/n-quads' })[0]!.object.value, text)
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('reading a long literal takes linear time', () => {
  const value = 'line\n"quoted"\\'.repeat(20_000)
  assert.deepEqual(readLine(writeQuad(about({ kind: 'literal', value }))).object, { kind: 'literal', value })
})

test('a statement id is 160 bits of the SHA-256 of the line in base32', () => {
  const line = said('"x"')
  const digest = createHash('sha256').update(line).digest().subarray(0, 20)
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const expected = bits.replace(/.{5}/g, (five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)]!)
  assert.equal(bareId(line), expected)
  assert.equal(statementId(line), `urn:graph:stmt:${expected}`)
  assert.deepEqual([readStatementId(statementId(line)), readStatementId(expected)], [expected, expected])
  for (const text of ['', 'x', expected.toUpperCase(), `${expected}a`, `urn:graph:shape:${expected}`, '0'.repeat(32)])
    assert.equal(readStatementId(text), undefined)
})
