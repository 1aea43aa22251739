// Syntax errors are reported with their location, whether the parser, our rules or the engine finds them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSparqlApp, type SparqlApp, type Tenant } from './testing.ts'

let app: SparqlApp
let tenant: Tenant
before(async () => {
  app = await openSparqlApp()
  tenant = await app.tenant()
})
after(() => app.close())

interface Problem {
  status: number
  code: string
  detail: string
  line?: number
  column?: number
  token?: string
  expected?: string[]
}

async function refusal(kind: 'ask' | 'update', text: string): Promise<Problem> {
  const answer = await app[kind](tenant, text)
  assert.equal(answer.status, 400, await answer.clone().text())
  return (await answer.json()) as Problem
}

/** `▲` marks the error and is not sent. */
const QUERIES: [text: string, sentence: RegExp][] = [
  ['SELECT ?x { BIND(1 AS ?x) BIND(2 AS ▲?x) }', /\?x is already bound/],
  ['SELECT ?x {\n BIND(1 AS ?x)\n FILTER(?x)\n BIND(2 AS ▲?x)\n}', /\?x is already bound/],
  ['SELECT * { { BIND(1 AS ?x) } UNION { BIND(2 AS ?x) } BIND(3 AS ▲?x) }', /\?x is already bound/],
  ['SELECT * { ?s ?p ?o FILTER EXISTS { ?a ?b ?c BIND(1 AS ▲?c) } }', /\?c is already bound/],
  ['SELECT ?b {{SELECT * {?a ?b ?c}} BIND(1 AS ▲?b)}', /\?b is already bound/],
  ['SELECT (SUM(?x) AS ?s) ▲?y {?y ?p ?x}', /\?y is neither in GROUP BY nor inside an aggregate/],
  ['SELECT (1 + COUNT(?s) * ▲?o AS ?z) {?s ?p ?o}', /\?o is neither/],
  ['SELECT ▲?o {?s ?p ?o} GROUP BY ?s', /\?o is neither/],
  ['SELECT (▲?o AS ?x) {?s ?p ?o} GROUP BY ?s', /\?o is neither/],
  ['SELECT ▲?s {?s ?p ?o} ORDER BY COUNT(?o)', /\?s is neither/],
  ['SELECT ▲?s {?s ?p ?o} HAVING(COUNT(?o) > 1)', /\?s is neither/],
  ['SELECT * { ?s ?p ?o . { SELECT ▲?s (SUM(?o) AS ?n) {?s ?p ?o} } }', /\?s is neither/],
  ['SELECT ?a ▲?a {?a ?b ?c}', /\?a appears twice in SELECT/],
  ['SELECT (1 AS ?a) (2 AS ▲?a) {}', /\?a appears twice in SELECT/],
  ['SELECT (1 AS ▲?y) {?s ?p ?o BIND(?o AS ?y)}', /\?y is already bound/],
  ['SELECT (1 AS ▲?y) {} VALUES ?y {1}', /\?y is already bound/],
  ['SELECT * {?s ?p ?o} ▲GROUP BY ?s', /SELECT \*/],
  ['SELECT * { VALUES (?a ▲?a) {(1 2)} }', /\?a appears twice in VALUES/],
  ['SELECT * { _:a ?p ?o . OPTIONAL { ▲_:a ?q ?z } }', /_:a/],
  ['SELECT * { {_:a ?p ?o} {?x ?p [ ?q ▲_:a ]} }', /_:a/],
  ['ASK {?s ?p "x"▲@toolonglanguage-x}', /“toolonglanguage-x” is not a BCP 47 language tag/],
  ['ASK {?s ?p\n"x"@en, "y"▲@a}', /“a” is not a BCP 47 language tag/],
  ['SELECT * {?s ?p ?o}\n▲OFFSET 99999999999999999999999', /OFFSET is larger than/],
  ['SELECT * {{SELECT * {?s ?p ?o} ▲LIMIT 99999999999999999999999}}', /LIMIT is larger than/],
  ['SELECT (▲<http://ex.org/f>(?o) AS ?x) {?s ?p ?o}', /function <http:\/\/ex.org\/f>/],
  ['PREFIX e: <http://ex.org/> SELECT * {?s ?p ?o\nFILTER(▲e:f(?o)) ?s e:f ?o}', /function <http:\/\/ex.org\/f>/],
  ['ASK { ?s ?p ?o FILTER(?o = ▲<http://x/%zz>) }', /<http:\/\/x\/%zz> is not an absolute IRI/],
  ['ASK {\n ▲<http://a:port/> ?p ?o }', /is not an absolute IRI/],
  ['ASK { ?s ▲<http://x/#a#b> ?o }', /is not an absolute IRI/],
  ['SELECT ?s {?s ▲<http://[x> ?o}', /is not an absolute IRI/],
  ['PREFIX e: ▲<http://x/%zz> ASK { ?s ?p ?o }', /is not an absolute IRI/],
  ['SELECT ?s {?s ?p ?o FILTER(▲COUNT(?o)>1)}', /[Aa]ggregate/],
  ['SELECT (COUNT(▲COUNT(?x)) AS ?y) {?x ?p ?o}', /[Aa]ggregate/],
  ['CONSTRUCT {?s ?p ?o} WHERE {?s ?p ?o} ▲GROUP BY ?s', /GROUP BY/],
  ['ASK {?s ?p ?o} ▲GROUP BY ?s', /GROUP BY/],
]
const UPDATES: typeof QUERIES = [
  ['INSERT {?s ?p 1} WHERE { BIND(<a:s> AS ?s)\nBIND(<a:p> AS ▲?s) }', /\?s is already bound/],
  ['INSERT {?s <a:p> 1} WHERE { { SELECT ▲?s (COUNT(?o) AS ?n) {?s ?p ?o} } }', /\?s is neither/],
  ['CLEAR DEFAULT ;\nINSERT DATA { <a:s> <a:p> "x"▲@toolonglanguage-x }', /“toolonglanguage-x” is not a BCP 47/],
  ['INSERT DATA { _:a <a:p> 1 } ; INSERT DATA { ▲_:a <a:p> 2 }', /_:a/],
  ['INSERT DATA {\n ▲<http://x/%zz> <a:p> 1 }', /<http:\/\/x\/%zz> is not an absolute IRI/],
  [`INSERT DATA { <a:s> <a:p> ▲<a:${'x'.repeat(5_000)}> }`, /An IRI has at most 4,096 characters/],
  ['INSERT {?s <a:p> ?x} WHERE { ?s ?p ?o BIND(▲<a:f>(?o) AS ?x) }', /function <a:f>/],
]
for (const [kind, cases] of [
  ['ask', QUERIES],
  ['update', UPDATES],
] as const)
  for (const [marked, sentence] of cases)
    test(`${JSON.stringify(marked)} is rejected at its location`, async () => {
      const lines = marked.slice(0, marked.indexOf('▲')).split('\n')
      const { code, detail, line, column } = await refusal(kind, marked.replace('▲', ''))
      assert.deepEqual([code, line, column], ['sparql_syntax', lines.length, lines.at(-1)!.length + 1], detail)
      assert.match(detail, sentence)
      assert.ok(detail.startsWith(`Line ${line}, column ${column}: `), detail)
    })

