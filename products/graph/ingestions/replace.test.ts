// Documents that replace a context: readers see all of the old until all of the new is there, whatever happens in
// between.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { search as searching } from '@veritrace/contract/graph/search'
import { shapes } from '@veritrace/contract/graph/shapes'
import { traversal } from '@veritrace/contract/graph/traversal'
import { tutor } from '@veritrace/contract/graph/tutor'
import type { Job } from '@veritrace/platform/jobs/job'
import { statementId } from '@veritrace/platform/rdf/statement-id'
import type { TestApp } from '@veritrace/platform/testing/app'
import { jobRun } from '@veritrace/platform/testing/job-run'
import { sql } from 'kysely'
import { turtle } from '../shapes/testing.ts'
import { fact } from '../statements/testing.ts'
import { type ClockedApp, clockedGraphApp } from '../testing.ts'
import { REPLACED_CHUNK } from './rules.ts'
import { cutAt, ingestingTenant } from './testing.ts'

let app: TestApp
let clock: ClockedApp['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

const TYPE = 'application/n-triples'
/** Size of a document that is written in two chunks. */
const LARGE = REPLACED_CHUNK + 50
const document = (version: string, statements: number) =>
  Array.from({ length: statements }, (_, i) => `<urn:thing:${i}> <urn:version> <urn:${version}> .\n`).join('')

async function replacingTenant() {
  const tenant = await ingestingTenant(app)
  const { send, at, as, api, runInPart, iri } = tenant
  const record = (id: string) => api().get({ params: { id }, headers: at() })
  return {
    ...tenant,
    record,
    /** Writes the first of its chunks and loses the worker. */
    begin: async (id: string) => {
      await runInPart(app.product, id, 1)
      const { received, total } = await record(id)
      assert.equal(received, REPLACED_CHUNK)
      assert.ok(received < total!, 'it is not finished')
    },
    say: (name: string, metadata = {}) => as().create({ body: { ...fact(name), metadata }, headers: at() }),
    remove: (thing: number, version = 'old') => {
      const line = `<urn:thing:${thing}> <urn:version> <urn:${version}> <${iri('facts')}> .`
      return as().delete({ params: { id: statementId(line) }, headers: at() })
    },
    update: async (text: string) => {
      const authorization = `Bearer ${await app.key(tenant.tenant, 'member')}`
      const headers = { authorization, 'content-type': 'application/sparql-update', ...at() }
      const answer = await fetch(`${app.url}/graph/sparql/update`, { method: 'POST', headers, body: text })
      return (await answer.json()) as { inserted: number; deleted: number; code?: string }
    },
    /** All stored contexts, including copies. */
    contexts: async () => {
      const { rows } = await sql<{ context: string; statements: number }>`
        select context, statements from graph.contexts where tenant_id = ${tenant.tenant.id} and statements > 0
        order by context`.execute(app.platform.db)
      return rows.map(({ context, statements }) => [context, statements])
    },
    /** The graphs that a workspace query finds. */
    named: async () => {
      const authorization = `Bearer ${await app.key(tenant.tenant, 'viewer')}`
      const headers = { authorization, accept: 'text/csv', ...at('facts', { wide: true }) }
      const query = encodeURIComponent('SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }')
      return (await fetch(`${app.url}/graph/sparql?query=${query}`, { headers })).text()
    },
    /** The workspace statistics. */
    stats: async () => {
      const headers = at('facts', { wide: true })
      const { contexts, total } = await as().stats({ headers })
      const counted = await as().stats({ headers, query: { only: 'contexts' } })
      assert.deepEqual([counted.contexts, counted.total], [contexts, total])
      return { total, contexts: contexts.map(({ contextId, count }) => [contextId, count]) }
    },
    replace: async (text: string) => {
      clock.advance(1_000)
      return (await send(TYPE, text, { query: '?mode=replace' })).id
    },
    /** What readers find, in the statistics and in a traversal. */
    seen: async () => {
      const { total } = await as().stats({ headers: at() })
      const walked = await app
        .client(traversal, tenant.tenant, 'viewer')
        .walk({ body: { start: 'urn:thing:0', direction: 'out' }, headers: at() })
      return [total, ...walked.edges.map(({ to }) => to)]
    },
  }
}

test('a document replaces its context and no other, and may be sent again after another one', async () => {
  const { send, run, replace, record, seen, as, at } = await replacingTenant()
  await run(app.product, (await send(TYPE, document('kept', 3), { context: 'other' })).id)
  for (const [version, count] of [
    ['a', 5],
    ['b', 3],
    ['a', 5],
  ] as const) {
    const id = await replace(document(version, count))
    await run(app.product, id)
    const { status, mode, inserted } = await record(id)
    assert.deepEqual([status, mode, inserted], ['succeeded', 'replace', count])
    assert.deepEqual(await seen(), [count, `urn:${version}`])
    assert.equal(await replace(document(version, count)), id, 'sending it again changes nothing')
  }
  const { contexts } = await as().stats({ headers: at('facts', { wide: true }), query: { only: 'contexts' } })
  assert.deepEqual(
    contexts.map(({ count }) => count),
    [5, 3],
    'no copies are left',
  )
})

test('a context with a name similar to that of a replaced one keeps its contents', async () => {
  const { send, run, replace, as, at } = await replacingTenant()
  for (const context of ['facts~old', 'facts~next', 'facts.old'])
    await run(app.product, (await send(TYPE, document('kept', 2), { context })).id)
  for (const version of ['a', 'b']) await run(app.product, await replace(document(version, 3)))
  const { contexts } = await as().stats({ headers: at('facts', { wide: true }), query: { only: 'contexts' } })
  assert.deepEqual(contexts.map(({ count }) => count).sort(), [2, 2, 2, 3])
  const { status, code } = await send(TYPE, document('kept', 1), { context: 'facts+old' })
  assert.deepEqual([status, code], [400, 'bad_request'], 'callers cannot write to the copy')
})

for (const ending of ['fails', 'is canceled'] as const)
  test(`writes and deletions during a replacement that ${ending} are visible immediately, and stay`, async () => {
    const { run, replace, record, seen, api, as, at, begin, say, remove, update, contexts } = await replacingTenant()
    await run(app.product, await replace(document('old', 9)))
    const id = await replace(document('new', LARGE) + document('old', 1))
    await begin(id)
    assert.deepEqual(await seen(), [9, 'urn:old'])
    const { id: during } = await say('during', { by: 'others' })
    assert.deepEqual((await as().get({ params: { id: during }, headers: at() })).metadata, { by: 'others' })
    await say('briefly')
    assert.equal((await update('DELETE DATA { <http://e.test/briefly> <http://e.test/says> "x" }')).deleted, 1)
    await remove(1)
    const deleted = await update('DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER(?s IN (<urn:thing:2>, <urn:thing:3>)) }')
    assert.equal(deleted.deleted, 2, 'of the visible statements')
    assert.deepEqual(await seen(), [9 + 1 - 3, 'urn:old'])

    if (ending === 'is canceled') await api().cancel({ params: { id }, headers: at() })
    else await assert.rejects(run(app.product, id, 6, AbortSignal.abort(new Error('no time'))), /no time/)
    assert.equal((await record(id)).status, 'failed')
    assert.deepEqual(await seen(), [7, 'urn:old'])
    const { id: after } = await say('after')
    await remove(4)
    await say('during', { twice: 'yes' })
    assert.deepEqual(await seen(), [7, 'urn:old'])

    await run(app.product, id)
    assert.deepEqual(await seen(), [7, 'urn:old'])
    assert.deepEqual(await contexts(), [['facts', 7]], 'nothing is left of the document or the copy')
    const said = await as().get({ params: { id: during }, headers: at() })
    assert.deepEqual(said.metadata, { by: 'others', twice: 'yes' })
    await as().get({ params: { id: after }, headers: at() })
    assert.equal((await update('DELETE WHERE { ?s ?p ?o }')).deleted, 7)
    assert.deepEqual(await seen(), [0])
    await run(app.product, await replace(document('next', 3)))
    assert.deepEqual(await seen(), [3, 'urn:next'])
  })

test('writes and deletions during a replacement that succeeds apply to the new contents, too', async () => {
  const { run, replace, seen, begin, say, remove, contexts } = await replacingTenant()
  await run(app.product, await replace(document('old', 1)))
  const id = await replace(document('new', LARGE))
  await begin(id)
  await say('during')
  assert.deepEqual(await seen(), [2, 'urn:old'])
  // Removes as many statements of the new contents as the old contents had.
  await remove(0, 'new')
  await run(app.product, id, 2)
  assert.deepEqual(await seen(), [LARGE])
  assert.deepEqual(await contexts(), [['facts', LARGE]])
})

test('during a replacement nodes are found by their vectors, and the name of the copy is never shown', async () => {
  const { run, send, replace, begin, stats, tenant, at, iri, as } = await replacingTenant()
  await run(app.product, (await send(TYPE, document('kept', 3), { context: 'other' })).id)
  const label = '<urn:dog> <http://www.w3.org/2000/01/rdf-schema#label> "a dog" .\n'
  await run(app.product, await replace(`${label}<urn:dog> <urn:sort> <urn:animal> .\n`))
  const search = app.client(searching, tenant, 'member')
  const vectors = [{ nodeId: 'urn:dog', vector: [1, 0, 0] }]
  await search.putVectors({ body: { space: 'own', dimension: 3, vectors }, headers: at() })
  await begin(await replace(document('new', LARGE)))
  const { items } = await search.byVector({ body: { space: 'own', vector: [1, 0, 0] }, headers: at() })
  assert.deepEqual(
    items.map(({ nodeId, label }) => [nodeId, label]),
    [['urn:dog', 'a dog']],
    'described by its old label',
  )
  assert.deepEqual(await stats(), {
    total: 5,
    contexts: [
      [iri('facts'), 2],
      [iri('other'), 3],
    ],
  })
  const { contexts } = await as().stats({ headers: at() })
  assert.deepEqual(contexts, [{ contextId: iri('facts'), count: 2 }])
  const walker = app.client(traversal, tenant, 'viewer')
  const { edges } = await walker.walk({ body: { start: 'urn:dog' }, headers: at() })
  const found = await as().get({ params: { id: edges[0]!.edgeId }, headers: at() })
  assert.deepEqual([found.object, found.contextId], ['urn:animal', iri('facts')])
  const teacher = app.client(tutor, tenant, 'viewer')
  for (const [contextId, headers] of [
    [undefined, at()],
    [iri('facts'), at()],
    ['facts', at('other', { wide: true })],
  ] as const) {
    const body = { question: 'What sort is a dog?', ...(contextId && { contextId }) }
    const { citations } = await teacher.answer({ body, headers })
    assert.deepEqual(
      citations.map(({ source }) => source),
      [iri('facts')],
    )
  }
})

test('two replacements of a context run in the order of their arrival', async () => {
  const { run, replace, record, seen, begin, api, at } = await replacingTenant()
  const first = await replace(document('first', LARGE))
  const second = await replace(document('second', 2))
  const third = await replace(document('third', 3))
  assert.notEqual(await replace(document('first', LARGE)), first, 'a replacement in between would win otherwise')
  await run(app.product, second)
  assert.equal((await record(second)).status, 'queued', 'it must wait for its turn')
  await begin(first)
  await run(app.product, second)
  assert.equal((await record(second)).status, 'queued')
  await run(app.product, first, 2)
  assert.deepEqual(await seen(), [LARGE, 'urn:first'])
  await api().cancel({ params: { id: second }, headers: at() })
  clock.advance(1_000)
  await run(app.product, third)
  assert.deepEqual(await seen(), [3, 'urn:third'])
})

test('a replacement that is canceled after it has begun to remove the previous contents restores all of them', async () => {
  const { run, replace, record, seen, api, at, contexts } = await replacingTenant()
  await run(app.product, await replace(document('old', 2_500)))
  const id = await replace(document('new', 10))
  // Three transactions have copied, and one has removed.
  await assert.rejects(run(app.product, id, 1, cutAt('batched-change.ts', 5)), /cut off/)
  assert.deepEqual(await contexts(), [
    ['facts', 1_510],
    ['facts+old', 2_500],
  ])
  await api().cancel({ params: { id }, headers: at() })
  assert.equal((await record(id)).received, 10)
  assert.deepEqual(await seen(), [2_500, 'urn:old'])
  await run(app.product, id)
  assert.deepEqual(await seen(), [2_500, 'urn:old'])
  assert.deepEqual(await contexts(), [['facts', 2_500]])
})

test('writes while a replacement waits for its turn stay, and the previous contents go', async () => {
  const { run, replace, begin, say, as, at, update, send, contexts, remove } = await replacingTenant()
  const isThere = (name: string) => update(`DELETE DATA { <http://e.test/${name}> <http://e.test/says> "x" }`)
  await run(app.product, await replace(document('old', 9)))
  const first = await replace(document('first', LARGE))
  await say('before-it-begins')
  clock.advance(1_000)
  await begin(first)
  await say('between')
  const second = await replace(document('second', 2))
  clock.advance(1_000)
  await say('meanwhile')
  await say('between-the-two', { by: 'others' })
  await remove(2)
  const same = (thing: number) => ({ subject: `urn:thing:${thing}`, predicate: 'urn:version', object: 'urn:first' })
  for (const thing of [0, LARGE - 1])
    await as().create({ body: { ...fact('x'), ...same(thing), objectType: 'iri' }, headers: at() })
  await run(app.product, (await send(TYPE, document('added', 3))).id)
  clock.advance(1_000)
  await run(app.product, first, 2)
  assert.deepEqual(await contexts(), [['facts', LARGE + 2 + 2 + 3]])
  await run(app.product, second)
  assert.deepEqual(
    await contexts(),
    [['facts', 2 + 2 + 2 + 3]],
    'the second document, two repeated statements, two new ones, the added document',
  )
  for (const [name, count] of [
    ['meanwhile', 1],
    ['between', 0],
  ] as const)
    assert.equal((await isThere(name)).deleted, count)
})

test('statements restored before the next replacement are removed by it, unless they were asserted after it arrived', async () => {
  const { run, replace, send, say, api, as, at, contexts, update, seen } = await replacingTenant()
  await run(app.product, await replace(document('old', 1_010)))
  clock.advance(1_000)
  const said = { ...fact('before-begin'), metadata: { by: 'the document' } }
  const first = (await send('application/json', JSON.stringify({ statements: [said] }), { query: '?mode=replace' })).id
  clock.advance(1_000)
  await say('before-second')
  const second = await replace(document('second', 2))
  clock.advance(1_000)
  const { id } = await say('before-begin')
  clock.advance(1_000)
  // Two transactions have copied; interrupt before the second one that removes.
  await assert.rejects(run(app.product, first, 1, cutAt('batched-change.ts', 4)), /cut off/)
  await say('meanwhile')
  await api().cancel({ params: { id: first }, headers: at() })
  assert.deepEqual(await seen(), [1_010 + 3, 'urn:old'])
  clock.advance(1_000)
  await run(app.product, first)
  assert.deepEqual(await contexts(), [['facts', 1_010 + 3]])
  assert.deepEqual(
    (await as().get({ params: { id }, headers: at() })).metadata,
    {},
    'the metadata of the first document is gone',
  )
  await run(app.product, second)
  assert.deepEqual(await contexts(), [['facts', 2 + 2]])
  for (const [name, count] of [
    ['before-begin', 1],
    ['meanwhile', 1],
    ['before-second', 0],
  ] as const) {
    const { deleted } = await update(`DELETE DATA { <http://e.test/${name}> <http://e.test/says> "x" }`)
    assert.equal(deleted, count, name)
  }
})

test('a document sent again after other writes is a new ingestion, even while the first one waits or runs', async () => {
  const { replace, begin, say } = await replacingTenant()
  const first = await replace(document('new', LARGE))
  assert.equal(await replace(document('new', LARGE)), first)
  await begin(first)
  assert.equal(await replace(document('new', LARGE)), first)
  await say('meanwhile')
  assert.notEqual(await replace(document('new', LARGE)), first)
})

test('two replacements that arrive at the moment of an earlier write are still ordered', async () => {
  const { run, send, say, contexts } = await replacingTenant()
  await say('at-the-same-moment')
  const [first, second] = [document('first', 3), document('second', 2)].map((text) =>
    send(TYPE, text, { query: '?mode=replace' }),
  )
  for (const { id } of await Promise.all([first!, second!])) await run(app.product, id)
  const ids = (await Promise.all([first!, second!])).map(({ id }) => id)
  for (const id of ids) await run(app.product, id)
  const [[, count]] = (await contexts()) as [[string, number]]
  assert.ok(count === 2 || count === 3, `${count} is the size of one of the two`)
})

test('the next attempt removes a copy that was left behind', async () => {
  const { run, replace, record, seen, contexts, stats, named, iri } = await replacingTenant()
  await run(app.product, await replace(document('old', 5)))
  const id = await replace(document('new', 2))
  // One transaction has copied, one has removed; interrupt before the copy is removed.
  await assert.rejects(run(app.product, id, 1, cutAt('batched-change.ts', 3)), /cut off/)
  assert.equal((await record(id)).status, 'succeeded')
  assert.deepEqual(await contexts(), [
    ['facts', 2],
    ['facts+old', 5],
  ])
  assert.deepEqual(await stats(), { total: 2, contexts: [[iri('facts'), 2]] })
  assert.equal(await named(), `g\r\n${iri('facts')}\r\n`)
  const next = await replace(document('next', 4))
  await run(app.product, next)
  assert.equal((await record(next)).status, 'queued', 'it waits until the copy is gone')
  clock.advance(2 * 3_600_000)
  await (app.product.jobs.find(({ name }) => name === 'sweep-graph-copies') as Job<object>).handle({}, jobRun())
  await run(app.product, id, 2)
  assert.deepEqual(await contexts(), [['facts', 2]])
  await run(app.product, next)
  assert.deepEqual(await seen(), [4, 'urn:next'])
})

test('an enforced shape is checked against all new contents with concurrent writes, and until then against the visible ones', async () => {
  const { run, replace, record, begin, tenant, at, update, contexts, remove } = await replacingTenant()
  const one = turtle(
    'ex:S a sh:NodeShape ; sh:targetSubjectsOf <urn:version> ; sh:property [ sh:path <urn:version> ; sh:maxCount 1 ] .',
  )
  await run(app.product, await replace(document('old', 4)))
  const body = { name: 'One', turtle: one, enforced: true }
  await app.client(shapes, tenant, 'member').create({ body, headers: at() })
  const second = await replace(document('new', LARGE))
  await begin(second)
  assert.equal((await update('INSERT DATA { <urn:thing:1> <urn:version> <urn:two> }')).code, 'shape_violated')
  assert.equal((await update('INSERT DATA { <urn:thing:x> <urn:version> <urn:two> }')).inserted, 1)
  // The visible contents have no such thing, but the document does.
  assert.equal((await update('INSERT DATA { <urn:thing:9> <urn:version> <urn:other> }')).inserted, 1)
  await run(app.product, second, 2)
  assert.equal((await record(second)).status, 'failed')
  await run(app.product, second)
  assert.deepEqual(await contexts(), [['facts', 4 + 2]])

  const broken = await replace(document('newer', 2) + document('newest', 1))
  await run(app.product, broken)
  const { status, received, inserted, errors } = await record(broken)
  assert.deepEqual([status, received, inserted, errors.length], ['failed', 3, 0, 2])
  assert.match(errors[0]!.message, /violate the shape/)
  assert.match(errors[1]!.message, /^urn:thing:0 urn:version: .+/)
  await remove(3)
  await run(app.product, broken)
  assert.deepEqual(await contexts(), [['facts', 4 + 1]])

  const right = await replace(document('right', 3))
  await run(app.product, right)
  assert.equal((await record(right)).status, 'succeeded')
  assert.deepEqual(await contexts(), [['facts', 3]])
})
