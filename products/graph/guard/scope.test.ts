import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@veritrace/platform/errors'
import { queryDataset, updateGraphs } from './dataset.ts'
import { checkLimits } from './limits.ts'
import { parseSparql } from './parse.ts'
import { checkScope, type GraphScope } from './scope.ts'

const prefix = 'urn:tenant:t:ws:w:graph:'
const mine = `${prefix}main`
const sister = `${prefix}sister`
const meta = `${mine}/meta`
const foreign = 'urn:tenant:u:ws:w:graph:main'
const narrow: GraphScope = { context: mine, contexts: [mine], prefix, writable: true }
const wide: GraphScope = { ...narrow, contexts: [mine, sister], width: 'workspace' }

const OUT = 'graph_out_of_scope'
const REMOTE = 'remote_access_denied'
const READ_ONLY = 'graph_read_only'
const SYNTAX = 'sparql_syntax'

/** An error code, or the default graphs and named graphs that the engine gets. */
type Verdict = string | [defaultGraphs: string[], namedGraphs: string[]]

const QUERIES: [text: string, verdict: Verdict, scope?: GraphScope][] = [
  ['SELECT * { ?s ?p ?o }', [[mine], []]],
  ['SELECT * { GRAPH ?g { ?s ?p ?o } }', [[mine], [mine, meta]]],
  ['SELECT * { GRAPH ?g { ?s ?p ?o } }', [[mine], [mine, sister, meta, `${sister}/meta`]], wide],
  [`SELECT * FROM <${mine}> { ?s ?p ?o }`, [[mine], []]],
  [`SELECT * FROM NAMED <${mine}> { ?s ?p ?o }`, [[], [mine]]],
  [`SELECT * FROM <${foreign}> { ?s ?p ?o }`, OUT],
  [`SELECT * FROM <${mine}> FROM <${foreign}> { ?s ?p ?o }`, OUT],
  [`SELECT * FROM NAMED <${foreign}> { GRAPH ?g { ?s ?p ?o } }`, OUT],
  [`ASK FROM <${sister}> { ?s ?p ?o }`, OUT],
  [`ASK FROM <${sister}> FROM NAMED <${mine}> { ?s ?p ?o }`, [[sister], [mine]], wide],
  [`CONSTRUCT { ?s ?p ?o } FROM <${foreign}> WHERE { ?s ?p ?o }`, OUT],
  [`CONSTRUCT FROM <${foreign}> WHERE { ?s ?p ?o }`, OUT],
  [`DESCRIBE <${foreign}>`, [[mine], []]],
  [`DESCRIBE <a:x> FROM <${foreign}>`, OUT],
  [`DESCRIBE ?s { GRAPH <${foreign}> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${mine}> { ?s ?p ?o } }`, [[mine], [mine]]],
  [`SELECT * { GRAPH <${foreign}> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${sister}> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${sister}> { ?s ?p ?o } }`, [[mine], [sister]], wide],
  [`SELECT * { GRAPH <${prefix}unborn> { ?s ?p ?o } }`, [[mine], [`${prefix}unborn`]], wide],
  [`SELECT * { GRAPH <${prefix}a/b> { ?s ?p ?o } }`, OUT, wide],
  [`SELECT * { GRAPH <${prefix}a:b> { ?s ?p ?o } }`, OUT, wide],
  [`SELECT * { GRAPH <${prefix}> { ?s ?p ?o } }`, OUT, wide],
  [`SELECT * { GRAPH ?g { GRAPH <${foreign}> { ?s ?p ?o } } }`, OUT],
  [`SELECT * { GRAPH <${mine}> { { { GRAPH <${foreign}> { ?s ?p ?o } } } } }`, OUT],
  [`SELECT * { ?s ?p ?o FILTER EXISTS { GRAPH <${foreign}> { ?s ?p ?o } } }`, OUT],
  [`SELECT * { ?s ?p ?o FILTER(?o > 1 && NOT EXISTS { GRAPH <${foreign}> { ?s ?p ?o } }) }`, OUT],
  [`SELECT (EXISTS { GRAPH <${foreign}> { ?s ?p ?o } } AS ?x) {}`, OUT],
  [`SELECT ?s { ?s ?p ?o } ORDER BY (EXISTS { GRAPH <${foreign}> { ?s ?q ?r } })`, OUT],
  [`SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING (EXISTS { GRAPH <${foreign}> { ?s ?q ?r } })`, OUT],
  [`SELECT * { BIND(IF(EXISTS { GRAPH <${foreign}> { ?s ?p ?o } }, 1, 2) AS ?x) }`, OUT],
  [`SELECT * { ?s ?p ?o MINUS { GRAPH <${foreign}> { ?s ?p ?o } } }`, OUT],
  [`SELECT * { OPTIONAL { GRAPH <${foreign}> { ?s ?p ?o } } }`, OUT],
  [`SELECT * { { ?s ?p ?o } UNION { GRAPH <${foreign}> { ?s ?p ?o } } }`, OUT],
  [`SELECT * { { SELECT ?s { GRAPH <${foreign}> { ?s ?p ?o } } } }`, OUT],
  [`SELECT * { { SELECT * FROM <${foreign}> { ?s ?p ?o } } }`, SYNTAX],
  [`SELECT * { GRAPH <${foreign}> { ?s (<a:p>/<a:q>)* ?o } }`, OUT],
  [`SELECT * { ?s (<${foreign}>|^<a:q>)+ ?o }`, [[mine], []]],
  [`SELECT * { VALUES ?g { <${foreign}> } GRAPH ?g { ?s ?p ?o } }`, [[mine], [mine, meta]]],
  [`SELECT * { BIND(IRI("${foreign}") AS ?g) GRAPH ?g { ?s ?p ?o } }`, [[mine], [mine, meta]]],
  // Spellings
  [`PREFIX g: <urn:tenant:u:ws:w:graph:> SELECT * { GRAPH g:main { ?s ?p ?o } }`, OUT],
  [`PREFIX g: <${prefix}> SELECT * { GRAPH g:main { ?s ?p ?o } }`, [[mine], [mine]]],
  [`PREFIX g: <${prefix}> SELECT * { GRAPH g:main:secret { ?s ?p ?o } }`, OUT],
  [`PREFIX g: <${prefix}> SELECT * { GRAPH g:main\\/meta { ?s ?p ?o } }`, [[mine], [meta]]],
  [`PREFIX g: <${prefix}> SELECT * { GRAPH g:ma\\\\in { ?s ?p ?o } }`, SYNTAX],
  [`PREFIX g: <${prefix}> SELECT * { GRAPH g:main\\/other { ?s ?p ?o } }`, OUT],
  [`PREFIX g: <${prefix}> PREFIX g: <urn:tenant:u:ws:w:graph:> ASK { GRAPH g:main { ?s ?p ?o } }`, OUT],
  [`PREFIX : <${foreign}> SELECT * { GRAPH : { ?s ?p ?o } }`, OUT],
  [`PREFIX __proto__: <${foreign}> SELECT * { GRAPH __proto__: { ?s ?p ?o } }`, SYNTAX],
  [`PREFIX constructor: <${foreign}> SELECT * { GRAPH constructor: { ?s ?p ?o } }`, OUT],
  [`BASE <${foreign}> SELECT * { GRAPH <> { ?s ?p ?o } }`, OUT],
  [`BASE <${mine}> SELECT * { GRAPH <> { ?s ?p ?o } }`, [[mine], [mine]]],
  [`BASE <${foreign}> BASE <${mine}> SELECT * { GRAPH <> { ?s ?p ?o } }`, [[mine], [mine]]],
  [`BASE <${mine}> SELECT * { GRAPH <#x> { ?s ?p ?o } }`, OUT],
  [`BASE <urn:y> SELECT * { GRAPH <tenant:u:ws:w:graph:main> { ?s ?p ?o } }`, OUT],
  [`BASE <urn:y> SELECT * { GRAPH </../tenant:u:ws:w:graph:main> { ?s ?p ?o } }`, SYNTAX],
  [`BASE <${mine}/x> SELECT * { GRAPH <../main> { ?s ?p ?o } }`, SYNTAX],
  [`SELECT * { GRAPH <${prefix}other/../main> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${prefix}./main> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <main> { ?s ?p ?o } }`, SYNTAX],
  [`SELECT * { GRAPH <${prefix}m%61in> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${prefix}Main> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <URN:tenant:t:ws:w:graph:main> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${prefix}m\\u0061in> { ?s ?p ?o } }`, [[mine], [mine]]],
  [`SELECT * { GRAPH <urn:tenant:\\u0075:ws:w:graph:main> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${prefix}m\\U00000430in> { ?s ?p ?o } }`, OUT],
  [`SELECT * { \\u0047RAPH <${foreign}> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${prefix}m\\u005Cu0061in> { ?s ?p ?o } }`, SYNTAX],
  [`SELECT * { GRAPH <${mine}\\u003E{}} # > { ?s ?p ?o } }`, [[mine], [mine]]],
  // Comments
  [`SELECT * { # GRAPH <${foreign}> {\n ?s ?p ?o }`, [[mine], []]],
  [`SELECT * { #\r GRAPH <${foreign}> { ?s ?p ?o } #\n }`, OUT],
  [`SELECT * { # \\u000A GRAPH <${foreign}> { ?s ?p ?o } #\n }`, OUT],
  [`SELECT * { GRAPH#<${mine}>\n<${foreign}>{ ?s ?p ?o } }`, OUT],
  [`SELECT * { ?s ?p "# GRAPH <${foreign}> { ?s ?p ?o }" }`, [[mine], []]],
  [`SELECT * { ?s ?p '''\n' # ''' . GRAPH <${foreign}> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH _:b { ?s ?p ?o } }`, SYNTAX],
  [`SELECT * { GRAPH [] { ?s ?p ?o } }`, SYNTAX],
  [`SELECT * { GRAPH "${mine}" { ?s ?p ?o } }`, SYNTAX],
  // Other servers
  ['SELECT * { SERVICE <http://example.com/sparql> { ?s ?p ?o } }', REMOTE],
  ['SELECT * { SERVICE SILENT <http://example.com/sparql> { ?s ?p ?o } }', REMOTE],
  ['SELECT * { ?x <a:p> ?e SERVICE ?e { ?s ?p ?o } }', REMOTE],
  ['SELECT * { FILTER EXISTS { { SELECT * { SERVICE <http://example.com/> { } } } } }', REMOTE],
  ['SELECT * { #\r SERVICE <http://example.com/> { } #\n }', REMOTE],
  ['SELECT * { sErViCe <http://example.com/> { } }', REMOTE],
  [`SELECT * { GRAPH <${foreign}> { SERVICE <http://example.com/> { } } }`, REMOTE],
  ['DROP ALL', SYNTAX],
  ['SELECT * { ?s ?p ?o } ; DROP ALL', SYNTAX],
  ['SELECT * { LATERAL { ?s ?p ?o } }', SYNTAX],
  ['SELECT * { << ?s ?p ?o >> ?q ?r }', SYNTAX],
  // Metadata
  [`SELECT * { GRAPH <${meta}> { ?s ?p ?o } }`, [[mine], [meta]]],
  [`SELECT * FROM <${mine}> FROM <${meta}> { ?s ?p ?o }`, [[mine, meta], []]],
  [`SELECT * { GRAPH <${foreign}/meta> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${sister}/meta> { ?s ?p ?o } }`, OUT],
  [`SELECT * { GRAPH <${sister}/meta> { ?s ?p ?o } }`, [[mine], [`${sister}/meta`]], wide],
  [`SELECT * { GRAPH <${meta}/meta> { ?s ?p ?o } }`, OUT],
]

