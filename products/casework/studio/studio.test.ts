// The studio over HTTP: classify, plan, scaffold, pipelines, and what is kept of them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bundles } from '@veritrace/contract/casework/bundles'
import { cases } from '@veritrace/contract/casework/cases'
import { type Generation, generations } from '@veritrace/contract/casework/generations'
import {
  type Classification,
  type PipelineRequest,
  type Scaffold,
  type StudioPlan,
  type StudioPlanRequest,
  studio,
} from '@veritrace/contract/casework/studio'
import { ApiError } from '@veritrace/contract/client'
import type { Product } from '@veritrace/platform/product'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { evidenceTenant } from '../evidence/testing.ts'
import { casework, caseworkMigrations } from '../index.ts'
import { loadBuiltIn } from '../packs/built-in.ts'
import { templatesOf } from './scaffold/templates.ts'

let app: TestApp
let product: Product
before(async () => {
  app = await openTestApp({ product: 'casework', migrations: [caseworkMigrations] }, async (platform) => {
    product = await casework(platform)
    return product
  })
})
after(() => app.close())

const ABAP = `REPORT zsd_orders.
SELECT vbeln, erdat FROM vbak INTO TABLE @DATA(orders).
SELECT SINGLE matnr FROM mara INTO @DATA(material).
CALL FUNCTION lv_name.
zcl_sd_text=>get( ).
UPDATE vbak SET erdat = sy-datum.
`
const CDS = `define view entity ZI_Orders as select from vbak
  association [0..1] to I_Customer as _Customer on 1 = 1
{ key vbeln }`
const ONE_SUCCESSOR = 'REPORT zone.\nSELECT vbeln FROM vbak INTO TABLE @DATA(orders).\n'
const MANY = 'REPORT zmany.\nSELECT SINGLE matnr FROM mara INTO @DATA(material).\n'

async function open() {
  const tenant = await evidenceTenant(app, () => product)
  const headers = tenant.at()
  const calls = (role: 'viewer' | 'member' | 'admin' = 'member') => app.client(studio, tenant.tenant, role)
  const kept = (role: 'viewer' | 'member' | 'admin' = 'member') => app.client(generations, tenant.tenant, role)
  return {
    ...tenant,
    headers,
    calls,
    kept,
    classify: (input: object, more: object = {}): Promise<Classification> =>
      calls().classify({ body: { input, ...more } as never, headers }),
    plan: (body: Partial<StudioPlanRequest>): Promise<StudioPlan> => calls().plan({ body: body as never, headers }),
    scaffold: (template_id: string, params: object, more: object = {}): Promise<Scaffold> =>
      calls().scaffold({ body: { template_id, params, ...more } as never, headers }),
    pipeline: (body: Partial<PipelineRequest>, more: Record<string, string> = {}): Promise<Generation> =>
      calls().pipeline({ body: body as never, headers: { ...headers, ...more } }),
  }
}
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

