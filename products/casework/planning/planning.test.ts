// Quick plans through HTTP, for estates uploaded as evidence and the sample lists.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type PlanDiff,
  type PlanRequest,
  type PlanSummary,
  type PlanVersion,
  plan,
} from '@veritrace/contract/casework/plan'
import { ApiError } from '@veritrace/contract/client'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp } from '../testing.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
before(async () => {
  const clocked = await clockedCaseworkApp('2026-03-02T09:00:00Z')
  app = clocked.app
  clock = clocked.clock
})

// VBAK is C with one successor, MARA C with many; BAPI_MATERIAL_SAVEDATA is B; I_SALESDOCUMENT is A.
const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,MARA,read
CLAS,ZCL_MATERIAL,ZMM,FUNC,BAPI_MATERIAL_SAVEDATA,call
PROG,ZORDERS,ZSD,CLAS,ZCL_MATERIAL,call
`

/** The list, one version or the difference, depending on the query. */
type Versions = { items: PlanSummary[]; next: string; total: number; diff: PlanDiff } & PlanVersion
type Asked = Pick<PlanRequest, 'scope'> & Partial<PlanRequest>

async function open() {
  const tenant = await evidenceTenant(app)
  const plans = (role: 'viewer' | 'member' = 'member') => app.client(plan, tenant.tenant, role)
  const project = async (name = 'ERP', text = DEPENDENCIES): Promise<string> => {
    const { id } = await tenant.projects().create({ body: { name, system: { sid: 'PRD' } }, headers: tenant.at() })
    const item = await tenant.read(id, 'deps.csv', text, { kind: 'dependency_csv' })
    assert.equal(item.status, 'parsed', JSON.stringify(item))
    return id
  }
  const make = (asked: Asked, headers = tenant.at()): Promise<PlanVersion> =>
    plans().make({ body: asked as PlanRequest, headers })
  const versions = async (query: object = {}, headers = tenant.at()): Promise<Versions> =>
    (await plans('viewer').versions({ query, headers })) as Versions
  return { ...tenant, plans, project, make, versions }
}
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

test('a project is planned in one call: most lift per day first, compared with doing nothing and exempting', async () => {
  const { project, make } = await open()
  const made = await make({ scope: { project_id: await project() } })
  assert.equal(made.version, 1)
  assert.equal(made.plan_key, 'default')
  // Today by the clock, which tests of other files may have advanced.
  assert.equal(made.constraints.start_date, clock.now().toISOString().slice(0, 10))
  assert.match(made.headline!, /^2 work packages bring 2 of 3 objects to the target in /)
  assert.deepEqual(
    made.baselines!.map(({ id, acceptable }) => [id, acceptable.objects]),
    [
      ['do_nothing', 1],
      ['exempt_all', 3],
    ],
  )
  assert.match(made.items[0]!.title, /^Replace: VBAK/)
  assert.match(made.items[0]!.rationale_md, /because nothing else brings more objects to the target per day: 1 object/)
  const mara = made.items.find(({ pattern }) => pattern?.reference.name === 'MARA')!
  assert.match(mara.needs_decision!.question, /successors/)
  const vbak = made.items.find(({ pattern }) => pattern?.reference.name === 'VBAK')!
  assert.deepEqual(vbak.artifacts.map(({ name }) => name).sort(), ['ZORDERS', 'ZPRICES'])
  assert.deepEqual(
    vbak.pattern!.successors.map(({ name }) => name),
    ['I_SALESDOCUMENT'],
  )
  assert.equal(made.citations[vbak.citations[0]! - 1]!.kind, 'record')
  assert.deepEqual([made.totals.objects, made.totals.unacceptable_left], [3, 0])
  assert.equal(made.lift_curve.at(-1)!.share, 1)
  assert.ok(made.totals.effort.p10 < made.totals.effort.p90)
})

test('the sample project is planned from its own evidence, and every item has citations', async () => {
  const { projects, evidence, run, make, at } = await open()
  const sample = await projects().create({ body: { name: 'Sample', sample: true }, headers: at() })
  const { items } = await evidence().list({ params: sample, headers: at() })
  for (const { id } of items) await run(id)
  const made = await make({ scope: { project_id: sample.id } })
  const waves = Map.groupBy(made.items, ({ wave }) => wave)
  assert.ok(made.items.some(({ title, needs_decision }) => /MARA/.test(title) && needs_decision))
  assert.ok(made.items.length <= 60)
  assert.equal(waves.get(1)!.at(-1)!.action_id, 'retire')
  const { before, after, unacceptable_left, objects } = made.totals
  assert.ok(objects >= 20 && after.D! < before.D! && after.A! > before.A!)
  assert.equal(made.lift_curve.at(-1)!.objects_at_target, objects - unacceptable_left)
  assert.ok(made.items.every(({ citations, acceptance }) => citations.length > 0 && acceptance.length > 0))
})

test('a list of names is planned without an estate, by short form, IRI or id', async () => {
  const { make } = await open()
  const names = ['TABL:VBAK', 'urn:sap:obj:TABL:MARA', 'FUNC:BAPI_MATERIAL_SAVEDATA', 'nonsense']
  const made = await make({ scope: { artifact_ids: names } })
  assert.deepEqual([made.totals.objects, made.totals.before.B, made.totals.unacceptable_left], [3, 1, 0])
  assert.ok(made.assumptions.some((text) => text.includes('Not found and therefore not planned: nonsense')))
  const vbak = made.items.find(({ pattern }) => pattern?.reference.name === 'VBAK')!
  const vendors = await make({
    pack: 'vendor-trust',
    scope: { artifact_ids: ['CERT:VAULTERRA-ISO27001', 'VENDOR:FERNBOT'] },
  })
  assert.ok(vendors.items.length > 0, 'every pack supports planning')
  assert.equal(vendors.pack.id, 'vendor-trust')
  const byId = await make({ scope: { artifact_ids: [vbak.pattern!.reference.id] } })
  assert.deepEqual(
    byId.items.map(({ key }) => key),
    [vbak.key],
    'an item has the same key in every version',
  )
})

test('equal inputs give an equal digest and an equal plan', async () => {
  const { project, make } = await open()
  const asked = { scope: { project_id: await project() }, granularity: 'object' as const, seed: 7 }
  const [one, other] = [await make(asked), await make(asked)]
  assert.equal(one.inputs_digest, other.inputs_digest)
  const own = { id: '', version: 0, created_at: '', is_current: true }
  assert.equal(JSON.stringify({ ...one, ...own }), JSON.stringify({ ...other, ...own }))
  assert.notEqual((await make({ ...asked, seed: 8 })).inputs_digest, one.inputs_digest)
})

test('a scope is narrowed by a selector, by objects, and by the artifacts they use', async () => {
  const { project, make } = await open()
  const project_id = await project()
  const objects = async (scope: object) => (await make({ scope: { project_id, ...scope } })).totals.objects
  assert.equal(await objects({ selector: { packages: ['ZS*'] } }), 2)
  assert.equal(await objects({ selector: { codes: ['C'] } }), 2)
  assert.equal(await objects({ artifact_ids: ['PROG:ZORDERS'] }), 1)
  assert.equal(await objects({ artifact_ids: ['TABL:MARA'] }), 1)
  await assert.rejects(objects({ selector: { packages: ['NOTHING'] } }), refused(422, 'scope_empty'))
  await assert.rejects(make({ scope: {} }), refused(422, 'scope_empty'))
  await assert.rejects(make({ scope: { artifact_ids: ['nonsense'] } }), refused(422, 'scope_empty'))
})

test('impossible requests are rejected, and a deadline that cannot be met is reported', async () => {
  const { project, make } = await open()
  const scope = { project_id: await project() }
  const team = { capacity_fte: 1, days_per_week: 5, sprint_days: 10 }
  await assert.rejects(make({ scope, target: 'nowhere' }), refused(422, 'unknown_target'))
  await assert.rejects(make({ scope, pack: 'nothing' }), refused(404, 'pack_not_found'))
  await assert.rejects(make({ scope, base_version_id: 'plv_none' }), refused(404, 'plan_version_not_found'))
  const both = { ...team, must_include: ['PROG:ZORDERS'], exclude: ['PROG:ZORDERS'] }
  await assert.rejects(make({ scope, constraints: both }), refused(422, 'cyclic_constraint'))
  await assert.rejects(make({ scope, constraints: { ...team, capacity_fte: 0.3 } }), refused(422, 'invalid_body'))
  await assert.rejects(
    make({ scope, constraints: { ...team, start_date: '2026-02-30' } }),
    refused(422, 'invalid_body'),
  )
  const late = await make({ scope, constraints: { ...team, start_date: '2026-03-02', deadline: '2026-03-02' } })
  assert.match(late.infeasible![0]!.reason, /the deadline is 2026-03-02/)
})

test('every call adds a version; the newest version of a key is current, and lists are paged', async () => {
  const { make, versions } = await open()
  const scope = { artifact_ids: ['TABL:VBAK'] }
  const first = await make({ scope, title: 'First' })
  const second = await make({ scope })
  await make({ scope, key: 'other' })
  const { items, total } = await versions({ key: 'default' })
  assert.deepEqual(
    items.map(({ id, version, is_current }) => [id, version, is_current]),
    [
      [second.id, 2, true],
      [first.id, 1, false],
    ],
  )
  assert.deepEqual([total, items[1]!.title, items[0]!.items], [2, 'First', undefined])
  const page = await versions({ limit: 2 })
  const rest = await versions({ limit: 2, cursor: page.next })
  assert.deepEqual([page.total, page.items.length, rest.items.map(({ id }) => id), rest.next], [3, 2, [first.id], ''])
  const withItems = await versions({ include: 'items', limit: 1 })
  assert.equal(withItems.items[0]!.items!.length, 1)
  const { is_current, ...whole } = await versions({ id: first.id })
  assert.equal(is_current, false)
  assert.deepEqual({ ...whole, is_current: true }, first)
})

test('a preview is the same plan but is not stored', async () => {
  const { plans, at, make, versions, tenant } = await open()
  const body = { scope: { artifact_ids: ['TABL:VBAK'] } } as PlanRequest
  const preview = await plans().make({ body, query: { preview: true }, headers: at() })
  assert.deepEqual([preview.version, preview.is_current, (await versions()).total], [0, false, 0])
  await assert.rejects(versions({ id: preview.id }), refused(404, 'plan_version_not_found'))
  assert.ok((await app.audit(tenant)).every(({ action }) => action !== 'plan.create'))
  const kept = await make(body)
  assert.deepEqual([kept.version, kept.inputs_digest, kept.items], [1, preview.inputs_digest, preview.items])
})

test('two versions are compared by their items and by the causes of the difference', async () => {
  const { project, make, versions, read } = await open()
  const scope = { project_id: await project() }
  const first = await make({ scope })
  const more = `${DEPENDENCIES}PROG,ZNEW,ZSD,TABL,BSEG,read\n`
  assert.equal((await read(scope.project_id, 'more.csv', more, { kind: 'dependency_csv' })).status, 'parsed')
  const second = await make({ scope, base_version_id: first.id })
  assert.deepEqual(second.diff_from!.causes, ['evidence'])
  assert.match(second.diff_from!.items.added[0]!.title, /BSEG/)
  assert.equal(second.diff_from!.totals.objects_delta, 1)
  const larger = await make({ scope, constraints: { capacity_fte: 9, days_per_week: 5, sprint_days: 10 } })
  const { diff } = await versions({ compare: `${second.id},${larger.id}` })
  assert.deepEqual([diff.causes, diff.items.added, diff.items.removed], [['constraints'], [], []])
  assert.equal(diff.totals.effort_p50_delta, 0)
  await assert.rejects(versions({ compare: `${second.id},plv_none` }), refused(404, 'plan_version_not_found'))
})

test('no work is planned in freeze periods of the project or of the request', async () => {
  const { projects, project, make, at } = await open()
  const id = await project()
  const freeze_periods = [{ from: '2026-03-02', to: '2026-03-08' }]
  await projects().update({ params: { id }, body: { freeze_periods }, headers: { ...at(), 'if-match': '*' } })
  const constraints = { capacity_fte: 3, days_per_week: 5, sprint_days: 10, calendar: ['2026-03-09/2026-03-15'] }
  const made = await make({ scope: { project_id: id }, constraints })
  assert.ok(made.items.every(({ start }) => start! >= '2026-03-16'))
  const backwards = { ...constraints, calendar: ['2026-03-09', '2026-03-15/2026-03-09'] }
  await assert.rejects(make({ scope: { project_id: id }, constraints: backwards }), refused(422, 'invalid_body'))
})

test('concurrent plans get different version numbers', async () => {
  const { make } = await open()
  const all = await Promise.all([1, 2, 3].map((seed) => make({ scope: { artifact_ids: ['TABL:VBAK'] }, seed })))
  assert.deepEqual(all.map(({ version }) => version).sort(), [1, 2, 3])
})

test('a large plan is made in a thread, with the same result as on the main thread', async () => {
  const { make, tenant } = await open()
  const names = Array.from({ length: 40 }, (_, at) => `TABL:UNHEARD_OF_${at}`)
  const large = await make({ scope: { artifact_ids: ['TABL:VBAK', ...names] } })
  const small = await make({ scope: { artifact_ids: ['TABL:VBAK'] } })
  const vbak = large.items.find(({ key }) => key === small.items[0]!.key)!
  assert.deepEqual(vbak.effort, small.items[0]!.effort)
  const both = { capacity_fte: 1, days_per_week: 5, sprint_days: 10, must_include: names, exclude: names }
  await assert.rejects(make({ scope: { artifact_ids: names }, constraints: both }), refused(422, 'cyclic_constraint'))
  const audit = await app.audit(tenant)
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['plan.create', 'plan.create'],
  )
})

test('a viewer can read plans but not make any; other tenants and workspaces see nothing', async () => {
  const { plans, at, project, make, versions } = await open()
  const id = await project()
  const made = await make({ scope: { project_id: id } })
  const body = { scope: { artifact_ids: ['TABL:VBAK'] } } as PlanRequest
  await assert.rejects(plans('viewer').make({ body, headers: at() }), refused(403, 'role_required'))
  const stranger = await open()
  for (const [who, headers] of [
    [stranger, stranger.at()],
    [{ make, versions }, at('other')],
  ] as const) {
    await assert.rejects(who.make({ scope: { project_id: id } }, headers), refused(404, 'project_not_found'))
    await assert.rejects(
      who.make({ ...body, base_version_id: made.id }, headers),
      refused(404, 'plan_version_not_found'),
    )
    await assert.rejects(who.versions({ id: made.id }, headers), refused(404, 'plan_version_not_found'))
    await assert.rejects(
      who.versions({ compare: `${made.id},${made.id}` }, headers),
      refused(404, 'plan_version_not_found'),
    )
    assert.deepEqual(await who.versions({}, headers), { items: [], next: '', total: 0 })
  }
})
