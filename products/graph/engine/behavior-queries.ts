// Queries: datasets, formats, limits, rejections.
import assert from 'node:assert/strict'
import { writeTerm } from '../terms/nquads.ts'
import { ALL, type Behaviors, kind, TSV, XSD } from './behavior-bench.ts'

/** More solutions than any engine can go through within a time limit. */
export const BOMB =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(STRLEN(CONCAT(?c, ?f, ?i, ?l)) < 0) }'

export const queryBehaviors: Behaviors = {
  'a workspace is loaded from the source on its first query': async ({ commit, line, rows }) => {
    commit([line('a', 'p', '"1"'), line('b', 'p', '_:x1'), '_:x1 <urn:p> "ü\\n\\u0001" <urn:g> .'])
    assert.deepEqual(await rows('SELECT ?s { ?s <urn:p> ?o }'), ['<urn:a>', '<urn:b>'])
    assert.deepEqual(await rows('SELECT ?o { <urn:b> <urn:p> ?o }'), ['_:x1'])
    assert.deepEqual(await rows('SELECT ?s { ?s ?p ?o }', { dataset: { defaultGraphs: [], namedGraphs: [] } }), [])
  },

  'texts come back unchanged': async ({ commit, line, query }) => {
    const texts = [
      'plain',
      'ü',
      '😀',
      'a"b\\c',
      'tab\tnl\ncr\rff\fbs\b',
      '\u0001\u007f',
      '',
      ' x ',
      '}{ # <a> "',
      "'''",
      '\u2028',
    ]
    commit(texts.map((text, i) => line(`s${i}`, 'p', written(text))))
    const body = await query('SELECT ?o { ?s ?p ?o }', { format: 'application/sparql-results+json' })
    const { results } = JSON.parse(Buffer.from(body).toString())
    assert.deepEqual(results.bindings.map(({ o }: { o: { value: string } }) => o.value).sort(), texts.toSorted())
  },

  'two workspaces never see each other, whatever the text names': async ({ another, commit, line, rows, G }) => {
    commit([line('secret', 'p', '"one"')])
    const two = another()
    two.commit([two.line('open', 'p', '"two"')])
    for (const text of [
      ALL,
      'SELECT ?s ?p ?o { ?s ?p ?o }',
      `SELECT ?s FROM <${G}> FROM NAMED <${G}> { GRAPH ?g { ?s ?p ?o } }`,
      `SELECT ?s { GRAPH <${G}> { ?s ?p ?o } }`,
    ])
      assert.doesNotMatch((await two.rows(text)).join(), /secret/)
    await two.update('CLEAR ALL')
    assert.equal((await rows(ALL)).length, 1)
    assert.equal((await two.rows(ALL)).length, 0)
  },

  'a query sees the graphs of its dataset only': async ({ commit, line, rows, G, H }) => {
    commit([
      line('a', 'p', '"g"'),
      line('a', 'p', '"h"', H),
      line('a', 'next', '<urn:b>'),
      line('b', 'next', '<urn:c>', H),
    ])
    const narrow = { dataset: { defaultGraphs: [G], namedGraphs: [G] } }
    for (const text of [
      `SELECT ?o { GRAPH <${H}> { ?s ?p ?o } }`,
      `SELECT ?o FROM <${H}> { ?s ?p ?o FILTER(?o = "h") }`,
      `SELECT ?o FROM NAMED <${H}> { GRAPH ?g { ?s ?p ?o } FILTER(?o = "h") }`,
      `SELECT ?s { ?s ?p ?o FILTER EXISTS { GRAPH <${H}> { ?s ?p ?x } } }`,
      `SELECT ?o { VALUES ?g { <${H}> } GRAPH ?g { ?s ?p ?o } }`,
      `SELECT ?o { BIND(IRI("${H}") AS ?g) GRAPH ?g { ?s ?p ?o } }`,
      `SELECT ?o { GRAPH ?g { <urn:a> <urn:next>+ ?o } FILTER(?o = <urn:c>) }`,
      `SELECT ?o { <urn:a> <urn:next>* ?o FILTER(?o = <urn:c>) }`,
      `SELECT ?x { <urn:a> <urn:next>+ <urn:c> BIND(1 AS ?x) }`,
      `SELECT ?s { ?s <urn:next>/<urn:next> ?o }`,
    ])
      assert.deepEqual(await rows(text, narrow), [], text)
    assert.deepEqual(await rows(`SELECT (COUNT(*) AS ?n) { GRAPH <${H}> { ?s ?p ?o } }`, narrow), ['0'])
    assert.deepEqual(await rows('SELECT ?g { GRAPH ?g { ?s <urn:p> ?o } }'), [`<${G}>`, `<${H}>`])
    assert.deepEqual(
      await rows('SELECT ?o { ?s <urn:p> ?o }', { dataset: { defaultGraphs: [G, H], namedGraphs: [] } }),
      ['"g"', '"h"'],
    )
  },

  'ordinary queries return the answers of the specification': async ({ commit, line, rows }) => {
    const typed = (value: number) => `"${value}"^^<${XSD}integer>`
    commit([
      ...['a', 'b', 'c'].map((name, i) => line(name, 'age', typed(10 * (i + 1)))),
      ...[
        line('a', 'name', '"Ada"@en'),
        line('b', 'name', '"Ben"'),
        line('a', 'knows', '<urn:b>'),
        line('b', 'knows', '_:c'),
      ],
      ...[line('x', 'when', `"2020-05-01T10:00:00Z"^^<${XSD}dateTime>`), line('x', 'is', `"true"^^<${XSD}boolean>`)],
    ])
    for (const [text, expected] of [
      ['SELECT ?s { ?s <urn:age> ?n FILTER(?n > 15 && ?n < 25) }', ['<urn:b>']],
      ['SELECT (SUM(?n) AS ?all) (COUNT(*) AS ?c) { ?s <urn:age> ?n }', ['60\t3']],
      ['SELECT ?s { ?s <urn:age> ?n } ORDER BY DESC(?n) LIMIT 1', ['<urn:c>']],
      [
        'SELECT ?s ?o { ?s <urn:age> ?n OPTIONAL { ?s <urn:name> ?o } FILTER(?n < 35) }',
        ['<urn:a>\t"Ada"@en', '<urn:b>\t"Ben"', '<urn:c>'],
      ],
      ['SELECT ?s { ?s <urn:age> ?n FILTER NOT EXISTS { ?s <urn:name> ?o } }', ['<urn:c>']],
      ['SELECT ?s { ?s <urn:age> ?n MINUS { ?s <urn:name> ?o } }', ['<urn:c>']],
      ['SELECT ?s { { ?s <urn:age> 10 } UNION { ?s <urn:age> 30 } }', ['<urn:a>', '<urn:c>']],
      ['SELECT ?s { ?s <urn:name> ?o FILTER(LANG(?o) = "en") }', ['<urn:a>']],
      ['SELECT ?s { ?s <urn:name> ?o FILTER(REGEX(STR(?o), "^b", "i")) }', ['<urn:b>']],
      ['SELECT ?s { ?s <urn:knows>/<urn:knows> ?o FILTER(isBlank(?o)) }', ['<urn:a>']],
      ['SELECT ?s { ?s <urn:knows> ?o FILTER(isIRI(?o)) }', ['<urn:a>']],
      ['SELECT ?o { <urn:a> <urn:knows>+ ?o }', ['<urn:b>', '_:c']],
      ['SELECT ?s ?o { ?s <urn:knows>+ ?o }', ['<urn:a>\t<urn:b>', '<urn:a>\t_:c', '<urn:b>\t_:c']],
      ['SELECT ?s { ?s <urn:when> ?t FILTER(YEAR(?t) = 2020) }', ['<urn:x>']],
      ['SELECT ?o { <urn:x> <urn:is> ?o }', ['true']],
      ['SELECT ?s ?n { VALUES (?s ?n) { (<urn:a> 1) (<urn:b> UNDEF) } ?s <urn:name> ?o }', ['<urn:a>\t1', '<urn:b>']],
      ['SELECT ?s { ?s <urn:age> ?n { SELECT (MAX(?m) AS ?n) { ?x <urn:age> ?m } } }', ['<urn:c>']],
      ['SELECT ?s { ?s <urn:age> ?n } GROUP BY ?s HAVING (SUM(?n) > 25)', ['<urn:c>']],
      ['SELECT ?x { ?x <urn:knows> ?x }', []],
    ] as [string, string[]][])
      assert.deepEqual(
        (await rows(text)).map((row) => row.trimEnd()),
        expected,
        text,
      )
  },

  'each query form supports its own formats and rejects others': async ({ commit, line, query }) => {
    commit([line('a', 'p', '"1"')])
    const ask = async (text: string, format: string) => Buffer.from(await query(text, { format })).toString()
    const json = 'application/sparql-results+json'
    const xml = 'application/sparql-results+xml'
    assert.equal(JSON.parse(await ask('SELECT * { ?s ?p ?o }', json)).results.bindings.length, 1)
    assert.match(await ask('SELECT ?o { ?s ?p ?o }', 'text/csv'), /^o\r?\n1\r?\n$/)
    assert.match(await ask('SELECT ?o { ?s ?p ?o }', xml), /<literal>1<\/literal>/)
    assert.equal(JSON.parse(await ask('ASK {}', json)).boolean, true)
    assert.match(await ask('ASK { ?s <urn:no> ?o }', xml), /<boolean>false/)
    assert.equal(await ask('CONSTRUCT WHERE { ?s ?p ?o }', 'application/n-triples'), '<urn:a> <urn:p> "1" .\n')
    for (const format of ['text/turtle', 'application/ld+json', 'application/rdf+xml'])
      for (const form of ['CONSTRUCT { ?s <http://e.test/#q> ?o } { ?s ?p ?o }', 'DESCRIBE <urn:a>'])
        assert.match(await ask(form, format), /urn:a/)
    await assert.rejects(ask('SELECT * {}', 'text/turtle'), kind('format'))
    await assert.rejects(ask('CONSTRUCT WHERE { ?s ?p ?o }', 'text/csv'), kind('format'))
  },

  'a result that XML cannot represent is rejected, and any other is written': async ({ commit, line, query }) => {
    commit([line('a', '1', '"x"'), line('b', 'p', '"\\u0001"'), line('c', 'p', '"\\r"')])
    const [rows, triples] = ['application/sparql-results+xml', 'application/rdf+xml']
    const ask = async (text: string, format: string) => Buffer.from(await query(text, { format })).toString()
    await assert.rejects(ask('SELECT ?o { <urn:b> ?p ?o }', rows), kind('narrow'))
    assert.match(await ask('SELECT ?o { <urn:c> ?p ?o }', rows), /<literal>&#(?:xD|13);<\/literal>/)
    for (const name of ['a', 'b'])
      await assert.rejects(
        ask(`CONSTRUCT { ?s ?p ?o } { VALUES ?s { <urn:${name}> } ?s ?p ?o }`, triples),
        kind('narrow'),
      )
    assert.match(await ask('CONSTRUCT { ?s ?p ?o } { VALUES ?s { <urn:c> } ?s ?p ?o }', triples), />&#13;<\/p:p>/)
  },

  'each solution makes triples, and equal triples appear once': async ({ commit, line, query }) => {
    commit([line('a', 'p', '"1"'), line('b', 'p', '"1"'), line('a', 'q', '_:n'), line('c', 'p', '"2"@en')])
    const construct = async (text: string) => {
      const body = await query(`CONSTRUCT ${text}`, { format: 'application/n-triples' })
      const lines = Buffer.from(body).toString().trimEnd().split('\n')
      return lines.map((one) => one.replaceAll(/_:\S+/g, '_:')).sort()
    }
    assert.deepEqual(await construct('{ <urn:x> <urn:has> ?o } { ?s <urn:p> ?o }'), [
      '<urn:x> <urn:has> "1" .',
      '<urn:x> <urn:has> "2"@en .',
    ])
    assert.deepEqual(await construct('{ ?o <urn:of> ?s } { ?s ?p ?o }'), ['_: <urn:of> <urn:a> .'])
    assert.deepEqual(await construct('{ ?s <urn:via> [ <urn:is> ?none ] } { ?s <urn:p> "1" }'), [
      '<urn:a> <urn:via> _: .',
      '<urn:b> <urn:via> _: .',
    ])
    assert.deepEqual(await construct('{ <urn:x> <urn:is> <urn:there> } { ?s ?p ?o } LIMIT 2'), [
      '<urn:x> <urn:is> <urn:there> .',
    ])
    assert.deepEqual(await construct('{ <urn:x> a <urn:X> } { ?s <urn:none> ?o }'), [''])
  },

  'a result over its row or byte limit is rejected, one exactly at the limit is not': async ({
    commit,
    many,
    query,
    rows,
  }) => {
    commit(many(20))
    const text = 'SELECT ?s ?o { ?s ?p ?o }'
    for (const format of ['application/sparql-results+json', 'application/sparql-results+xml', 'text/csv', TSV]) {
      await query(text, { format, maxRows: 20 })
      await assert.rejects(query(text, { format, maxRows: 19 }), kind('too_large'))
    }
    for (const more of [
      'LIMIT 1000',
      'OFFSET 0',
      'LIMIT 1000 OFFSET 0',
      '# a comment',
      'ORDER BY DESC(?s) VALUES ?p {<urn:p>}',
    ])
      await assert.rejects(query(`${text} ${more}`, { maxRows: 5 }), kind('too_large'), more)
    assert.equal((await rows(`${text} LIMIT 5`, { maxRows: 5 })).length, 5)
    await assert.rejects(query(text, { maxBytes: 50 }), kind('too_large'))
    const triples = 'CONSTRUCT WHERE { ?s ?p ?o }'
    await assert.rejects(query(triples, { format: 'text/turtle', maxBytes: 50 }), kind('too_large'))
  },

  'text that is not SPARQL, or calls another server, is rejected': async ({ rows, evaluate }) => {
    await assert.rejects(rows('SELECT * { ?s ?p'), kind('syntax'))
    await assert.rejects(rows('CLEAR ALL'), kind('syntax'))
    await assert.rejects(evaluate('SELECT * {}'), kind('syntax'))
    await assert.rejects(rows('SELECT * { # \\u005Cu0041\n ?s ?p ?o }'), kind('syntax'))
    for (const silent of ['', 'SILENT'])
      await assert.rejects(rows(`SELECT * { SERVICE ${silent} <http://example.com/> { ?s ?p ?o } }`), kind('remote'))
    await assert.rejects(evaluate('LOAD <http://example.com/>'), kind('remote'))
    const insert = 'INSERT { ?s ?p ?o } WHERE { SERVICE <http://example.com/> { ?s ?p ?o } }'
    await assert.rejects(evaluate(insert), kind('remote'))
  },

  'a runaway query ends at its limit, a waiting caller can give up immediately, and the next query is answered':
    async ({ commit, many, rows, engine }) => {
      commit(many(2_000))
      await rows('SELECT ?s { ?s ?p "7" }')
      const stop = new AbortController()
      let isRunning = true
      const runaway = assert.rejects(rows(BOMB, { timeoutMs: 300 }), kind('timeout')).finally(() => {
        isRunning = false
      })
      const given = assert.rejects(rows(BOMB, { timeoutMs: 300, asker: stop }), { name: 'AbortError' })
      stop.abort()
      await given
      assert.ok(isRunning)
      await assert.rejects(rows('ASK {}', { asker: stop }), { name: 'AbortError' })
      await runaway
      assert.deepEqual(await rows('SELECT ?s { ?s ?p "7" }'), ['<urn:s7>'])
      assert.equal(engine.stats().waiting, 0)
    },

  'fifty queries at once are all answered': async ({ commit, many, rows }) => {
    commit(many(100))
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => rows(`SELECT ?s { ?s ?p "${i}" }`)))
    assert.deepEqual(
      answers,
      Array.from({ length: 50 }, (_, i) => [`<urn:s${i}>`]),
    )
  },
}

const written = (value: string): string => writeTerm({ kind: 'literal', value })
