// The projection on a real server: several processes at once, different histories, leftovers of crashed processes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '@veritrace/platform/ids'
import { openLog } from '@veritrace/platform/log'
import type { Engine } from '../engine.ts'
import { openOxigraph } from '../oxigraph/open.ts'
import { type MemorySource, memorySource } from '../testing.ts'
import { openRemote, type RemoteOptions } from './open.ts'
import { openServer, type Server } from './server.ts'
import { noVirtuoso, releaseVirtuoso, useVirtuoso, type Virtuoso } from './testing.ts'

const log = openLog('silent')

describe('the projection on a server', { skip: noVirtuoso }, () => {
  let virtuoso: Virtuoso
  let server: Server
  const engines: Engine[] = []
  before(async () => {
    virtuoso = await useVirtuoso()
    server = openServer({ url: virtuoso.url })
  })
  after(async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    await releaseVirtuoso()
  })

  async function open(source: MemorySource, more: Partial<RemoteOptions> = {}): Promise<Engine> {
    const embedded: RemoteOptions['embedded'] = (from) => openOxigraph({ source: from, log, workers: 1 })
    const engine = await openRemote({ server: { url: virtuoso.url }, source, log, embedded, ...more })
    engines.push(engine)
    return engine
  }
  const workspace = () => newId('w')
  const graphOf = (name: string) => `urn:tenant:t:ws:${name}:graph:main`
  const line = (name: string, subject: string, object: string | number) =>
    `<urn:${subject}> <urn:p> "${object}" <${graphOf(name)}> .`
  const many = (name: string, count: number) => Array.from({ length: count }, (_, i) => line(name, `s${i}`, i))

  async function count(engine: Engine, name: string, atLeastSeq = 0): Promise<number> {
    const body = await engine.query(name, {
      text: 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }',
      dataset: { defaultGraphs: [graphOf(name)], namedGraphs: [] },
      ...{ format: 'text/csv', timeoutMs: 20_000, maxRows: 10, maxBytes: 1_000, atLeastSeq },
    })
    return Number(Buffer.from(body).toString().split('\r\n')[1])
  }
  const subjects = async (name: string) =>
    (await server.rows(`SELECT ?s FROM <${graphOf(name)}> { ?s ?p ?o }`)).map(({ s }) => s!.value).sort()
  const editRecord = (name: string, text: string) =>
    server.update(text.replaceAll('$', `<urn:veritrace:workspace:${encodeURIComponent(name)}>`))

  test('a second process reuses what the first has loaded, and follows changes', async () => {
    const source = memorySource()
    const name = workspace()
    source.commit(name, { added: many(name, 10) })
    const [one, two] = [await open(source), await open(source)]
    assert.equal(await count(one, name), 10)
    assert.equal(await count(two, name), 10)
    assert.equal(source.loads, 1)
    const change = source.commit(name, { added: [line(name, 'new', 'x')], removed: [line(name, 's0', 0)] })
    await one.apply(name, change)
    assert.equal(await count(two, name, change.seq), 10)
    assert.deepEqual(
      await subjects(name),
      [
        ...many(name, 10)
          .slice(1)
          .map((_, i) => `urn:s${i + 1}`),
        'urn:new',
      ].sort(),
    )
    assert.equal(source.loads, 1)
  })

  test('processes that load and change the same workspace at once end up with the same state', async () => {
    const source = memorySource()
    const name = workspace()
    source.commit(name, { added: many(name, 300) })
    const all = await Promise.all([open(source), open(source), open(source)])
    assert.deepEqual(await Promise.all(all.map((engine) => count(engine, name))), [300, 300, 300])
    for (let i = 0; i < 6; i++) {
      const removed = [line(name, 'n', i - 1), line(name, `s${i}`, i)]
      const change = source.commit(name, { added: [line(name, 'n', i)], removed })
      const committer = all[i % 3]!
      const counts = [committer.apply(name, change), ...all.map((engine) => count(engine, name, change.seq))]
      assert.deepEqual(await Promise.all(counts), [undefined, 300 - i, 300 - i, 300 - i])
    }
    assert.equal((await subjects(name)).length, 295)
  })

  test('an interrupted load is restarted and leaves nothing behind', async () => {
    const source = memorySource()
    const name = workspace()
    source.commit(name, { added: many(name, 600) })
    const fails: MemorySource = {
      ...source,
      load: async (key) => ({ seq: (await source.load(key)).seq, chunks: half(source, key) }),
    }
    await assert.rejects(count(await open(fails), name), { kind: 'unavailable' })
    assert.ok((await subjects(name)).length > 0, 'the failed load wrote nothing')
    source.commit(name, { removed: many(name, 600).slice(0, 590) })
    assert.equal(await count(await open(source), name), 10)
    assert.equal((await subjects(name)).length, 10)
  })

  async function* half(source: MemorySource, key: string): AsyncGenerator<string> {
    let pieces = 0
    for await (const piece of (await source.load(key)).chunks) {
      if (pieces++ > 20) throw new Error('The database went away.')
      yield piece
    }
  }

  test('changes that were applied but not recorded are applied again without harm', async () => {
    const source = memorySource()
    const name = workspace()
    source.commit(name, { added: many(name, 5) })
    assert.equal(await count(await open(source), name), 5)
    source.commit(name, { added: [line(name, 'a', 1)] })
    const { seq } = source.commit(name, { removed: [line(name, 'a', 1), line(name, 's0', 0)] })
    await server.update(`INSERT DATA { GRAPH <${graphOf(name)}> { <urn:a> <urn:p> "1" } }`)
    assert.equal(await count(await open(source), name, seq), 4)
  })

  test('a process takes over an abandoned claim after a wait', async () => {
    const source = memorySource()
    const name = workspace()
    source.commit(name, { added: many(name, 3) })
    await editRecord(name, 'INSERT DATA { GRAPH <urn:veritrace:projection> { $ <urn:veritrace:claim> "p_gone 7" } }')
    const began = performance.now()
    assert.equal(await count(await open(source, { goneMs: 600 }), name), 3)
    assert.ok(performance.now() - began > 600)
    await assert.rejects(count(await open(source, { waitMs: 300 }), `other-${name}`, 1), { kind: 'unavailable' })
  })

  test('a history with the same numbers but other changes is detected', async () => {
    const name = workspace()
    const histories = ['first', 'second'].map((history, i): MemorySource => {
      const source = memorySource()
      source.commit(name, { added: [line(name, history, i)] })
      return { ...source, mark: async (_, seq) => `${history} ${seq}` }
    })
    assert.equal(await count(await open(histories[0]!), name), 1)
    assert.deepEqual(await subjects(name), ['urn:first'])
    assert.equal(await count(await open(histories[1]!), name), 1)
    assert.deepEqual(await subjects(name), ['urn:second'])
  })

  test('a server that was emptied is filled again, even while it is in use', async () => {
    const source = memorySource()
    const name = workspace()
    source.commit(name, { added: many(name, 4) })
    const engine = await open(source)
    assert.equal(await count(engine, name), 4)
    await server.update(`CLEAR GRAPH <${graphOf(name)}>`)
    await editRecord(name, 'DELETE WHERE { GRAPH <urn:veritrace:projection> { $ ?p ?o } }')
    assert.equal(await count(engine, name), 4)
    assert.equal(source.loads, 2)
  })

  test('credentials are sent when the server asks for them', async () => {
    const address = { url: virtuoso.authUrl, user: 'dba' }
    const known = openServer({ ...address, password: 'dba' })
    await known.update('INSERT DATA { GRAPH <urn:auth> { <a:a> <a:b> "c" } }')
    for (let i = 0; i < 3; i++) assert.equal((await known.rows('SELECT ?o FROM <urn:auth> { ?s ?p ?o }')).length, 1)
    const stranger = openServer({ ...address, password: 'guess' })
    await assert.rejects(stranger.update('CLEAR GRAPH <urn:auth>'), { kind: 'unavailable' })
    await assert.rejects(openServer({ url: virtuoso.authUrl }).rows('ASK {}'), { kind: 'unavailable' })
    assert.equal((await known.rows('SELECT ?o FROM <urn:auth> { ?s ?p ?o }')).length, 1)
  })
})
