// Verdicts through HTTP, with the sample lists of the pack, and with the real lists if they are available.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Resolution, resolve } from '@veritrace/contract/casework/resolve'
import { ApiError } from '@veritrace/contract/client'
import { newId } from '@veritrace/platform/ids'
import type { TestApp } from '@veritrace/platform/testing/app'
import { importFile } from '../corpus/import-file.ts'
import { openReaders } from '../documents/threads/readers.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { openPacks } from '../packs/open.ts'
import { caseworkApp, markComplete, openCaseworkApp, ownCorpus } from '../testing.ts'

let app: TestApp
let real: TestApp
const corpusSpace = ownCorpus()
before(async () => {
  app = await caseworkApp()
  real = await openCaseworkApp({ corpusSpace })
})
after(() => real.close())

async function member(on = app, workspace = 'main') {
  const tenant = await on.tenant()
  const headers = headersOf(tenant.id, workspace)
  const api = on.client(resolve, tenant, 'member')
  const ask = (q: string, query: object = {}): Promise<Resolution> => api.one({ query: { q, ...query }, headers })
  return { tenant, api, headers, ask }
}
const headersOf = (tenant: string, workspace: string) => ({
  'x-tenant-id': tenant,
  'x-workspace-id': workspace,
  'x-context-id': `urn:tenant:${tenant}:ws:${workspace}:graph:main`,
})
const hops = ({ successors }: Resolution) => successors.map(({ hop, artifact }) => `${hop} ${artifact.name}`)
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

/** The acceptance tests of resolution, for sample and real lists. */
async function acceptance(ask: (q: string, query?: object) => Promise<Resolution>) {
  const vbak = await ask('TABL:VBAK')
  assert.equal(vbak.status, 'resolved')
  assert.equal(vbak.rating?.code, 'C')
  assert.match(vbak.rating.rule.id, /^L08/)
  assert.equal(vbak.acceptable, false)
  assert.deepEqual(hops(vbak), ['1 I_SALESDOCUMENT'])
  assert.equal(vbak.successors[0]?.rating_in_target.code, 'A')

  const bapi = await ask('FUNC:BAPI_MATERIAL_SAVEDATA')
  assert.equal(bapi.rating?.code, 'B')
  assert.match(bapi.rating.rule.id, /^L03/)
  assert.equal(bapi.acceptable, true)
  const conflict = bapi.conflicts.find(({ kind }) => kind === 'sources_disagree')
  assert.deepEqual([conflict?.left.state, conflict?.right.state], ['notToBeReleased', 'classicAPI'])
  assert.match(conflict?.resolved_by_rule ?? '', /^L03/)
  assert.ok(bapi.successors.some(({ artifact }) => artifact.name === 'I_PRODUCTTP_2'))
  assert.ok(bapi.labels.includes('remote-enabled'))

  const calendar = await ask('FUNC:HOLIDAY_CALENDAR_GET')
  assert.deepEqual(hops(calendar).toSorted(), [
    '1 CL_SCAL_API',
    '2 CL_FHC_CALENDAR_RUNTIME',
    '2 I_FACTORYCALENDARBASIC',
    '2 I_PUBLICHOLIDAYCALENDARBASIC',
  ])
  assert.deepEqual(
    calendar.successors.map(({ terminal }) => terminal),
    [false, true, true, true],
  )
  assert.ok(calendar.successors[0]?.rating_in_target.flags.includes('deprecated'))

  const unlisted = await ask('TABL:T001L')
  assert.equal(unlisted.rating?.code, 'C')
  assert.deepEqual(unlisted.rating.flags, ['not_in_catalog'])

  const mara = await ask('TABL:MARA')
  assert.equal(mara.successors.filter(({ hop }) => hop === 1).length, 5)
  assert.ok(mara.actions[0]?.needs_decision)

  for (const answer of [vbak, bapi, calendar, mara]) {
    assert.ok(answer.citations.length > 0)
    assert.match(answer.text_md, /\[1\]/)
    assert.deepEqual(
      answer.citations.map(({ n }) => n),
      answer.citations.map((_, place) => place + 1),
    )
  }
}

test('the sample lists pass the acceptance tests of resolution', async () => {
  const { ask } = await member()
  await acceptance(ask)
})

const SHARED = new URL('../../../../shared/data/cloudification/', import.meta.url)
const skip = existsSync(SHARED) ? false : 'the real lists are not available'

