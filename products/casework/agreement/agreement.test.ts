// Agreement with ATC, over HTTP: sources, and ATC runs that cover the same objects and others.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type AgreementState, agreement } from '@veritrace/contract/casework/agreement'
import { ApiError } from '@veritrace/contract/client'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'
import { type AtcFinding, compareSides, keyOf, type OwnObject, type OwnUse } from './compare.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const ORDERS = `REPORT zorders.
SELECT SINGLE * FROM vbak INTO @DATA(ls_order) WHERE vbeln = '1'.
CALL FUNCTION 'BAPI_MATERIAL_SAVEDATA'.
SELECT SINGLE * FROM mara INTO @DATA(ls_part) WHERE matnr = '1'.
SELECT SINGLE * FROM i_salesdocument INTO @DATA(ls_view) WHERE salesdocument = '1'.
`
const QUIET = `REPORT zquiet.
SELECT SINGLE * FROM vbak INTO @DATA(ls_order) WHERE vbeln = '1'.
`
const HEAD = 'Priority;Object Type;Object Name;Check ID;Check Title;Message ID;Check Message;Line\n'
const RUN = `${HEAD}2;PROG;ZORDERS;SYCM_USAGE_OF_APIS;Usage of APIs;INTERNAL;Usage of internal object TABL VBAK;2
2;PROG;ZORDERS;SYCM_USAGE_OF_APIS;Usage of APIs;INTERNAL;Usage of internal object TABL VBAK;9
2;PROG;ZORDERS;SYCM_USAGE_OF_APIS;Usage of APIs;INTERNAL;Usage of internal object FUNC BAPI_MATERIAL_SAVEDATA;3
2;PROG;ZORDERS;SYCM_USAGE_OF_APIS;Usage of APIs;INTERNAL;Usage of internal object TABL BSEG;7
3;PROG;ZORDERS;SYCM_USAGE_OF_APIS;Usage of APIs;CLASSIC;Usage of object CDS_STOB I_SALESDOCUMENT;5
1;PROG;ZORDERS;Z_OWN_CHECK;Our own rules;X1;Usage of internal object TABL VBAK;2
2;PROG;ZORDERS;SLIN_UMFLD;Extended Program Check (SLIN);0028;Time zones;1
2;PROG;ZELSEWHERE;SYCM_USAGE_OF_APIS;Usage of APIs;INTERNAL;Usage of internal object TABL VBAK;4
`

async function open(run = RUN) {
  const tenant = await evidenceTenant(app)
  const headers = tenant.at()
  const { id } = await tenant.projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers })
  const sources = zipSync({
    'src/zorders.prog.abap': Buffer.from(ORDERS),
    'src/zquiet.prog.abap': Buffer.from(QUIET),
  })
  const sent = await tenant.send(id, 'orders.zip', sources as Uint8Array<ArrayBuffer>)
  await tenant.run(sent.item.id)
  const atc = await tenant.read(id, 'run.csv', run)
  assert.equal(atc.kind, 'atc_csv')
  const api = app.client(agreement, tenant.tenant, 'viewer')
  return {
    ...{ tenant, headers, id, api },
    get: (query = {}) => api.get({ params: { id }, query, headers }),
    points: (query: Record<string, unknown> = {}) =>
      api.points({ params: { id }, query: { limit: 50, ...query } as never, headers }),
    objects: (query: Record<string, unknown> = {}) =>
      api.objects({ params: { id }, query: { limit: 50, ...query } as never, headers }),
  }
}

test('each finding is agreed, on one side only or not comparable, with a reason', async () => {
  const { points } = await open()
  const { items } = await points({ state: 'all' })
  const summaries = items.map(({ object, check, subject, state, reason }) =>
    [object.name, check.id, subject.name, state, reason].join(' '),
  )
  assert.deepEqual(summaries.sort(), [
    'ZELSEWHERE usage_of_apis VBAK not_comparable object_not_uploaded',
    'ZORDERS Z_OWN_CHECK VBAK not_comparable check_unknown',
    'ZORDERS program_check 0028 not_comparable check_not_covered',
    'ZORDERS usage_of_apis BAPI_MATERIAL_SAVEDATA rated_otherwise rated_otherwise',
    'ZORDERS usage_of_apis BSEG only_atc use_not_found',
    'ZORDERS usage_of_apis I_SALESDOCUMENT only_atc released_here',
    'ZORDERS usage_of_apis MARA only_ours not_in_run',
    'ZORDERS usage_of_apis VBAK agreed ',
  ])
})

test('both sides show their evidence', async () => {
  const { points } = await open()
  const { items } = await points({ state: 'all', object: 'PROG:ZORDERS', check: 'usage_of_apis' })
  const of = (name: string) => items.find(({ subject }) => subject.name === name)!
  const agreed = of('VBAK')
  assert.deepEqual(
    [agreed.atc!.findings, agreed.atc!.line, agreed.atc!.message],
    [2, 2, 'Usage of internal object TABL VBAK'],
  )
  assert.deepEqual(
    [
      agreed.ours!.level,
      agreed.ours!.rule,
      agreed.ours!.priority,
      agreed.ours!.access,
      agreed.ours!.file,
      agreed.ours!.line,
    ],
    ['C', 'L08-ntbr', 2, 'read', 'src/zorders.prog.abap', 2],
  )
  assert.equal(of('MARA').atc, null)
  assert.equal(of('MARA').ours!.line, 4)
  assert.equal(of('BSEG').ours, null)
  assert.match(of('BSEG').explanation, /does not contain this use/)
})

test('totals add up for each check and object, and objects without a run do not count against ATC', async () => {
  const { get, objects } = await open()
  const answer = await get()
  assert.deepEqual(answer.counts, { agreed: 1, rated_otherwise: 1, only_atc: 2, only_ours: 1, not_comparable: 3 })
  assert.equal(answer.share_agreed, 1 / 5)
  assert.deepEqual(answer.not_checked, { objects: 1, findings: 1 })
  assert.deepEqual(answer.objects, { uploaded: 2, checked: 2, both: 1 })
  const { items } = await objects()
  for (const state of ['agreed', 'rated_otherwise', 'only_atc', 'only_ours', 'not_comparable'] as AgreementState[]) {
    const total = answer.counts[state]
    assert.equal(
      answer.checks.reduce((sum, { counts }) => sum + counts[state], 0),
      total,
    )
    assert.equal(
      items.reduce((sum, { counts }) => sum + counts[state], 0),
      total,
    )
    assert.equal(
      items.flatMap(({ checks }) => checks).reduce((sum, { counts }) => sum + counts[state], 0),
      total,
    )
  }
  assert.equal(answer.checks.find(({ id }) => id === 'Z_OWN_CHECK')!.covered, 'unknown')
})

test('a run without a usage check, or without a priority, does not count against ATC', async () => {
  const none = await open(`${HEAD}2;PROG;ZORDERS;SLIN_UMFLD;Extended Program Check (SLIN);0028;Time zones;1\n`)
  assert.equal((await none.get()).counts.only_ours, 0)
  const third = await open(
    `${HEAD}3;PROG;ZORDERS;SYCM_USAGE_OF_APIS;Usage of APIs;CLASSIC;Usage of classic API FUNC BAPI_MATERIAL_SAVEDATA;3\n`,
  )
  const { counts, reasons } = await third.get()
  assert.deepEqual([counts.agreed, counts.only_ours], [1, 0])
  assert.deepEqual(
    reasons.map(({ reason, count }) => [reason, count]),
    [['priority_not_in_run', 2]],
  )
})

test('a run for another edition is not compared', async () => {
  const variant = RUN.replace('Line\n', 'Line;Check Variant\n').replaceAll(/(\d)\n(?=\d|$)/g, '$1;SAP_CP_READINESS\n')
  const { get, points } = await open(variant)
  const { runs, counts } = await get()
  assert.deepEqual([runs[0]!.check_variant, runs[0]!.other_release], ['SAP_CP_READINESS', true])
  assert.deepEqual([counts.agreed, counts.only_atc, counts.only_ours], [0, 0, 0])
  assert.ok((await points({ state: 'not_comparable', reason: 'other_release' })).total! > 0)
})

test('pages have no gaps, filters narrow them, and a cursor is valid only for its list', async () => {
  const { points } = await open()
  const all = await points({ state: 'all' })
  const paged: unknown[] = []
  let cursor = ''
  do {
    const page = await points({ state: 'all', limit: 3, ...(cursor && { cursor }) })
    assert.equal(page.total, 8)
    paged.push(...page.items)
    cursor = page.next
  } while (cursor)
  assert.deepEqual(paged, all.items)
  assert.deepEqual(
    (await points({ q: 'bseg' })).items.map(({ subject }) => subject.name),
    ['BSEG'],
  )
  assert.equal((await points()).total, 4)
  const { next } = await points({ state: 'all', limit: 2 })
  const isRefused = (error: unknown) => error instanceof ApiError && error.code === 'invalid_cursor'
  await assert.rejects(points({ state: 'agreed', cursor: next }), isRefused)
})

test('another tenant does not see the project, and an unknown target is rejected', async () => {
  const { id, get } = await open()
  const stranger = await evidenceTenant(app)
  const api = app.client(agreement, stranger.tenant, 'admin')
  const isMissing = (error: unknown) =>
    error instanceof ApiError && error.status === 404 && error.code === 'project_not_found'
  const call = { params: { id }, headers: stranger.at() }
  await assert.rejects(api.get({ ...call, query: {} }), isMissing)
  await assert.rejects(api.objects({ ...call, query: { limit: 50 } }), isMissing)
  await assert.rejects(api.points({ ...call, query: { limit: 50, state: 'all' } }), isMissing)
  await assert.rejects(
    get({ target: 'nowhere' }),
    (error: unknown) => error instanceof ApiError && error.code === 'unknown_target',
  )
})

const NAMES = ['VBAK', 'MARA', 'BSEG', 'KNA1'] as const
const CHECK = { id: 'usage', title: 'Usage', covered: 'usage' as const }

test('for any runs and sources, each use is in one point, and only what both sides cover is a disagreement', () => {
  const use = fc.record({ name: fc.constantFrom(...NAMES), priority: fc.constantFrom(null, 1, 2, 3) })
  const object = fc.record({
    name: fc.constantFrom('ZA', 'ZB', 'ZC'),
    uses: fc.uniqueArray(use, { selector: ({ name }) => name }),
    isCovered: fc.boolean(),
  })
  const found = fc.record({
    object: fc.constantFrom('ZA', 'ZB', 'ZC', 'ZD'),
    name: fc.constantFrom(...NAMES),
    priority: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(object, { selector: ({ name }) => name }), fc.array(found), (objects, findings) => {
      const ours = new Map(objects.map((one) => [`PROG:${one.name}`, ownObject(one)]))
      const { points, notChecked } = compareSides({
        ...{ ours, target: 't:1', variants: new Map() },
        checks: { of: () => CHECK, isOtherRelease: () => false },
        covered: new Map(objects.flatMap(({ name, isCovered }) => (isCovered ? [[`PROG:${name}`, 'run']] : []))),
        findings: findings.map((one, place) => atcFinding(one, place)),
      })
      assert.equal(new Set(points.map(keyOf)).size, points.length)
      assert.equal(
        points.reduce((sum, { atc }) => sum + (atc?.findings ?? 0), 0),
        findings.length,
      )
      for (const { state, object, ours: own, atc } of points) {
        if (state === 'only_atc') assert.ok(ours.has(`PROG:${object.name}`))
        if (state === 'only_ours') assert.ok(objects.find(({ name }) => name === object.name)!.isCovered && !atc)
        if (state === 'agreed') assert.equal(own!.use!.priority, atc!.priority)
      }
      const expected = objects.flatMap(({ uses }) => uses.filter(({ priority }) => priority !== null)).length
      const inPoints = points.filter(({ ours: own }) => own?.use?.priority).length
      assert.equal(inPoints + notChecked.findings, expected)
    }),
  )
})

const ownObject = ({ name, uses }: { name: string; uses: { name: string; priority: number | null }[] }): OwnObject => ({
  ...{ type: 'PROG', name, evidence_id: 'upload', package: '', isFullyRead: true, techniques: [] },
  uses: uses.map(
    ({ name: used, priority }, to): OwnUse => ({
      ...{ evidence_id: 'upload', from: 0, to, reference: { type: 'TABL', name: used }, access: 0, sites: 1 },
      ...{ code: 'C', rule: 'L', priority, isUnknown: false, isExempted: false },
    }),
  ),
})

const atcFinding = (one: { object: string; name: string; priority: number }, place: number): AtcFinding => ({
  ...{ evidence_id: 'run', place, object: { type: 'PROG', name: one.object }, check_id: 'c', check_title: 't' },
  ...{
    message_id: 'm',
    priority: one.priority,
    reference: { type: 'TABL', name: one.name },
    technology: null,
    exempted: false,
  },
})
