import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type UpdateParameters, updateGraphs, usingDataset } from './dataset.ts'
import { parseSparql } from './parse.ts'
import type { GraphScope } from './scope.ts'
import { spelledGraphs } from './spell-graphs.ts'

const prefix = 'urn:tenant:t:ws:w:graph:'
const [mine, sister] = [`${prefix}main`, `${prefix}sister`]
const narrow: GraphScope = { context: mine, contexts: [mine], prefix, writable: true }
const wide: GraphScope = { ...narrow, contexts: [mine, sister], width: 'workspace' }

function spelled(text: string, scope: GraphScope, parameters: UpdateParameters = {}): string {
  const parsed = parseSparql(text, 'update')
  const written = spelledGraphs(parsed, updateGraphs(parsed, scope, parameters), usingDataset(scope, parameters))
  // The result must be valid SPARQL.
  parseSparql(written, 'update')
  return written
}
const USING = { usingGraphUris: [mine], usingNamedGraphUris: [sister] }
const clauses = `USING <${mine}> USING NAMED <${sister}>`

const CASES: [text: string, written: string, scope?: GraphScope, parameters?: UpdateParameters][] = [
  ['CLEAR NAMED', `CLEAR GRAPH <${sister}>`, wide],
  ['DROP SILENT ALL', `CLEAR GRAPH <${mine}> ; CLEAR GRAPH <${sister}>`, wide],
  ['CLEAR NAMED', `CLEAR GRAPH <${mine}>`, narrow],
  ['CLEAR NAMED', 'INSERT DATA {}', { ...wide, contexts: [mine] }],
  ['PREFIX a: <a:> DROP NAMED ; CLEAR DEFAULT', `PREFIX a: <a:> CLEAR GRAPH <${sister}> ; CLEAR DEFAULT`, wide],
  ['INSERT { ?s ?p 1 } WHERE { ?s ?p ?o }', `INSERT { ?s ?p 1 } ${clauses} WHERE { ?s ?p ?o }`, wide, USING],
  [
    'DELETE { ?s ?p "where {" } # where {\n where{ ?s ?p ?o }',
    `DELETE { ?s ?p "where {" } # where {\n ${clauses} where{ ?s ?p ?o }`,
    wide,
    USING,
  ],
  ['DELETE #{\nWHERE { ?s ?p ?o }', `DELETE { ?s ?p ?o } ${clauses} WHERE { ?s ?p ?o }`, wide, USING],
  ['INSERT DATA { <a:a> <a:b> 1 }', 'INSERT DATA { <a:a> <a:b> 1 }', wide, USING],
]

for (const [text, written, scope = wide, parameters] of CASES)
  test(`${text.replaceAll('\n', ' ')} becomes ${written.replaceAll('\n', ' ')}`, () => {
    assert.equal(spelled(text, scope, parameters), written)
  })