/** The named artifacts, everything they lead to, and every fortieth row, which covers the spellings of real lists. */
const WANTED = /VBAK|BAPI_MATERIAL_SAVEDATA|HOLIDAY_CALENDAR_GET|CL_SCAL_API|MARA|I_PRODUCT|I_SALESDOCUMENT|CALENDAR/

async function importReal(): Promise<void> {
  const [pack] = await loadBuiltIn()
  const { db, blobs, clock, log } = real.platform
  const order = (listId: string, bytes: Uint8Array) => {
    const source = pack!.sources.find(({ list_id }) => list_id === listId)!
    return {
      space: corpusSpace,
      pack: pack!.ref.id,
      source,
      bytes,
      uri: source.uri,
      asOf: new Date('2025-02-24T00:00:00Z'),
    }
  }
  const [head, ...rows] = readFileSync(new URL('archive/objectReleaseInfo_PCE2023_3.csv', SHARED), 'utf8').split('\n')
  const kept = rows.filter((row, place) => place % 40 === 0 || WANTED.test(row))
  const classic = JSON.parse(readFileSync(new URL('objectClassifications_SAP.json', SHARED), 'utf8'))
  const classes = classic.objectClassifications.filter(
    ({ objectKey }: { objectKey: string }, place: number) => place % 40 === 0 || WANTED.test(objectKey),
  )
  const csv = Buffer.from([head, ...kept].join('\n'))
  const json = Buffer.from(JSON.stringify({ ...classic, objectClassifications: classes }))
  const documentReaders = openReaders(log)
  const packs = await openPacks({ db, clock, log })
  for (const [list, bytes] of [['pce-2023-3', csv] as const, ['classic', json] as const]) {
    const entry = await importFile({ db, blobs, clock, log, documentReaders, packs }, order(list, bytes))
    assert.equal(entry.status, 'ready', entry.status_reason)
  }
  await markComplete(real, corpusSpace)
  await documentReaders.close()
  await packs.close()
}

test('the real lists pass the acceptance tests of resolution', { skip }, async () => {
  await importReal()
  const { ask } = await member(real)
  await acceptance(ask)
})

test('a question is matched to an intent, which is reported', async () => {
  const { ask } = await member()
  const answer = await ask('What replaces holiday_calendar_get?')
  assert.equal(answer.query.intent_id, 'object.successor')
  assert.ok(answer.query.confidence > 0.9)
  assert.equal(answer.subject?.name, 'HOLIDAY_CALENDAR_GET')
  assert.match(answer.headline, /HOLIDAY_CALENDAR_GET/)
  const corrected = await ask('What replaces holiday_calendar_get?', { intent: 'object.state' })
  assert.deepEqual([corrected.query.intent_id, corrected.query.confidence], ['object.state', 1])
})

test('a question may name a target, and if its list is missing, the answer is incomplete', async () => {
  const { ask } = await member()
  const onBtp = await ask('Can I use CL_HTTP_CLIENT on BTP?')
  assert.deepEqual([onBtp.target.profile_id, onBtp.rating?.code], ['btp_abap:latest', 'C'])
  const chosen = await ask('Can I use CL_HTTP_CLIENT on BTP?', { target: 's4_private:2023_3' })
  assert.deepEqual([chosen.target.profile_id, chosen.rating?.code], ['s4_private:2023_3', 'B'])
  assert.match(chosen.text_md, /Elsewhere, .*BTP.* says “not to be released”/)
  const missing = await ask('CDS_STOB:I_SALESDOCUMENT', { target: 's4_private:2025_2' })
  assert.deepEqual(
    [missing.status, missing.rating?.code, missing.rating?.flags],
    ['partial', 'unknown', ['low_coverage']],
  )
  assert.match(missing.text_md, /Not imported yet, although the target uses it: pce-2025-2/)
})

test('a name with two types is ambiguous until the type is given', async () => {
  const { ask } = await member()
  const found = await ask('I_PRODUCTTP_2')
  if (found.status === 'ambiguous') assert.ok((found.candidates?.length ?? 0) > 1)
  else assert.equal(found.subject?.type, 'BDEF')
  assert.equal((await ask('mara')).subject?.name, 'MARA')
  assert.equal((await ask('table MARA')).subject?.type, 'TABL')
  assert.equal((await ask('MARA', { type: 'structure' })).subject?.type, 'TABL')
  assert.equal((await ask('urn:sap:obj:TABL:MARA')).subject?.name, 'MARA')
})

test('a misspelled name suggests the correct one', async () => {
  const { ask } = await member()
  const answer = await ask('MARAA')
  assert.equal(answer.status, 'not_found')
  assert.deepEqual(
    answer.candidates?.map(({ artifact }) => artifact.name),
    ['MARA'],
  )
  assert.match(answer.text_md, /MARA/)
  assert.equal((await ask('QQ_NOTHING_LIKE_IT')).candidates, undefined)
})

