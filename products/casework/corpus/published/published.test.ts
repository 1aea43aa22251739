// The shipped lists: intact, small, and usable through HTTP.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { corpus } from '@veritrace/contract/casework/corpus'
import { type Resolution, resolve } from '@veritrace/contract/casework/resolve'
import { type CaseworkApp, openCaseworkApp, openTestDeps, ownCorpus } from '../../testing.ts'
import { finishWork } from '../../work/work-store.ts'
import { EXTRACT, queueRefresh } from '../collect/request-extract.ts'
import { packedList, textOfList } from '../importers/packed-list.ts'
import type { FactRecord } from '../importers/record.ts'
import { decode } from '../importers/text.ts'
import { refreshAtStart } from '../jobs.ts'
import { duePublished } from './due-published.ts'
import { importPublished } from './import-published.ts'
import { PUBLISHED_FOLDER, published } from './published.ts'

const corpusSpace = ownCorpus()
const { signal } = new AbortController()
let app: CaseworkApp
let beside: Awaited<ReturnType<typeof openTestDeps>>
before(async () => {
  app = await openCaseworkApp({ corpusSpace, samples: 'as they are', env: { CASEWORK_SHIPPED_LISTS: 'true' } })
  beside = await openTestDeps(app, corpusSpace)
})
after(async () => {
  await app.close()
  await beside.close()
})

async function member() {
  const tenant = await app.tenant()
  const headers = { 'x-tenant-id': tenant.id, 'x-workspace-id': 'main', 'x-context-id': 'lists' }
  const answers = app.client(resolve, tenant, 'member')
  const ask = (q: string, query: object = {}): Promise<Resolution> => answers.one({ query: { q, ...query }, headers })
  return { tenant, headers, lists: app.client(corpus, tenant, 'viewer'), ask, answers }
}

test('the shipped files match the manifest and are small', () => {
  const { lists, commit, license } = published()
  let bytes = 0
  for (const { file, sha256 } of lists) {
    const packed = readFileSync(new URL(file, PUBLISHED_FOLDER))
    bytes += packed.length
    assert.equal(createHash('sha256').update(packed).digest('hex'), sha256, file)
  }
  assert.ok(bytes < 2_000_000, `${bytes} bytes`)
  assert.match(`${license} ${commit}`, /^Apache-2.0 [0-9a-f]{7,40}$/)
  const notice = readFileSync(new URL('NOTICE.md', PUBLISHED_FOLDER), 'utf8')
  for (const said of [commit, published().source, published().date, license]) assert.ok(notice.includes(said), said)
  const sizes = new Map(lists.map(({ list_id, objects }) => [list_id, objects]))
  assert.deepEqual([sizes.get('pce-2023-3'), sizes.get('classic')], [40_413, 8_588])
})

test('a packed list reads back unchanged, whatever it contains', () => {
  const words = ['', '-', 'A', '/X/Y', 'with space', 'ÄÖ', '"quoted"', 'a;b', '0']
  const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!
  const facts: FactRecord[] = Array.from({ length: 500 }, (_, at) => ({
    type: pick(['TABL', 'FUNC', 'CDS_STOB'], at),
    key: `K${at}${pick(words.slice(3), at)}`.trim(),
    state: pick(['released', 'classicAPI', 'new state'], at * 7),
    successor_kind: pick(['', 'oneObject', 'none'], at * 3),
    concept: pick(['', 'Communication Targets'], at * 5),
    labels: at % 4 === 0 ? ['remote-enabled', 'x'] : [],
    // A missing container is written as a dash.
    container_type: pick(['', 'FUGR', 'TABL'], at * 11),
    container_name: pick(['', 'GROUP', `K${at}`], at * 13),
    software_component: pick(words.slice(2), at * 17),
    component: pick(['', 'SD-X'], at * 19),
    attributes: at % 9 === 0 ? { api_catalogs: ['a,b', 'c:d'] } : null,
    successors: at % 5 === 0 ? [{ type: 'CLAS', key: `/N/C${at}` }] : [],
    pointer: `/rows/${at * 2 + (at % 3)}`,
  }))
  const read = [...packedList.read(decode(Buffer.from(textOfList(facts, '/rows/'))))]
  assert.deepEqual(
    read.map((found) => 'fact' in found && found.fact),
    facts,
  )
  const cut = textOfList(facts, '/rows/').split('\n').slice(0, -1).join('\n')
  assert.throws(() => [...packedList.read([cut])], /has 499 facts and should have 500/)
  assert.throws(() => packedList.unpack!(Buffer.from('no list')), /damaged/)
})

