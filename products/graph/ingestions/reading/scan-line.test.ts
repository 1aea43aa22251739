import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyTerms } from '../../statements/line-terms.ts'
import { readLine, writeQuad } from '../../terms/nquads.ts'
import { scanLine } from './scan-line.ts'

const terms = emptyTerms()
const isTaken = (line: string): boolean => {
  const bytes = Buffer.from(`x\n${line}\ny`)
  return scanLine(bytes, 2, bytes.length - 2, terms)
}
const withObject = (object: string) => `<http://e.test/s> <http://e.test/p> ${object} <urn:g:1> .`

const IRIS = [
  ...[
    'http://e.test/a?b=c#d',
    'urn:x:y',
    'urn:',
    'http://e.test:80/',
    'http://e.test',
    'file:///x',
    'a+b.c-d:e',
    'x:%41',
  ],
  ...['mailto:a@e.test', 'http:///', 'x:/a//b', 'http://e.test?q', 'http://e.test#', 'x:#?/', "x:!$&'()*+,;=~"],
]
const NO_IRIS = [
  ...['', 'relative', '1a:b', ':x', 'x', 'http://e.test/%zz', 'x:%4', 'x:a#b#c', 'http://e.test:8a/', 'x:a b', 'x:a<b'],
  ...['x:a"b', 'x:{a}', 'x:a|b', 'x:a\\b', 'x:a^b', 'x:`', `x:${'a'.repeat(4_095)}`, 'http://a[b]/', 'x:\u007f'],
]

test('a line that is scanned in bytes is canonical, and the positions are those of its terms', () => {
  const objects = [
    ...IRIS.map((iri) => `<${iri}>`),
    '""',
    '"a b . <c> "',
    '"Grüße"@de',
    '"1"^^<x:y>',
    '"x"@en-gb',
    '"𝄞"',
  ]
  for (const object of objects) {
    const line = withObject(object)
    assert.ok(isTaken(line), line)
    const quad = readLine(line)
    assert.equal(writeQuad(quad), line)
    const text = (from: number, to: number) => Buffer.from(`x\n${line}`).toString('utf8', from, to)
    assert.equal(text(terms.objectFrom, terms.objectTo), quad.object.value)
    assert.equal(text(terms.subjectFrom, terms.subjectTo), quad.subject.value)
    assert.equal(text(terms.predicateFrom, terms.predicateTo), quad.predicate.value)
    assert.equal(text(terms.graphFrom, terms.graphTo), 'urn:g:1')
  }
  assert.ok(isTaken('<x:s> <x:p> <x:o> .\r'))
  assert.equal(terms.graphTo, 0)
})

test('a line with any other spelling is left to the text parser', () => {
  for (const iri of NO_IRIS) assert.ok(!isTaken(withObject(`<${iri}>`)), iri)
  const objects = [
    '"a',
    '"a\\"b"',
    '"\t"',
    '"\u007f"',
    '"x"@EN',
    '"x"^<x:y>',
    '"x"^^x',
    '_:b',
    '<<x:a>>',
    '<ü:a>',
    '<x:ü>',
  ]
  for (const object of objects) assert.ok(!isTaken(withObject(object)), object)
  const lines = [
    '',
    '.',
    ' .',
    '<x:s> <x:p> <x:o>',
    '<x:s> <x:p> <x:o> . # said',
    '<x:s>  <x:p> <x:o> .',
    ' <x:s> <x:p> <x:o> .',
  ]
  for (const line of [...lines, '<x:s> <x:p> .', '<x:s> <x:p> <x:o> <x:g> <x:h> .', '<x:s> <x:p> "a" b .'])
    assert.ok(!isTaken(line), line)
})
