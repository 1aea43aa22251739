import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from './csv.ts'
import { readNTriples } from './ntriples.ts'
import { declaredIn, deriveFor, shrink, WELL_KNOWN } from './prefixes.ts'
import { formOf, indent, offsetOf, variablesOf } from './sparql-text.ts'
import { compareTerms, type Term, writeTerm, XSD } from './term.ts'

test('the form of a query is detected from its first operation', () => {
  const forms = {
    'SELECT * {}': 'select',
    'prefix a: <urn:select#> BASE <x> ask {}': 'ask',
    '# delete everything\nPREFIX : <http://e.test/insert#>\nCONSTRUCT WHERE { ?s ?p "DELETE" }': 'construct',
    'describe <urn:a>': 'describe',
    'WITH <urn:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }': 'update',
    'PREFIX a: <urn:x>\ninsert data { }': 'update',
    'clear all': 'update',
    '': undefined,
    selection: undefined,
    '# SELECT': undefined,
  }
  for (const [text, form] of Object.entries(forms)) assert.equal(formOf(text), form, text)
})

test('variables in strings, IRIs and comments do not count', () => {
  assert.deepEqual(variablesOf('SELECT ?a { ?a <http://e.test/?q=1> "?b" . $c ?p ?a } # ?d'), ['a', 'c', 'p'])
})

test('lines are indented by open brackets, and strings stay unchanged', () => {
  const text = 'SELECT * {\n?s ?p "{" .\nOPTIONAL {\n?s ?q ?r\n}\n}\n\n\n\nLIMIT 1'
  assert.equal(indent(text), 'SELECT * {\n  ?s ?p "{" .\n  OPTIONAL {\n    ?s ?q ?r\n  }\n}\n\nLIMIT 1\n')
  assert.equal(indent(indent(text)), indent(text))
  const aligned = 'SELECT * {\n  ?s a ex:A ;\n     ex:b ?c .\n}\n'
  assert.equal(indent(aligned), aligned)
})

test('columns count characters, not code units', () => {
  assert.equal(offsetOf('a\n"😀" x', 2, 5), 7)
  assert.equal(offsetOf('a', 9, 9), 1)
})

test('an IRI is shortened with the longest namespace, if its local name needs no escapes', () => {
  const prefixes = { ...WELL_KNOWN, ex: 'http://e.test/', deep: 'http://e.test/deep/' }
  assert.equal(shrink('http://e.test/deep/x', prefixes), 'deep:x')
  assert.equal(shrink('http://e.test/a/b', prefixes), undefined)
  assert.equal(shrink('http://e.test/', prefixes), undefined)
  assert.equal(shrink('http://xmlns.com/foaf/0.1/name', prefixes), 'foaf:name')
})

test('namespaces without a prefix get a new one', () => {
  const iris = [
    'https://example.com/trust#A',
    'http://e.test/trust#B',
    'http://e.test/1.0/x',
    `${WELL_KNOWN.skos}Concept`,
  ]
  const derived = deriveFor(iris, WELL_KNOWN)
  assert.deepEqual(derived, {
    trust: 'https://example.com/trust#',
    trust2: 'http://e.test/trust#',
    test: 'http://e.test/1.0/',
  })
  assert.deepEqual(declaredIn('prefix a: <urn:a#>\nPREFIX : <urn:b#>'), { a: 'urn:a#', '': 'urn:b#' })
})

test('N-Triples are read with escapes, languages and datatypes', () => {
  const lines = [
    '<urn:a> <urn:b> <urn:c> .',
    '_:x <urn:b> _:y.z .',
    '<urn:a> <urn:b> "l\\"\\n\\u00e9\\U0001F600"@en-GB .',
    `<urn:a> <urn:b> "1"^^<${XSD}integer> .`,
    '',
  ]
  const objects = readNTriples(lines.join('\n')).map(({ object }) => object)
  assert.deepEqual(objects, [
    { type: 'uri', value: 'urn:c' },
    { type: 'bnode', value: 'y.z' },
    { type: 'literal', value: 'l"\né😀', 'xml:lang': 'en-GB' },
    { type: 'literal', value: '1', datatype: `${XSD}integer` },
  ])
  assert.equal(readNTriples(lines[1]!)[0]!.subject.value, 'x')
  assert.equal(writeTerm(objects[2]!), '"l\\"\\né😀"@en-GB')
})

test('numbers sort by value, text in natural order, unbound values last', () => {
  const number = (value: string): Term => ({ type: 'literal', value, datatype: `${XSD}integer` })
  const sorted = [undefined, number('10'), number('9')].toSorted(compareTerms)
  assert.deepEqual(sorted, [number('9'), number('10'), undefined])
})

test('CSV values are quoted if necessary', () => {
  const term: Term = { type: 'literal', value: 'a "b",\nc' }
  assert.equal(toCsv(['x', 'y'], [{ x: term }]), 'x,y\r\n"a ""b"",\nc",\r\n')
})