for (const [text, verdict, scope = narrow] of QUERIES)
  test(`${scope === wide ? 'in the workspace' : 'in the context'}, ${text} is ${outcome(verdict)}`, () => {
    assert.deepEqual(
      judged(() => {
        const parsed = parseSparql(text, 'query')
        checkLimits(parsed)
        checkScope(parsed, scope)
        const { defaultGraphs, namedGraphs } = queryDataset(parsed, scope)
        return [defaultGraphs, namedGraphs]
      }),
      verdict,
    )
  })

/** The graphs that an operation empties or copies, or its target and dataset. */
type Change = string | Partial<ReturnType<typeof updateGraphs>[number]>
const triple = '<a:s> <a:p> <a:o>'
const reads = (defaultGraphs: string[], namedGraphs: string[]) => ({ defaultGraphs, namedGraphs })

const UPDATES: [text: string, verdict: Change, scope?: GraphScope][] = [
  [`INSERT DATA { ${triple} }`, { target: mine }],
  [`INSERT DATA { GRAPH <${mine}> { ${triple} } }`, { target: mine }],
  [`INSERT DATA { ${triple} GRAPH <${foreign}> { ${triple} } }`, OUT],
  [`INSERT DATA { GRAPH <${sister}> { ${triple} } }`, OUT],
  [`INSERT DATA { GRAPH <${sister}> { ${triple} } }`, { target: mine }, wide],
  [`INSERT DATA { GRAPH <${meta}> { ${triple} } }`, READ_ONLY],
  [`INSERT DATA { GRAPH _:g { ${triple} } }`, SYNTAX],
  [`INSERT DATA { GRAPH ?g { ${triple} } }`, SYNTAX],
  [`INSERT\n${' '.repeat(60)}DATA { GRAPH <${foreign}> { ${triple} } }`, OUT],
  [`DELETE DATA { GRAPH <${foreign}> { ${triple} } }`, OUT],
  [`DELETE DATA { GRAPH <${meta}> { ${triple} } }`, READ_ONLY],
  [`DELETE WHERE { GRAPH <${foreign}> { ?s ?p ?o } }`, OUT],
  ['DELETE WHERE { GRAPH ?g { ?s ?p ?o } }', { target: mine, dataset: reads([mine], [mine]) }],
  [`DELETE { GRAPH <${foreign}> { ?s ?p ?o } } WHERE { ?s ?p ?o }`, OUT],
  [`INSERT { GRAPH <${foreign}> { ?s ?p ?o } } WHERE { ?s ?p ?o }`, OUT],
  [`INSERT { ?s ?p ?o } WHERE { GRAPH <${foreign}> { ?s ?p ?o } }`, OUT],
  [`INSERT { ?s ?p ?o } WHERE { ?s ?p ?o FILTER EXISTS { GRAPH <${foreign}> { ?s ?p ?o } } }`, OUT],
  ['INSERT { GRAPH ?g { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } }', { dataset: reads([mine], [mine]) }],
  [
    `INSERT { ?s ?p ?o } WHERE { GRAPH <${meta}> { ?s ?p ?o } }`,
    { target: mine, dataset: reads([mine], [mine, meta]) },
  ],
  [`INSERT { GRAPH <${meta}> { ?s ?p ?o } } WHERE { ?s ?p ?o }`, READ_ONLY],
  [`INSERT { ?s ?p ?o } USING <${foreign}> WHERE { ?s ?p ?o }`, OUT],
  [`INSERT { ?s ?p ?o } USING NAMED <${foreign}> WHERE { GRAPH ?g { ?s ?p ?o } }`, OUT],
  [`INSERT { ?s ?p ?o } USING <${mine}> WHERE { ?s ?p ?o }`, { target: mine, dataset: reads([mine], []) }],
  [`INSERT { ?s ?p ?o } USING NAMED <${mine}> WHERE { ?s ?p ?o }`, { dataset: reads([], [mine]) }],
  [`WITH <${foreign}> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`, OUT],
  [`WITH <${foreign}> DELETE { ?s ?p ?o } USING <${mine}> WHERE { ?s ?p ?o }`, OUT],
  [`WITH <${meta}> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`, READ_ONLY],
  [
    `WITH <${sister}> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`,
    { target: sister, dataset: reads([sister], [mine, sister]) },
    wide,
  ],
  [
    `WITH <${sister}> DELETE { ?s ?p ?o } USING <${mine}> WHERE { ?s ?p ?o }`,
    { target: sister, dataset: reads([mine], []) },
    wide,
  ],
  [`PREFIX g: <${prefix}> WITH g:main:x DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`, OUT],
  [`BASE <${mine}> INSERT DATA { ${triple} } ; BASE <${foreign}> CLEAR GRAPH <>`, OUT],
  [`PREFIX g: <${mine}> CLEAR GRAPH g: ; PREFIX g: <${foreign}> CLEAR GRAPH g:`, OUT],
  ['CLEAR ALL', { graphs: [mine] }],
  ['CLEAR ALL', { graphs: [mine, sister] }, wide],
  ['CLEAR DEFAULT', { graphs: [mine] }, wide],
  ['CLEAR NAMED', { graphs: [mine] }],
  ['CLEAR SILENT NAMED', { graphs: [sister] }, wide],
  [`CLEAR GRAPH <${foreign}>`, OUT],
  [`CLEAR SILENT GRAPH <${foreign}>`, OUT],
  [`CLEAR GRAPH <${meta}>`, READ_ONLY],
  ['DROP ALL', { graphs: [mine] }],
  ['DROP NAMED', { graphs: [sister] }, wide],
  ['DROP DEFAULT', { graphs: [mine] }, wide],
  [`DROP GRAPH <${foreign}>`, OUT],
  [`DROP SILENT GRAPH <${foreign}>`, OUT],
  [`CREATE GRAPH <${foreign}>`, OUT],
  [`CREATE GRAPH <${prefix}unborn>`, OUT],
  [`CREATE SILENT GRAPH <${prefix}unborn>`, { graphs: [`${prefix}unborn`] }, wide],
  [`COPY <${foreign}> TO DEFAULT`, OUT],
  [`COPY DEFAULT TO <${foreign}>`, OUT],
  [`COPY SILENT GRAPH <${foreign}> TO GRAPH <${mine}>`, OUT],
  [`COPY <${sister}> TO DEFAULT`, { source: sister, destination: mine }, wide],
  [`COPY <${meta}> TO DEFAULT`, { source: meta, destination: mine }],
  [`COPY DEFAULT TO <${meta}>`, READ_ONLY],
  [`MOVE <${foreign}> TO DEFAULT`, OUT],
  [`MOVE DEFAULT TO <${foreign}>`, OUT],
  [`MOVE <${meta}> TO DEFAULT`, READ_ONLY],
  [`MOVE DEFAULT TO <${sister}>`, { source: mine, destination: sister }, wide],
  [`ADD <${foreign}> TO DEFAULT`, OUT],
  [`ADD DEFAULT TO <${foreign}>`, OUT],
  [`ADD <${mine}> TO DEFAULT`, { source: mine, destination: mine }],
  ['COPY ALL TO DEFAULT', SYNTAX],
  ['MOVE NAMED TO DEFAULT', SYNTAX],
  ['ADD DEFAULT TO ALL', SYNTAX],
  ['LOAD <http://example.com/data.ttl>', REMOTE],
  [`LOAD SILENT <http://example.com/data.ttl> INTO GRAPH <${mine}>`, { target: mine }],
  [`LOAD SILENT <http://example.com/data.ttl> INTO GRAPH <${foreign}>`, OUT],
  [`INSERT DATA { ${triple} } ; LOAD <file:///etc/passwd>`, REMOTE],
  ['INSERT { ?s ?p ?o } WHERE { SERVICE <http://example.com/> { ?s ?p ?o } }', REMOTE],
  [`INSERT DATA { ${triple} } #\r; DROP GRAPH <${foreign}>\n`, OUT],
  [`INSERT DATA { ${triple} } # \\u000D ; DROP GRAPH <${foreign}>`, OUT],
  ['CLEAR ALL', READ_ONLY, { ...narrow, writable: false }],
  [`INSERT DATA { ${triple} }`, READ_ONLY, { ...narrow, writable: false }],
]

for (const [text, verdict, scope = narrow] of UPDATES)
  test(`${scope === wide ? 'in the workspace' : 'in the context'}, the update ${text} is ${outcome(verdict)}`, () => {
    const change = judged(() => {
      const parsed = parseSparql(text, 'update')
      checkLimits(parsed)
      checkScope(parsed, scope)
      return updateGraphs(parsed, scope).at(-1)
    })
    if (typeof verdict === 'string') assert.equal(change, verdict)
    else assert.partialDeepStrictEqual(change, verdict)
  })

test('the error names the graph', () => {
  const parsed = parseSparql(`ASK { GRAPH <${foreign}> { ?s ?p ?o } }`, 'query')
  assert.throws(() => checkScope(parsed, narrow), { code: OUT, status: 403, extras: { graph: foreign } })
})

function outcome(verdict: unknown): string {
  return typeof verdict === 'string' ? `rejected: ${verdict}` : 'allowed'
}

function judged<Value>(judge: () => Value): Value | string {
  try {
    return judge()
  } catch (error) {
    if (isAppError(error)) return error.code
    throw error
  }
}
