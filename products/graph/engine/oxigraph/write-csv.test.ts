import assert from 'node:assert/strict'
import { test } from 'node:test'
import oxigraph from 'oxigraph'
import { rowsCsv } from './write-csv.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const double = (text: string) => `"${text}"^^<${XSD}double>`

/** Oxigraph's answer, one value per row. */
const inCsv = (values: readonly string[]): string[] => {
  const text = `SELECT ?x ?none { VALUES (?i ?x) { ${values.map((value, i) => `(${i} ${value})`).join(' ')} } } ORDER BY ?i`
  const tsv = String(new oxigraph.Store().query(text, { results_format: 'text/tab-separated-values' }))
  return rowsCsv(tsv).split(',\r\n').slice(0, -1)
}

test('values with commas, quotes or line breaks are quoted, including IRIs', () => {
  const csv = inCsv(['<urn:x,y>', '<urn:x>', '"a,b"', '"say \\"x\\""', '"a\\r\\nb\\tc\\\\"', '""', '"hallo"@de'])
  const [head, ...rows] = csv
  assert.equal(head, 'x,none\r\n"urn:x,y"')
  assert.deepEqual(rows, ['urn:x', '"a,b"', '"say ""x"""', '"a\r\nb\tc\\"', '', 'hallo'])
})

test('only very large and very small numbers have an exponent', () => {
  const values = [
    '12',
    '1.50',
    'true',
    double('1.0E6'),
    double('2.5'),
    double('-1234567'),
    double('1e-7'),
    double('INF'),
  ]
  const [head, ...rows] = inCsv([...values, double('0'), double('999999.5'), `"1e10"^^<${XSD}float>`, '"007"^^<urn:t>'])
  assert.equal(head, 'x,none\r\n12')
  assert.deepEqual(rows, [
    '1.5',
    'true',
    '1.0E6',
    '2.5',
    '-1.234567E6',
    '1.0E-7',
    'INF',
    '0',
    '999999.5',
    '1.0E10',
    '007',
  ])
})

test('an answer without rows or variables still has its header line', () => {
  const ask = (text: string) =>
    String(new oxigraph.Store().query(text, { results_format: 'text/tab-separated-values' }))
  assert.equal(rowsCsv(ask('SELECT ?a ?b { ?a ?p ?b }')), 'a,b\r\n')
  assert.equal(rowsCsv(ask('SELECT * {}')), '\r\n\r\n')
})