test('a source is rated line by line, with what was seen of dynamic calls', async () => {
  const { classify } = await open()
  const { objects, coverage, summary, warnings, citations } = await classify({ kind: 'abap_source', content: ABAP })
  const [object] = objects
  assert.deepEqual([object!.type, object!.name, object!.acceptable], ['PROG', 'ZSD_ORDERS', false])
  const at = (name: string, access: string) =>
    object!.references.find((one) => one.artifact.name === name && one.access === access)!
  const vbak = at('VBAK', 'read')
  assert.deepEqual([vbak.rating.code, vbak.rating.rule.id, vbak.acceptable, vbak.own], ['C', 'L08-ntbr', false, false])
  assert.deepEqual(
    vbak.successors.map(({ name }) => name),
    ['I_SALESDOCUMENT'],
  )
  assert.deepEqual(vbak.occurrences, [
    { line: 2, column: 26, length: 4, snippet: 'SELECT vbeln, erdat FROM vbak INTO TABLE @DATA(orders).' },
  ])
  assert.equal(at('MARA', 'read').occurrences[0]!.line, 3)
  assert.equal(at('MARA', 'read').successors.length, 5)
  assert.equal(at('VBAK', 'write').rating.code, 'C')
  assert.equal(at('ZCL_SD_TEXT', 'call').own, true)
  assert.deepEqual(object!.technology, [
    { kind: 'direct_write', title: 'Direct write to a table of SAP', line: 6, code: 'D' },
  ])
  assert.deepEqual([object!.rating.code, object!.rating.worst_known], ['D', 'D'])
  assert.deepEqual([coverage.method, coverage.parsed_ratio, coverage.lines], ['parser', 1, 7])
  assert.deepEqual(coverage.dynamic_calls, [{ line: 4, text: 'CALL FUNCTION lv_name.' }])
  assert.deepEqual(summary, { A: 0, B: 0, C: 3, D: 1, unknown: 0 })
  assert.match(warnings.join(' '), /only known at run time.*objects of your own/)
  const { citation } = vbak.rating.reasons[0]!
  assert.match(citations[citation! - 1]!.quote, /^TABL VBAK: notToBeReleased/)
})

test('views, lists and texts are classified too; what is nothing is 422', async () => {
  const { classify, headers, calls } = await open()
  const view = await classify({ kind: 'cds_source', content: CDS })
  assert.deepEqual(
    view.objects[0]!.references.map(({ artifact, rating }) => `${artifact.name} ${rating.code}`),
    ['VBAK C', 'I_CUSTOMER A'],
  )
  const listed = await classify({ kind: 'object_list', content: 'TABL;VBAK\nCDS_STOB;I_SALESDOCUMENT\nnothing at all' })
  assert.deepEqual(
    listed.objects.map(({ name, rating, acceptable }) => [name, rating.code, acceptable]),
    [
      ['VBAK', 'C', false],
      ['I_SALESDOCUMENT', 'A', true],
    ],
  )
  assert.match(listed.warnings[0]!, /1 names were not recognised/)
  const text = await classify({ kind: 'text', content: 'We read\nVBAK and call BAPI_MATERIAL_SAVEDATA.' })
  const named = text.objects[0]!.references.map(
    ({ artifact, occurrences }) => `${artifact.name} ${occurrences[0]!.line}`,
  )
  assert.deepEqual(named.sort(), ['BAPI_MATERIAL_SAVEDATA 2', 'VBAK 2'])
  await assert.rejects(classify({ kind: 'abap_source', content: '§§ ??' }), refused(422, 'unparseable'))
  await assert.rejects(classify({ kind: 'object_list', objects: ['xyzzy'] }), refused(422, 'unparseable'))
  await assert.rejects(classify({ kind: 'abap_source' }), refused(422, 'unacceptable'))
  await assert.rejects(
    classify({ kind: 'abap_source', content: ABAP }, { target: 'x' }),
    refused(422, 'unknown_target'),
  )
  const body = { input: { kind: 'abap_source', content: ABAP } } as never
  await assert.rejects(calls('viewer').classify({ body, headers }), refused(403, 'role_required'))
})

test('a file that was handed over is classified by what the project knows', async () => {
  const { classify, projects, read, headers } = await open()
  const { id } = await projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers })
  const text = 'from_type,from_name,from_package,to_type,to_name,access\nPROG,ZORDERS,ZSD,TABL,VBAK,read\n'
  const item = await read(id, 'deps.csv', text, { kind: 'dependency_csv' })
  const { objects } = await classify({ kind: 'evidence', evidence_id: item.id })
  assert.deepEqual(
    objects.map(({ name, rating, references }) => [name, rating.code, references[0]?.artifact.name]),
    [['ZORDERS', 'C', 'VBAK']],
  )
  const stranger = await open()
  await assert.rejects(
    stranger.classify({ kind: 'evidence', evidence_id: item.id }),
    refused(404, 'evidence_not_found'),
  )
})

