// Updates: they return their exact net change and have no other effect.
import assert from 'node:assert/strict'
import { ALL, type Behaviors, kind, XSD } from './behavior-bench.ts'

export const updateBehaviors: Behaviors = {
  'an update is evaluated to its net change and leaves the store unchanged': async ({
    commit,
    line,
    rows,
    evaluate,
    G,
  }) => {
    commit([line('a', 'p', '"1"'), line('b', 'p', '"2"'), `_:n <urn:p> "3" <${G}> .`])
    const before = await rows(ALL)
    const delta = await evaluate(
      `PREFIX : <urn:>
       INSERT DATA { :c :p "4" } ;
       DELETE { ?s :p ?o } INSERT { ?s :q ?o } WHERE { ?s :p ?o } ;
       DELETE DATA { :c :q "4" } ;
       INSERT DATA { :a :p "1" }`,
    )
    assert.deepEqual(await rows(ALL), before)
    assert.deepEqual(
      delta.added.sort(),
      [`_:n <urn:q> "3" <${G}> .`, line('a', 'q', '"1"'), line('b', 'q', '"2"')].sort(),
    )
    assert.deepEqual(delta.removed.sort(), [`_:n <urn:p> "3" <${G}> .`, line('b', 'p', '"2"')].sort())
    assert.equal(delta.seq, 1)
  },

  'an update that fails halfway leaves the store unchanged': async ({ commit, line, rows, evaluate }) => {
    commit([line('a', 'p', '"1"')])
    const before = await rows(ALL)
    const text = 'CLEAR ALL ; INSERT DATA { <urn:x> <urn:p> 1 } ; LOAD <http://example.com/>'
    await assert.rejects(evaluate(text), kind('remote'))
    assert.deepEqual(await rows(ALL), before)
  },

  'a large update has the same effect as many small ones': async ({
    commit,
    many,
    rows,
    evaluate,
    engine,
    source,
    workspace,
    G,
  }) => {
    commit([...many(600), ...Array.from({ length: 50 }, (_, i) => `_:b${i} <urn:p> "${i}" <${G}> .`)])
    const before = await rows(ALL)
    const delta = await evaluate(
      'DELETE { ?s ?p ?o } INSERT { ?s <urn:q> ?o } WHERE { ?s ?p ?o } ; DELETE WHERE { ?s <urn:q> "7" }',
    )
    assert.equal(delta.removed.length, 650)
    assert.equal(delta.added.length, 648)
    assert.deepEqual(await rows(ALL), before)
    await engine.apply(workspace, source.commit(workspace, delta))
    assert.equal((await rows('SELECT ?s { ?s <urn:q> ?o }')).length, 648)
    assert.equal((await rows('SELECT ?s { ?s <urn:p> ?o }')).length, 0)
    await assert.rejects(evaluate('CLEAR ALL', { maxChanges: 100 }), kind('too_large'))
  },

  'an update outside its scope is rejected': async ({ commit, line, evaluate }) => {
    commit([line('a', 'p', '"1"')])
    const other = '<urn:tenant:x:ws:w:graph:main>'
    for (const text of [
      `INSERT DATA { GRAPH ${other} { <urn:a> <urn:p> 1 } }`,
      `DELETE DATA { GRAPH ${other} { <urn:a> <urn:p> 1 } }`,
      `INSERT { GRAPH ?g { ?s ?p ?o } } WHERE { ?s ?p ?o BIND(IRI("urn:else") AS ?g) }`,
      `WITH ${other} DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`,
      `INSERT { ?s ?p ?o } USING ${other} WHERE { ?s ?p ?o }`,
      `COPY ${other} TO DEFAULT`,
      `MOVE DEFAULT TO ${other}`,
      `CLEAR GRAPH ${other}`,
      `CREATE GRAPH ${other}`,
    ])
      await assert.rejects(evaluate(text), kind('scope'), text)
  },

  'new blank nodes get fresh labels, known ones keep theirs': async ({
    commit,
    update,
    rows,
    source,
    workspace,
    G,
  }) => {
    commit([`<urn:a> <urn:p> _:known <${G}> .`])
    const text = 'INSERT { ?o <urn:q> _:new } WHERE { <urn:a> <urn:p> ?o }'
    const first = await update(text)
    const second = await update(text)
    assert.match(first.added[0]!, /^_:known <urn:q> _:b_[0-9a-z]{26}_0 /)
    assert.notEqual(first.added[0], second.added[0])
    const known = await rows('SELECT ?s { ?s <urn:q> ?o }')
    assert.deepEqual(known, ['_:known', '_:known'])
    assert.deepEqual((await update('DELETE WHERE { ?s <urn:q> ?o }')).removed.length, 2)
    assert.deepEqual(source.lines(workspace), [`<urn:a> <urn:p> _:known <${G}> .`])
  },

  'lines come back as they were written, although the store normalizes values': async ({
    commit,
    line,
    evaluate,
    update,
    rows,
    G,
    H,
  }) => {
    const written = [
      line('a', 'p', `"01"^^<${XSD}int>`),
      line('a', 'p', `"1"^^<${XSD}integer>`),
      line('b', 'p', `"1.50"^^<${XSD}decimal>`),
      line('c', 'p', `"2020-01-01T00:00:00.000Z"^^<${XSD}dateTime>`),
    ]
    commit(written)
    assert.deepEqual((await evaluate('DELETE WHERE { ?s ?p ?o }')).removed.sort(), [...written].sort())
    assert.deepEqual((await evaluate(`INSERT DATA { <urn:b> <urn:p> "1.50"^^<${XSD}decimal> }`)).added, [])
    assert.equal((await evaluate(`INSERT DATA { <urn:b> <urn:p> 1.5 }`)).added.length, 1)
    assert.deepEqual((await evaluate(`DELETE DATA { <urn:b> <urn:p> "1.500"^^<${XSD}decimal> }`)).removed, [])
    const copied = await evaluate(`COPY DEFAULT TO <${H}>`)
    assert.deepEqual(copied.added.sort(), written.map((one) => one.replace(`<${G}>`, `<${H}>`)).sort())
    assert.equal((await rows('SELECT ?o { <urn:a> ?p ?o }')).length, 1)
    const removed = await update(`DELETE DATA { <urn:a> <urn:p> "01"^^<${XSD}int> }`)
    assert.deepEqual(removed.removed, [written[0]])
    assert.deepEqual(await rows('SELECT ?o { <urn:a> ?p ?o }'), ['1'])
  },

  'a value found by WHERE is inserted as it was originally written': async ({
    commit,
    line,
    evaluate,
    update,
    source,
    workspace,
    G,
    H,
  }) => {
    const [int, whole] = [`"01"^^<${XSD}int>`, `"1"^^<${XSD}integer>`]
    commit([line('a', 'p', int), line('a', 'p', whole), line('b', 'p', int), line('c', 'q', `"1.50"^^<${XSD}decimal>`)])
    const renamed = await evaluate('DELETE { ?s <urn:p> ?o } INSERT { ?s <urn:r> ?o } WHERE { ?s <urn:p> ?o }')
    assert.deepEqual(renamed.added.sort(), [line('a', 'r', int), line('a', 'r', whole), line('b', 'r', int)].sort())
    assert.equal(renamed.removed.length, 3)
    const same = await evaluate('DELETE { ?s ?p ?o } INSERT { ?s ?p ?o } WHERE { ?s ?p ?o }')
    assert.deepEqual([same.added, same.removed], [[], []])
    for (const where of [
      '<urn:b> <urn:p> ?o',
      'OPTIONAL { <urn:b> <urn:p> ?o }',
      `GRAPH <${G}> { <urn:b> <urn:p> ?o }`,
      'GRAPH ?g { <urn:b> ?p ?o FILTER(?o = 1) }',
      // Both have the same value; the spelling of the first pattern wins.
      '<urn:b> <urn:p> ?o . <urn:a> <urn:p> ?o',
      'MINUS { <urn:z> <urn:p> ?o } <urn:b> <urn:p> ?o',
    ])
      assert.deepEqual((await evaluate(`INSERT { <urn:x> <urn:y> ?o } WHERE { ${where} }`)).added, [
        line('x', 'y', int),
      ])
    const said = `INSERT { <urn:x> <urn:y> ?o } WHERE { VALUES ?o { "007"^^<${XSD}int> } }`
    assert.deepEqual((await evaluate(said)).added, [line('x', 'y', `"007"^^<${XSD}int>`)])
    const both = `INSERT { <urn:x> <urn:y> ?o } WHERE { VALUES ?o { "007"^^<${XSD}int> 7 } }`
    assert.equal((await evaluate(both)).added.length, 2)
    const computed = `INSERT { <urn:x> <urn:y> ?n } WHERE { VALUES ?o { "007"^^<${XSD}int> } BIND(3 + 4 AS ?n) }`
    assert.deepEqual((await evaluate(computed)).added, [line('x', 'y', `"7"^^<${XSD}integer>`)])
    const bound = `INSERT { <urn:x> <urn:y> ?o } WHERE { BIND("2.0"^^<${XSD}decimal> AS ?o) }`
    assert.deepEqual((await evaluate(bound)).added, [line('x', 'y', `"2.0"^^<${XSD}decimal>`)])
    const counted = 'INSERT { ?s <urn:n> ?n } WHERE { ?s <urn:p> ?o FILTER(?s = <urn:b>) BIND(?o + 1 AS ?n) }'
    assert.deepEqual((await evaluate(counted)).added, [line('b', 'n', `"2"^^<${XSD}integer>`)])
    await update(`DELETE { ?s ?p ?o } INSERT { GRAPH <${H}> { ?s ?p ?o } } WHERE { ?s ?p ?o }`)
    assert.ok(source.lines(workspace).includes(line('c', 'q', `"1.50"^^<${XSD}decimal>`).replace(`<${G}>`, `<${H}>`)))
  },

  'a literal with an invalid or unusual value can be added and removed': async ({ commit, line, update, rows }) => {
    const odd = [
      '"abc"^^int',
      '"99999999999999999999999"^^integer',
      '"12:00:00"^^time',
      '"maybe"^^boolean',
      '"NaN"^^double',
      '"-0"^^integer',
    ]
    const lines = odd.map((literal, i) => line(`s${i}`, 'p', literal.replace(/\^\^(.*)$/, `^^<${XSD}$1>`)))
    commit([...lines, line('s0', 'p', '"other"'), line('s0', 'p', '"other"@en')])
    assert.equal((await rows('SELECT ?o { ?s ?p ?o }')).length, lines.length + 2)
    assert.deepEqual(await rows('SELECT ?o { <urn:s2> ?p ?o }'), [`"12:00:00"^^<${XSD}time>`])
    for (const [i] of odd.entries())
      await update(
        `DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER(?s = <urn:s${i}> && DATATYPE(?o) != <${XSD}string> && LANG(?o) = "") }`,
      )
    assert.deepEqual(await rows('SELECT ?o { ?s ?p ?o }'), ['"other"', '"other"@en'])
  },
}