test('equal questions give equal ids, and a known answer is not sent again', async () => {
  const { ask, tenant, headers } = await member()
  const [first, second] = [await ask('VBAK'), await ask('VBAK')]
  assert.equal(first.id, second.id)
  assert.notEqual(first.id, (await ask('VBAK', { target: 'btp_abap:latest' })).id)
  const get = async (known?: string) =>
    fetch(`${app.url}/api/casework/resolve?q=VBAK`, {
      headers: {
        ...headers,
        authorization: `Bearer ${await app.key(tenant, 'viewer')}`,
        ...(known && { 'if-none-match': known }),
      },
    })
  const etag = (await get()).headers.get('etag')!
  assert.equal((await get(etag)).status, 304)
})

/** Inserts a decision directly. */
const decide = (
  tenant: string,
  workspace: string,
  decision: { kind: string; type: string; key: string; value: object },
) =>
  app.platform.db
    .insertInto('casework.decisions')
    .values({
      id: newId('dec'),
      tenant_id: tenant,
      workspace_id: workspace,
      pack_id: 'clean-core',
      ...decision,
      value: JSON.stringify(decision.value),
      rationale: 'Looked at by the team.',
      by_id: 'usr_1',
      by_name: 'Ada',
      at: new Date(),
    })
    .execute()

test('a decision of a workspace applies only there, and is shown as a conflict with the lists', async () => {
  const { ask, tenant, api } = await member()
  const { id: before } = await ask('TABL:VBAK')
  await decide(tenant.id, 'main', { kind: 'overlay', type: 'TABL', key: 'VBAK', value: { level: 'B' } })
  const fit = { successor: 'CDS_STOB:I_SALESDOCUMENT', verdict: 'partial', operations: ['read'], note: 'No change.' }
  await decide(tenant.id, 'main', { kind: 'successor_fit', type: 'TABL', key: 'VBAK', value: fit })
  const answer = await ask('TABL:VBAK')
  assert.equal(answer.rating?.code, 'B')
  assert.ok(answer.rating.flags.includes('overlay'))
  assert.equal(answer.rating.status, 'provisional')
  assert.deepEqual(
    answer.conflicts
      .filter(({ kind }) => kind === 'overlay_vs_catalog')
      .map(({ left, right }) => [left.state, right.state]),
    [['B', 'notToBeReleased']],
  )
  assert.equal(answer.successors[0]?.fit?.verdict, 'partial')
  assert.ok(answer.citations.some(({ kind }) => kind === 'decision'))
  assert.notEqual(answer.id, before)
  const elsewhere = await api.one({ query: { q: 'TABL:VBAK' }, headers: headersOf(tenant.id, 'other') })
  assert.equal(elsewhere.rating?.code, 'C')
  assert.equal((await (await member()).ask('TABL:VBAK')).rating?.code, 'C')
})

test('an exemption makes level C acceptable until it ends', async () => {
  const { ask, tenant } = await member()
  await decide(tenant.id, 'main', { kind: 'exemption', type: 'TABL', key: 'VBAK', value: {} })
  const answer = await ask('TABL:VBAK')
  assert.deepEqual([answer.rating?.code, answer.acceptable], ['C', true])
  assert.equal((await ask('TABL:VBAK', { target: 'btp_abap:latest' })).acceptable, false)
})

test('the trace lists every rule up to the one that decided, and a query for the graph is available', async () => {
  const { ask } = await member()
  const { trace } = await ask('TABL:VBAK', { explain: 'rules' })
  assert.equal(trace?.[0]?.rule_id, 'L00-overlay')
  assert.deepEqual(trace?.find(({ output }) => output.code === 'C')?.inputs, { 'release.state': 'notToBeReleased' })
  assert.match((await ask('TABL:VBAK', { explain: 'graph' })).sparql ?? '', /<urn:sap:obj:TABL:VBAK>/)
})