test('one successor leads to one recommended option with effort, risk, guidance and templates', async () => {
  const { classify, plan } = await open()
  const { generation_id } = await classify({ kind: 'abap_source', content: ONE_SUCCESSOR }, { save: true })
  const made = await plan({ generation_id: generation_id! })
  assert.equal(made.recommended_id, 'opt_replace')
  assert.deepEqual(made.decision_questions, [])
  const option = made.options.find(({ id }) => id === 'opt_replace')!
  assert.deepEqual(option.steps, [
    {
      n: 1,
      text: 'Replace: TABL VBAK by I_SALESDOCUMENT (read, one place).',
      action_id: 'replace_api',
      citations: [1],
    },
  ])
  assert.deepEqual(option.resulting, { A: 1, B: 0, C: 0, D: 0, unknown: 0 })
  assert.deepEqual(made.before, { A: 0, B: 0, C: 1, D: 0, unknown: 0 })
  assert.ok(option.effort.p10 < option.effort.p50 && option.effort.p50 < option.effort.p90)
  assert.equal(option.risk, 'low')
  assert.equal(option.template_ids[0], 'replace-select')
  assert.ok(option.guidance_ids.length > 0 && option.prerequisites.length > 0)
  assert.deepEqual(await plan({ generation_id: generation_id! }), made)
  const strict = await plan({ objects: ['FUNC:BAPI_MATERIAL_SAVEDATA'], constraints: { code_required: 'A' } })
  assert.ok(strict.options.some(({ approach }) => approach === 'replace'))
  const fine = await plan({ objects: ['CDS_STOB:I_SALESDOCUMENT'] })
  assert.deepEqual([fine.recommended_id, fine.options.length], ['opt_keep', 1])
  const unused = await plan({ objects: ['TABL:VBAK'], constraints: { in_use: false } })
  assert.equal(unused.recommended_id, 'opt_retire')
  await assert.rejects(plan({}), refused(422, 'unacceptable'))
  await assert.rejects(plan({ generation_id: 'gen_x' }), refused(404, 'generation_not_found'))
})

test('an open question keeps the options open; its answer decides', async () => {
  const { plan } = await open()
  const classification = {
    objects: [
      {
        name: 'ZX',
        type: 'PROG',
        references: [{ artifact: { type: 'TABL', name: 'MARA' }, access: 'read' }],
        technology: [],
      },
    ],
  } as never
  const asked = await plan({ classification })
  assert.equal(asked.recommended_id, null)
  const [question] = asked.decision_questions
  assert.equal(question!.id, 'choose:TABL:MARA:read')
  assert.ok(question!.choices.some(({ id }) => id === 'successor:CDS_STOB:I_PRODUCT'))
  const decided = await plan({ classification, answers: { [question!.id]: 'successor:CDS_STOB:I_PRODUCT' } })
  assert.equal(decided.recommended_id, 'opt_replace')
  assert.match(decided.options[0]!.steps[0]!.text, /MARA by I_PRODUCT /)
  const other = await plan({ classification, answers: { [question!.id]: 'action:wrap_with_exemption' } })
  assert.equal(other.recommended_id, 'opt_wrap')
  await assert.rejects(plan({ classification, answers: { [question!.id]: 'x' } }), refused(422, 'unacceptable'))
})

test('every template makes its files from its example, and they keep what it promises', async () => {
  const { scaffold } = await open()
  const [pack] = await loadBuiltIn()
  const templates = templatesOf(pack!)
  assert.equal(templates.length, 11)
  for (const { id, example, files, layout } of templates) {
    const made = await scaffold(id, example!)
    assert.equal(made.files.length, files.length, id)
    assert.equal(made.layout, layout)
    const text = made.files.map(({ path, content }) => `${path}\n${content}`).join('\n')
    assert.doesNotMatch(text, /\{\{\s*[a-z]/, id)
    assert.deepEqual(
      made.checks.filter(({ id: check, status }) => status === 'fail' || (status === 'warn' && check !== 'todo')),
      [],
      id,
    )
    assert.ok(made.files.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256)))
  }
})

