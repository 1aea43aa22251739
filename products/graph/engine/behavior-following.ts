// Following the source: changes out of order, gaps, failures, forgetting.
import assert from 'node:assert/strict'
import { ALL, type Behaviors, kind } from './behavior-bench.ts'
import { BOMB } from './behavior-queries.ts'

export const followingBehaviors: Behaviors = {
  'a caller reads its own writes, and a gap is filled from the source': async ({
    commit,
    line,
    rows,
    engine,
    source,
    workspace,
  }) => {
    commit([line('a', 'p', '"1"')])
    await rows(ALL)
    const { loads } = source
    const second = source.commit(workspace, { added: [line('b', 'p', '"2"')] })
    const third = source.commit(workspace, { added: [line('c', 'p', '"3"')], removed: [line('a', 'p', '"1"')] })
    assert.equal((await rows(ALL)).length, 1)
    await engine.apply(workspace, third)
    await engine.apply(workspace, second)
    assert.deepEqual(await rows('SELECT ?s { ?s ?p ?o }'), ['<urn:b>', '<urn:c>'])
    const { seq } = source.commit(workspace, { added: [line('d', 'p', '"4"')] })
    assert.equal((await rows(ALL, { atLeastSeq: seq })).length, 3)
    await assert.rejects(rows(ALL, { atLeastSeq: seq + 1 }), kind('unavailable'))
    assert.equal(source.loads, loads)
  },

  'a line that is added, removed and added again exists once': async ({ commit, line, rows, source, workspace }) => {
    const one = line('a', 'p', '"1"')
    commit([one])
    await rows(ALL)
    source.commit(workspace, { removed: [one] })
    source.commit(workspace, { added: [one, line('b', 'p', '"2"')] })
    const { seq } = source.commit(workspace, { removed: [line('b', 'p', '"2"')] })
    assert.deepEqual(await rows('SELECT ?s { ?s ?p ?o }', { atLeastSeq: seq }), ['<urn:a>'])
  },

  'a change that cannot be applied makes the engine reload the workspace': async ({
    commit,
    line,
    rows,
    engine,
    source,
    workspace,
  }) => {
    commit([line('a', 'p', '"1"')])
    await rows(ALL)
    const { seq } = source.commit(workspace, { added: [line('b', 'p', '"2"')] })
    await engine.apply(workspace, { seq, added: ['not a line'], removed: [] })
    assert.equal((await rows(ALL)).length, 2)
  },

  'a forgotten workspace is loaded again': async ({ commit, line, rows, engine, source, workspace }) => {
    commit([line('a', 'p', '"1"')])
    await rows(ALL)
    const { loads } = source
    await engine.forget(workspace)
    assert.equal((await rows(ALL)).length, 1)
    assert.equal(source.loads, loads + 1)
  },

  'a workspace is reloaded, without removed lines, when the change log does not reach back far enough': async ({
    commit,
    line,
    rows,
    source,
    workspace,
    H,
  }) => {
    commit([line('a', 'p', '"1"'), line('a', 'p', '"1"', H)])
    assert.equal((await rows(ALL)).length, 2)
    const { loads } = source
    source.commit(workspace, { removed: [line('a', 'p', '"1"', H)] })
    const { seq } = source.commit(workspace, { added: [line('b', 'p', '"2"')] })
    source.sweep(workspace, seq - 1)
    assert.equal((await rows(ALL, { atLeastSeq: seq })).length, 2)
    assert.deepEqual(await rows('SELECT ?s { ?s ?p ?o }'), ['<urn:a>', '<urn:b>'])
    assert.equal(source.loads, loads + 1)
  },

  'a workspace is unavailable while its source fails, and closing the engine fails pending requests': async ({
    open,
    source,
  }) => {
    let isDown = true
    const fresh = source.fresh()
    const own = await open({
      ...fresh,
      load: (name: string) => (isDown ? Promise.reject(new Error('down')) : fresh.load(name)),
    })
    try {
      own.commit(own.many(2_000))
      await assert.rejects(own.rows(ALL), kind('unavailable'))
      isDown = false
      assert.equal((await own.rows(ALL)).length, 2_000)
      const flying = [own.rows(BOMB), own.rows(ALL)]
      const ended = flying.map((one) => one.then(() => undefined, kind('unavailable')))
      await own.engine.close()
      await Promise.all(ended)
      await assert.rejects(own.rows(ALL), kind('unavailable'))
    } finally {
      await own.engine.close()
    }
  },

  'queries during many changes each see one consistent state, and the last query sees the last state': async ({
    commit,
    line,
    rows,
    engine,
    source,
    workspace,
  }) => {
    commit([line('n', 'p', '"0"')])
    await rows(ALL)
    const seen: number[] = []
    for (let i = 1; i <= 12; i++) {
      const change = source.commit(workspace, {
        removed: [line('n', 'p', `"${i - 1}"`)],
        added: [line('n', 'p', `"${i}"`)],
      })
      const reading = rows('SELECT ?o { <urn:n> <urn:p> ?o }').then((found) => seen.push(found.length))
      await Promise.all([engine.apply(workspace, change), reading])
    }
    assert.deepEqual(await rows('SELECT ?o { <urn:n> <urn:p> ?o }'), ['"12"'])
    assert.deepEqual([...new Set(seen)], [1])
  },
}
