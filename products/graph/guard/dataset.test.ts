import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type QueryParameters, queryDataset, type UpdateParameters, updateGraphs } from './dataset.ts'
import { parseSparql } from './parse.ts'
import type { GraphScope } from './scope.ts'

const prefix = 'urn:tenant:t:ws:w:graph:'
const mine = `${prefix}main`
const sister = `${prefix}sister`
const foreign = 'urn:tenant:u:ws:w:graph:main'
const narrow: GraphScope = { context: mine, contexts: [mine], prefix, writable: true }
const wide: GraphScope = { ...narrow, contexts: [mine, sister], width: 'workspace' }

const dataset = (text: string, parameters: QueryParameters, scope = wide) =>
  queryDataset(parseSparql(text, 'query'), scope, parameters)
const graphs = (text: string, parameters: UpdateParameters, scope = wide) =>
  updateGraphs(parseSparql(text, 'update'), scope, parameters)

test('protocol parameters override FROM in the text', () => {
  const text = `SELECT * FROM <${mine}> FROM NAMED <${mine}> { ?s ?p ?o }`
  assert.deepEqual(dataset(text, { defaultGraphUris: [sister] }), { defaultGraphs: [sister], namedGraphs: [] })
  assert.deepEqual(dataset(text, { namedGraphUris: [sister] }), { defaultGraphs: [], namedGraphs: [sister] })
})

test('a parameter outside the scope is rejected, and so is a FROM that it would override', () => {
  const refused = { code: 'graph_out_of_scope', extras: { graph: foreign } }
  assert.throws(() => dataset('ASK {}', { defaultGraphUris: [mine, foreign] }), refused)
  assert.throws(() => dataset('ASK {}', { namedGraphUris: [foreign] }), refused)
  assert.throws(() => dataset(`ASK FROM <${foreign}> {}`, { defaultGraphUris: [mine] }), refused)
  assert.throws(() => graphs('CLEAR DEFAULT', { usingGraphUris: [foreign] }), refused)
  assert.throws(() => dataset('ASK {}', { defaultGraphUris: [sister] }, narrow), { code: 'graph_out_of_scope' })
})

test('the union is the default graph if requested and no other dataset is given', () => {
  const union = { unionDefaultGraph: true }
  assert.deepEqual(dataset('ASK {}', union).defaultGraphs, [mine, sister])
  assert.deepEqual(dataset('ASK {}', union, narrow).defaultGraphs, [mine])
  assert.deepEqual(dataset(`ASK FROM <${sister}> {}`, union).defaultGraphs, [sister])
  assert.deepEqual(dataset('ASK {}', { ...union, defaultGraphUris: [mine] }).defaultGraphs, [mine])
})

test('a graph that is named twice is in the dataset once', () => {
  assert.deepEqual(dataset(`ASK FROM <${mine}> FROM <${mine}> {}`, {}).defaultGraphs, [mine])
})

test('using-graph-uri sets the dataset of every operation but not its target', () => {
  const found = graphs('INSERT { ?s ?p ?o } WHERE { ?s ?p ?o } ; DELETE WHERE { ?s ?p ?o }', {
    usingGraphUris: [sister],
    usingNamedGraphUris: [mine],
  })
  const expected = { target: mine, dataset: { defaultGraphs: [sister], namedGraphs: [mine] } }
  assert.deepEqual(found, [expected, expected])
})

for (const clause of ['USING', 'USING NAMED', 'WITH'])
  test(`using-graph-uri cannot be combined with ${clause}`, () => {
    const text =
      clause === 'WITH'
        ? `WITH <${mine}> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`
        : `DELETE { ?s ?p ?o } ${clause} <${mine}> WHERE { ?s ?p ?o }`
    assert.throws(() => graphs(text, { usingGraphUris: [mine] }), { code: 'invalid_query', status: 400 })
    assert.throws(() => graphs(text, { usingNamedGraphUris: [mine] }), { code: 'invalid_query', status: 400 })
  })