test('many names are resolved in their order, and an invalid one does not affect the others', async () => {
  const { api, headers } = await member()
  const items = [
    { q: 'VBAK' },
    { q: '' },
    { type: 'table', name: 'mara' },
    {},
    { iri: 'urn:sap:obj:FUNC:JOB_OPEN' },
    { q: 'QQ' },
  ]
  const { items: rows, summary } = await api.many({ body: { items }, headers })
  assert.deepEqual(
    rows.map(({ subject, status }) => subject?.name ?? status),
    ['VBAK', 'not_found', 'MARA', 'not_found', 'JOB_OPEN', 'not_found'],
  )
  assert.equal(summary.not_found, 3)
  assert.equal(
    Object.values(summary.by_code).reduce((a, b) => a + b),
    3,
  )
  const include = ['successors' as const, 'actions' as const, 'citations' as const]
  const full = await api.many({ body: { items: [{ q: 'TABL:VBAK' }], options: { max_hops: 3, include } }, headers })
  assert.equal(full.items[0]?.successors?.[0]?.rating_in_target.code, 'A')
  assert.equal(full.items[0]?.actions?.[0]?.action_id, 'replace_api')
  assert.equal(full.items[0]?.citations?.length, 1)
})

test('hundreds of names are resolved like a few, including decisions of the workspace', async () => {
  const { api, headers, tenant } = await member()
  await decide(tenant.id, 'main', { kind: 'overlay', type: 'TABL', key: 'VBAK', value: { level: 'B' } })
  await decide(tenant.id, 'main', { kind: 'exemption', type: 'TABL', key: 'MARA', value: {} })
  const listed = ['TABL:VBAK', 'vbak', 'table MARA', 'FUNC:BAPI_MATERIAL_SAVEDATA', 'holiday_calendar_get']
  const unlisted = ['TABL:T001L', 'T001L', 'TABL:ZZ_OWN', 'ZZ_OWN', 'CLAS:VBAK', '']
  const asked = [...listed, ...unlisted].map((q) => ({ q }))
  const few = await api.many({ body: { items: asked }, headers })
  assert.deepEqual(
    few.items.slice(0, 4).map(({ rating, acceptable }) => [rating?.code, acceptable]),
    [
      ['B', true],
      ['B', true],
      ['C', true],
      ['B', true],
    ],
  )
  const many = await api.many({ body: { items: Array.from({ length: 50 }, () => asked).flat() }, headers })
  for (const place of [0, 49]) {
    const part = many.items.slice(place * asked.length, (place + 1) * asked.length)
    assert.deepEqual(part, few.items)
  }
  assert.equal(many.summary.acceptable, 50 * few.summary.acceptable)
})

test('a name known only from lists of other targets resolves the same in a batch and alone', async () => {
  const { api, headers, ask } = await member()
  const target = 'btp_abap:latest'
  for (const q of ['vbak', 'tabl:vbak', 'R3TR TABL VBAK', 'R3TR:TABL:VBAK']) {
    const { items } = await api.many({ body: { items: [{ q }], target }, headers })
    const one = await ask(q, { target })
    assert.deepEqual([one.subject?.name, one.rating?.flags], ['VBAK', ['not_in_catalog']], q)
    assert.deepEqual([items[0]?.subject, items[0]?.rating?.code], [one.subject, one.rating?.code], q)
  }
})

test('invalid questions are rejected with a reason', async () => {
  const { api, headers, ask, tenant } = await member()
  await assert.rejects(ask('  '), refused(400, 'invalid_query'))
  await assert.rejects(ask('VBAK', { target: 'mars' }), refused(422, 'unknown_target'))
  await assert.rejects(ask('VBAK', { intent: 'mars' }), refused(422, 'unknown_intent'))
  await assert.rejects(ask('VBAK', { pack: 'mars' }), refused(404, 'pack_not_found'))
  await assert.rejects(ask('VBAK', { project_id: 'prj_other' }), refused(404, 'project_not_found'))
  const items = Array.from({ length: 5_001 }, () => ({ q: 'VBAK' }))
  await assert.rejects(api.many({ body: { items }, headers }), refused(413, 'body_too_large'))
  const viewer = app.client(resolve, tenant, 'viewer')
  await assert.rejects(viewer.many({ body: { items: [{ q: 'VBAK' }] }, headers }), refused(403, 'role_required'))
  await assert.rejects(
    app.client(resolve, await app.tenant(), 'member').one({ query: { q: 'VBAK' }, headers }),
    refused(403, 'tenant_mismatch'),
  )
})

test('the list of intents says which can be asked now', async () => {
  const { api, headers } = await member()
  const { items, targets } = await api.intents({ headers })
  const byId = new Map(items.map((intent) => [intent.id, intent]))
  assert.equal(byId.get('object.state')?.available, true)
  assert.deepEqual(
    [byId.get('object.usage')?.available, byId.get('object.usage')?.unavailable_reason],
    [false, 'Create a project first.'],
  )
  assert.ok(targets.some(({ profile_id }) => profile_id === 's4_private:2023_3'))
})