test('while only samples are loaded, an SAP object has a level or a reason for having none', async () => {
  const { ask, lists, headers } = await member()
  for (const q of ['CDS_STOB:I_SALESORDER', 'CLAS:CL_ABAP_TYPEDESCR', 'FUNC:BAPI_PO_CREATE1', 'TABL:T001L']) {
    const { rating } = await ask(q)
    assert.deepEqual([rating?.code, rating?.status, rating?.flags], ['unknown', 'provisional', ['low_coverage']], q)
    assert.ok(rating?.reasons.some(({ text }) => /list pce-2023-3 is only a sample/.test(text)))
  }
  const { items } = await lists.list({ headers, query: { kind: 'catalog', limit: 200 } })
  for (const { completeness, title } of items)
    assert.deepEqual([completeness, title.slice(0, 8)], ['sample', 'Sample: '])
  const compared = await lists.compare({ headers, query: { from: 'pce-2022-1', to: 'pce-2023-3', limit: 1 } })
  assert.equal(compared.warnings.length, 2)
  assert.match(compared.warnings[0]!, /“Sample: .*” is a sample \(\d+ objects\)/)
})

test('startup queues the shipped lists, and the worker reads each of them once', async () => {
  const { lists, headers } = await member()
  const due = await duePublished(beside.deps)
  const first = due.slice(0, 3).map(({ list_id }) => list_id)
  assert.deepEqual(first, ['pce-2023-3', 'classic', 'partner.cde'], 'lists of the default target come first')
  const ours = async () =>
    (await lists.status({ headers })).jobs.filter(
      ({ progress, requested_by }) => `${progress.unit} ${requested_by}` === 'lists system',
    )
  const [started] = await ours()
  assert.deepEqual([started?.kind, started?.state], ['extract', 'queued'])
  await refreshAtStart(beside.deps)
  assert.equal((await ours()).length, 1, 'a second start queues nothing new')
  await finishWork(beside.deps.db, started!.id, 'cancelled', {}, beside.deps.clock.now())

  const few = due.filter(({ objects }) => objects < 4)
  await queueRefresh(beside.deps, [], few)
  const [job] = await ours()
  await app.work(EXTRACT, { work_id: job!.id })
  const done = (await ours()).find(({ id }) => id === job!.id)!
  assert.deepEqual([done.state, done.progress.done, done.stats.changed], ['succeeded', few.length, few.length])
  const left = await duePublished(beside.deps)
  assert.equal(left.length, due.length - few.length)
  assert.deepEqual(await importPublished(beside.deps, few[0]!, signal), {
    fetched: 0,
    changed: 0,
    rejected: 0,
    error: null,
  })
})

test('with the shipped lists every object has its level', async (t) => {
  const { ask, lists, headers, answers } = await member()
  for (const list of published().lists.filter(({ list_id }) =>
    ['classic', 'pce-2022-1', 'pce-2023-3'].includes(list_id),
  )) {
    const before = performance.now()
    assert.equal((await importPublished(beside.deps, list, signal)).changed, 1)
    t.diagnostic(`${list.list_id}: ${Math.round(performance.now() - before)} ms`)
  }
  const levels: [string, string][] = [
    ['CDS_STOB:I_SALESORDER', 'A'],
    ['CLAS:CL_ABAP_TYPEDESCR', 'A'],
    ['INTF:IF_MESSAGE', 'A'],
    ['FUNC:BAPI_SALESORDER_CHANGE', 'B'],
    ['FUNC:BAPI_PO_CREATE1', 'B'],
    ['FUNC:BAPI_GOODSMVT_CREATE', 'B'],
    ['TABL:VBAK', 'C'],
    ['TABL:T001L', 'C'],
    ['FUNC:RFC_READ_TABLE', 'D'],
    ['CLAS:ZCL_OWN', 'unknown'],
  ]
  for (const [q, code] of levels) assert.equal((await ask(q)).rating?.code, code, q)
  const { items } = await answers.many({ headers, body: { items: levels.map(([q]) => ({ q })) } })
  assert.deepEqual(
    items.map(({ rating }) => rating?.code),
    levels.map(([, code]) => code),
  )
  const rated = performance.now()
  const thousand = Array.from({ length: 1000 }, (_, at) => ({
    q: at % 2 ? `TABL:T${at}` : levels[at % levels.length]![0],
  }))
  await answers.many({ headers, body: { items: thousand } })
  t.diagnostic(`1000 names: ${Math.round(performance.now() - rated)} ms`)
  const { items: entries } = await lists.list({ headers, query: { source_id: 'sap-pce-2023-3', limit: 9 } })
  const current = entries.find(({ is_current }) => is_current)!
  assert.deepEqual(
    [current.completeness, current.counts.artifacts, current.title, current.changes, current.as_of?.slice(0, 10)],
    ['complete', 40_413, 'Released objects, private cloud 2023 FPS3', null, published().date],
  )
  assert.equal(current.license.spdx, 'Apache-2.0')
  const query = { from: 'pce-2022-1', to: 'pce-2023-3', change: 'added' as const, limit: 200 }
  const began = performance.now()
  const compared = await lists.compare({ headers, query })
  t.diagnostic(`comparing 14,517 with 40,413 objects: ${Math.round(performance.now() - began)} ms`)
  assert.deepEqual(compared.warnings, [])
  const known = ['I_COMPANYCODE', 'I_SUPPLIER', 'I_PLANT', 'I_STORAGELOCATION']
  for (const name of known)
    assert.equal((await ask(`CDS_STOB:${name}`, { target: 's4_private:2022_1' })).rating?.code, 'A', name)
  assert.ok(compared.items.every(({ name }) => !known.includes(name)))
})
