import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnswerType, negotiate } from './negotiate.ts'

const JSON_RESULTS = 'application/sparql-results+json'
const XML_RESULTS = 'application/sparql-results+xml'
const TSV = 'text/tab-separated-values'

const SELECTS: [accept: string | undefined, type: AnswerType | undefined][] = [
  [undefined, JSON_RESULTS],
  ['', JSON_RESULTS],
  ['*/*', JSON_RESULTS],
  ['application/*', JSON_RESULTS],
  ['text/*', 'text/csv'],
  ['application/sparql-results+xml', XML_RESULTS],
  ['APPLICATION/SPARQL-RESULTS+XML; charset=utf-8', XML_RESULTS],
  ['application/json', JSON_RESULTS],
  ['application/xml', XML_RESULTS],
  ['text/csv, application/sparql-results+json', 'text/csv'],
  ['text/csv;q=0.5, text/tab-separated-values;q=0.9', TSV],
  ['*/*;q=0.1, text/tab-separated-values', TSV],
  ['*/*, application/sparql-results+json;q=0', XML_RESULTS],
  ['text/*;q=0.3, text/csv;q=0, */*;q=0.1', TSV],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', XML_RESULTS],
  ['text/turtle', undefined],
  ['text/html', undefined],
  ['text/csv;q=0', undefined],
  ['text/csv;q=2', undefined],
  ['text/csv;q=', undefined],
  ['nonsense', undefined],
  [',,;q=1,', undefined],
  ['text/csv; x="a,b;q=0"', 'text/csv'],
]
for (const [accept, type] of SELECTS)
  test(`for SELECT, “${accept}” gives ${type}`, () => {
    assert.equal(negotiate(accept, 'SELECT'), type)
    assert.equal(negotiate(accept, 'ASK'), type)
  })

const CONSTRUCTS: [accept: string | undefined, type: AnswerType | undefined][] = [
  [undefined, 'text/turtle'],
  ['*/*', 'text/turtle'],
  ['application/*', 'application/n-triples'],
  ['application/n-triples', 'application/n-triples'],
  ['application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted, x"', 'application/ld+json'],
  ['application/rdf+xml, text/turtle;q=0.9', 'application/rdf+xml'],
  ['application/n-quads', undefined],
  ['application/sparql-results+json', undefined],
  ['application/json', undefined],
]
for (const [accept, type] of CONSTRUCTS)
  test(`for CONSTRUCT, “${accept}” gives ${type}`, () => {
    assert.equal(negotiate(accept, 'CONSTRUCT'), type)
    assert.equal(negotiate(accept, 'DESCRIBE'), type)
  })

test('a long header is parsed quickly', () => {
  const before = process.threadCpuUsage()
  negotiate('text/csv;q=0.5,'.repeat(1000) + '"'.repeat(10_000), 'SELECT')
  assert.ok(process.threadCpuUsage(before).user < 50_000)
})