test('a scaffold lists what is missing, refuses paths that lead out, and fails its check when it breaks its promise', async () => {
  const { scaffold, classify } = await open()
  await assert.rejects(scaffold('replace-select', { table: 'VBAK' }), (error) => {
    assert.ok(refused(422, 'unacceptable')(error))
    const { errors } = (error as ApiError).problem as { errors: { path: string }[] }
    assert.ok(errors.some(({ path }) => path === '/params/entity') && errors.length === 5)
    return true
  })
  const [pack] = await loadBuiltIn()
  const { example } = templatesOf(pack!).find(({ id }) => id === 'replace-select')!
  await assert.rejects(scaffold('wrapper-table-cds', { view: 'Z/../../etc' }), refused(422, 'unacceptable'))
  const broken = await scaffold('replace-select', { ...example, entity: 'VBAP' })
  const check = broken.checks.find(({ id }) => id === 'level:after.abap')!
  assert.deepEqual([check.status, check.message], ['fail', 'A was promised, but it uses TABL VBAP (C).'])
  assert.deepEqual(broken.todo[0], {
    path: 'after.abap',
    line: 1,
    text: 'adjust the names of the fields below this statement as well.',
  })
  await assert.rejects(scaffold('nothing', {}), refused(404, 'template_not_found'))
  const { generation_id } = await classify({ kind: 'abap_source', content: ONE_SUCCESSOR }, { save: true })
  const { table: _, entity: __, ...rest } = example as Record<string, string>
  const filled = await scaffold('replace-select', rest, { generation_id })
  assert.deepEqual([filled.params.table, filled.params.entity], ['VBAK', 'I_SALESDOCUMENT'])
})

