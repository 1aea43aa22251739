import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Store } from 'oxigraph'
import { parseSparql } from './parse.ts'
import { namedVariables } from './select-star.ts'

const CASES: [text: string, variables: string][] = [
  ['select * { ?z ?y ?a }', '?z ?y ?a'],
  ['select*{?z ?y ?a}', '?z ?y ?a'],
  ['select distinct * { ?b <a:b>/<a:c>* ?a }', '?b ?a'],
  ['select * { ?s ?p ?o optional { ?o ?q ?r } filter(?hidden) }', '?s ?p ?o ?q ?r'],
  ['select * { ?s ?p ?o minus { ?x ?y ?z } filter exists { ?q ?q ?w } }', '?s ?p ?o'],
  ['select * { { ?b ?b ?b } union { ?a ?a ?a } graph ?g { ?c ?c ?c } }', '?b ?a ?g ?c'],
  ['select * { bind(1 as ?y) values (?x ?w) { (1 2) } }', '?y ?x ?w'],
  [
    'select * { { select ?b (1 as ?n) { ?a ?b ?c } } { select * { ?z ?z ?y minus { ?hidden ?h ?h } } } }',
    '?b ?n ?z ?y',
  ],
  ['select * { [ ?p ?o ] ?q (?l [ ?m $d ]) . }', '?p ?o ?q ?l ?m ?d'],
  ['select * { ?s ?p ?o } order by ?s values ?v { 1 }', '?s ?p ?o ?v'],
  ['select * # a star *\n{ ?s ?p "*" }', '?s ?p'],
]

for (const [text, variables] of CASES)
  test(`${text.replaceAll('\n', ' ')} selects ${variables}`, () => {
    const named = namedVariables(parseSparql(text, 'query'))
    const head = (query: string): string[] =>
      JSON.parse(String(new Store().query(query, { results_format: 'json' }))).head.vars
    assert.deepEqual(head(named), variables.replaceAll('?', '').split(' '))
    // The engine expands the star to the same variables.
    assert.deepEqual(head(text).toSorted(), head(named).toSorted())
  })

test('other texts stay unchanged', () => {
  for (const text of ['select ?a { ?b ?c ?a }', 'select * {}', 'ask { ?s ?p ?o }', 'describe * { ?s ?p ?o }'])
    assert.equal(namedVariables(parseSparql(text, 'query')), text)
  const inner = 'select ?a { { select * { ?b ?c ?a } } }'
  assert.equal(namedVariables(parseSparql(inner, 'query')), inner)
})