const EXPECTED: [text: string, kind: 'ask' | 'update', without: string, within: string][] = [
  ['INSERT DATA {?x <a:c> <a:d>}', 'update', 'a variable', 'a blank node'],
  ['INSERT DATA {<a:b> ?x <a:d>}', 'update', 'a variable', 'an IRI in <>'],
  ['DELETE DATA {_:b <a:c> <a:d>}', 'update', 'a blank node', 'an IRI in <>'],
  ['DELETE DATA {?b <a:c> <a:d>}', 'update', 'a blank node', 'an IRI in <>'],
  ['DELETE {_:b <a:c> ?d} WHERE {?s ?p ?d}', 'update', 'a blank node', 'a variable'],
  ['DELETE WHERE {_:b <a:c> ?d}', 'update', 'a blank node', 'a variable'],
  ['DELETE {?s <a:c> ?d} WHERE {?s ?p }', 'update', 'end of text', 'a blank node'],
  ['foo:bar', 'ask', 'end of text', 'SELECT'],
  ['PREFIX foo: <a:>\nfoo:bar', 'ask', 'end of text', 'CONSTRUCT'],
  ['', 'ask', 'end of text', 'SELECT'],
  ['foo:bar', 'update', 'SELECT', 'INSERT'],
]
for (const [text, kind, without, within] of EXPECTED)
  test(`the error for ${JSON.stringify(text)} (${kind}) expects ${within}, not ${without}`, async () => {
    const { detail, expected = [], line, column } = await refusal(kind, text)
    assert.ok(line && column, detail)
    assert.deepEqual([expected.includes(without), expected.includes(within)], [false, true], expected.join())
    assert.ok(!detail.split('Expected')[1]?.includes(without), detail)
  })