interface Heard {
  id: string
  event: string
  data: Record<string, unknown>
}
/** The stream to its end. */
async function hear(
  { tenant, headers }: Awaited<ReturnType<typeof open>>,
  body: object,
  more: Record<string, string> = {},
): Promise<Heard[]> {
  const authorization = `Bearer ${await app.key(tenant, 'member')}`
  const response = await fetch(`${app.url}/api/casework/studio/pipeline`, {
    method: 'POST',
    headers: { ...headers, authorization, accept: 'text/event-stream', 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8', String(response.status))
  const found = (await response.text()).matchAll(/^id: (.+)\nevent: (.+)\ndata: (.+)$/gm)
  return [...found].map(([, id, event, data]) => ({ id: id!, event: event!, data: JSON.parse(data!) }))
}
const PARAMS = {
  fields_before: 'matnr',
  fields_after: 'Product',
  condition_before: 'x = 1',
  condition_after: 'Product = 1',
}

test('a pipeline asks what it must, goes on with the answers and tells all of it in a stream that can be resumed', async () => {
  const opened = await open()
  const first = await hear(opened, { input: { kind: 'abap_source', content: MANY }, params: PARAMS })
  assert.deepEqual(
    first.map(({ event, data }) => [event, data.id ?? data.state ?? data.step]),
    [
      ['step', 'classify'],
      ['step', 'classify'],
      ['step', 'plan'],
      ['step', 'plan'],
      ['question', 'plan'],
      ['done', 'needs_input'],
    ],
  )
  const generation_id = String(first[0]!.data.generation_id)
  const resumed = await hear(opened, {}, { 'last-event-id': first[3]!.id })
  assert.deepEqual(resumed, first.slice(4))
  const answers = { 'choose:TABL:MARA:read': 'successor:CDS_STOB:I_PRODUCT' }
  await assert.rejects(opened.pipeline({ generation_id, answers: { x: 'y' } }), refused(422, 'unacceptable'))
  const rest = await hear(opened, { generation_id, answers })
  assert.equal(rest[0]!.id, `${generation_id}:7`)
  const files = rest.filter(({ event }) => event === 'file').map(({ data }) => data.path)
  assert.deepEqual(files, ['after.abap', 'README.md'])
  assert.deepEqual(rest.at(-1)!.data, { generation_id, state: 'ready' })
  const whole = await opened.kept().get({ params: { id: generation_id }, headers: opened.headers })
  assert.deepEqual(
    whole.steps!.map(({ id, state }) => `${id} ${state}`),
    ['classify done', 'plan done', 'scaffold done', 'check done'],
  )
  const { scaffold } = whole.output as { scaffold: Scaffold }
  assert.ok(scaffold.checks.some(({ id, status }) => id === 'level:after.abap' && status === 'pass'))
  await assert.rejects(opened.pipeline({ generation_id, answers }), refused(409, 'forbidden_transition'))
})

test('without a stream a pipeline answers when it has ended; what the input is to blame for ends it', async () => {
  const { pipeline, kept, headers } = await open()
  const asks = await pipeline({ input: { kind: 'abap_source', content: ONE_SUCCESSOR } })
  assert.equal(asks.state, 'needs_input')
  const { questions } = asks.output as { questions: { id: string }[] }
  assert.deepEqual(
    questions.map(({ id }) => id),
    ['param:fields_before', 'param:fields_after', 'param:condition_before', 'param:condition_after'],
  )
  const answers = Object.fromEntries(Object.entries(PARAMS).map(([name, value]) => [`param:${name}`, value]))
  const done = await pipeline({ generation_id: asks.id, answers })
  assert.equal(done.state, 'ready')
  assert.equal((done.output as { scaffold: Scaffold }).scaffold.params.entity, 'I_SALESDOCUMENT')
  const failed = await pipeline({ input: { kind: 'abap_source', content: '§§ ??' }, save: false })
  assert.deepEqual([failed.state, (failed.output as { error: { code: string } }).error.code], ['failed', 'unparseable'])
  assert.ok(failed.expires_at)
  const only = await pipeline({ input: { kind: 'abap_source', content: MANY }, steps: ['classify'] })
  assert.deepEqual([only.state, only.steps!.length], ['ready', 1])
  const { items } = await kept().list({ query: { kind: 'pipeline', q: 'zone' }, headers })
  assert.deepEqual(
    items.map(({ id }) => id),
    [asks.id],
  )
  assert.ok(!('output' in items[0]!))
})

test('a pipeline that was cut goes on where it stood', async () => {
  const opened = await open()
  const { id } = await opened.pipeline({ input: { kind: 'abap_source', content: ONE_SUCCESSOR }, params: PARAMS })
  const { db } = app.platform
  const cut = { claim: 'claim_of_the_dead', claimed_until: new Date(0) }
  await db
    .updateTable('casework.generations' as never)
    .set({ state: 'running', ...cut } as never)
    .where('id' as never, '=', id as never)
    .execute()
  const rescue = product.jobs.find(({ name }) => name === 'casework-pipeline')!
  const order = { tenant: opened.tenant.id, workspace: 'main', id }
  const { signal } = new AbortController()
  await rescue.handle(order as never, { id: 'job', attempt: 1, signal, log: app.platform.log })
  const row = await opened.kept().get({ params: { id }, headers: opened.headers })
  assert.equal(row.state, 'ready')
})

test('generations are saved, found, starred and deleted; others’ are left alone', async () => {
  const opened = await open()
  const { kept, headers, at } = opened
  const body = { kind: 'plan' as const, title: 'Mine', input: { a: 1 }, output: { b: 2 } }
  const saved = await kept().save({ body, headers })
  assert.deepEqual([saved.state, saved.immutable, saved.output], ['ready', false, { b: 2 }])
  const one = { params: { id: saved.id }, headers }
  const starred = await kept().update({ ...one, body: { starred: true } })
  assert.deepEqual([starred.starred, starred.version], [true, 2])
  const stale = { ...headers, 'if-match': '"1"' }
  await assert.rejects(kept().update({ ...one, headers: stale, body: { title: 'x' } }), refused(412, 'stale_version'))
  const byAdmin = await kept('admin').save({ body: { ...body, title: 'Of the admin' }, headers })
  const other = { params: { id: byAdmin.id }, headers }
  await assert.rejects(kept().update({ ...other, body: { title: 'x' } }), refused(403, 'role_required'))
  await assert.rejects(kept().remove(other), refused(403, 'role_required'))
  assert.equal((await kept().list({ query: { mine: true }, headers })).total, 1)
  assert.equal((await kept().list({ headers })).total, 2)
  await assert.rejects(kept().removeAll({ headers }), refused(400, 'confirmation_required'))
  const all = { confirm: true, scope: 'workspace' as const }
  await assert.rejects(kept().removeAll({ query: all, headers }), refused(403, 'role_required'))
  assert.deepEqual(await kept().removeAll({ query: { confirm: true }, headers }), { deleted: 1, retained: 0 })
  assert.deepEqual(await kept('admin').removeAll({ query: all, headers }), { deleted: 1, retained: 0 })
  await assert.rejects(
    kept().save({ body: { ...body, kind: 'bundle' as never }, headers }),
    refused(422, 'invalid_body'),
  )
  await assert.rejects(kept().save({ body: { ...body, case_id: 'cas_x' }, headers }), refused(404, 'case_not_found'))
  const mine = await kept().save({ body, headers })
  const stranger = await open()
  const theirs = { params: { id: mine.id } }
  const there = stranger.headers
  const tries = [
    () => stranger.kept('admin').get({ ...theirs, headers: there }),
    () => stranger.kept('admin').remove({ ...theirs, headers: there }),
    () => stranger.kept('admin').update({ ...theirs, body: { starred: true }, headers: there }),
    () => stranger.plan({ generation_id: mine.id }),
    () => stranger.scaffold('decision-record', {}, { generation_id: mine.id }),
    () => stranger.pipeline({ generation_id: mine.id }),
    () => kept('admin').get({ ...theirs, headers: at('elsewhere') }),
  ]
  for (const attempt of tries) await assert.rejects(attempt, refused(404, 'generation_not_found'))
  await kept().remove({ params: { id: mine.id }, headers })
})

test('a bundle never changes, and stays as long as its case does', async () => {
  const { tenant, headers, kept } = await open()
  const { id } = await app
    .client(cases, tenant, 'member')
    .create({ body: { title: 'VBAK', scope: { artifact_ids: ['TABL:VBAK'] } }, headers })
  const made = await app.client(bundles, tenant, 'member').make({ params: { id }, body: {} as never, headers })
  const one = { params: { id: made.id }, headers }
  const read = await kept('viewer').get(one)
  assert.deepEqual([read.kind, read.immutable, read.case_id], ['bundle', true, id])
  assert.equal((await kept().list({ query: { case_id: id, kind: 'bundle' }, headers })).total, 1)
  await assert.rejects(kept().update({ ...one, body: { title: 'x' } }), refused(409, 'generation_immutable'))
  await assert.rejects(kept().remove(one), refused(409, 'has_dependents'))
  assert.deepEqual(await kept().removeAll({ query: { confirm: true }, headers }), { deleted: 0, retained: 1 })
  await app.client(cases, tenant, 'member').remove({ params: { id }, headers })
  await kept().remove(one)
})

test('options of another domain come from its own pack', async () => {
  const { plan } = await open()
  const made = await plan({ pack: 'vendor-trust', objects: ['VENDOR:VAULTERRA'] })
  assert.ok(made.options.length > 0)
  assert.ok(made.options.every(({ steps }) => steps.every(({ text }) => !/SAP|ABAP|CDS/.test(text))))
})
