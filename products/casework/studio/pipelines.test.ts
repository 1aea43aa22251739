// Pipelines and saved generations, over HTTP.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bundles } from '@veritrace/contract/casework/bundles'
import { cases } from '@veritrace/contract/casework/cases'
import type { Scaffold } from '@veritrace/contract/casework/studio-shapes'
import { type CaseworkApp, caseworkApp } from '../testing.ts'
import { ONE_SUCCESSOR, refused, studioTenant } from './testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})
const open = () => studioTenant(app)

const MANY = 'REPORT zmany.\nSELECT SINGLE matnr FROM mara INTO @DATA(material).\n'

interface StreamEvent {
  id: string
  event: string
  data: Record<string, unknown>
}
/** Reads the stream to its end. */
async function readStream(
  { tenant, headers }: Awaited<ReturnType<typeof open>>,
  body: object,
  more: Record<string, string> = {},
): Promise<StreamEvent[]> {
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

test('a pipeline asks open questions, continues with the answers, and streams events that can be resumed', async () => {
  const workspace = await open()
  const first = await readStream(workspace, { input: { kind: 'abap_source', content: MANY }, params: PARAMS })
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
  const resumed = await readStream(workspace, {}, { 'last-event-id': first[3]!.id })
  assert.deepEqual(resumed, first.slice(4))
  const answers = { 'choose:TABL:MARA:read': 'successor:CDS_STOB:I_PRODUCT' }
  await assert.rejects(workspace.pipeline({ generation_id, answers: { x: 'y' } }), refused(422, 'unacceptable'))
  const rest = await readStream(workspace, { generation_id, answers })
  assert.equal(rest[0]!.id, `${generation_id}:7`)
  const files = rest.filter(({ event }) => event === 'file').map(({ data }) => data.path)
  assert.deepEqual(files, ['after.abap', 'testclasses.abap', 'README.md', 'changes.diff'])
  assert.deepEqual(rest.at(-1)!.data, { generation_id, state: 'ready' })
  const whole = await workspace.generations().get({ params: { id: generation_id }, headers: workspace.headers })
  assert.deepEqual(
    whole.steps!.map(({ id, state }) => `${id} ${state}`),
    ['classify done', 'plan done', 'scaffold done', 'check done'],
  )
  const { scaffold } = whole.output as { scaffold: Scaffold }
  assert.ok(scaffold.checks.some(({ id, status }) => id === 'level:after.abap' && status === 'pass'))
  await assert.rejects(workspace.pipeline({ generation_id, answers }), refused(409, 'forbidden_transition'))
})

test('without a stream, a pipeline responds when it has ended; invalid input makes it fail', async () => {
  const { pipeline, generations, headers } = await open()
  const asks = await pipeline({
    input: { kind: 'abap_source', content: ONE_SUCCESSOR },
    template_id: 'wrapper-function-module',
    params: { function: 'BAPI_X', interface: 'ZIF_X', class: 'ZCL_X', method: 'RUN' },
  })
  assert.equal(asks.state, 'needs_input')
  const { questions } = asks.output as { questions: { id: string }[] }
  assert.deepEqual(
    questions.map(({ id }) => id),
    ['param:factory', 'param:exception'],
  )
  const answers = { 'param:factory': 'ZCL_X_FACTORY', 'param:exception': 'ZCX_X' }
  const done = await pipeline({ generation_id: asks.id, answers })
  assert.equal(done.state, 'ready')
  assert.equal((done.output as { scaffold: Scaffold }).scaffold.params.factory, 'ZCL_X_FACTORY')
  const whole = await pipeline({ input: { kind: 'abap_source', content: ONE_SUCCESSOR } })
  const { scaffold } = whole.output as { scaffold: Scaffold }
  assert.deepEqual([whole.state, scaffold.params.entity, scaffold.gaps], ['ready', 'I_SALESDOCUMENT', []])
  assert.match(scaffold.files.at(-1)!.content, /^\+SELECT SalesDocument AS vbeln$/m)
  const failed = await pipeline({ input: { kind: 'abap_source', content: '§§ ??' }, save: false })
  assert.deepEqual([failed.state, (failed.output as { error: { code: string } }).error.code], ['failed', 'unparseable'])
  assert.ok(failed.expires_at)
  const only = await pipeline({ input: { kind: 'abap_source', content: MANY }, steps: ['classify'] })
  assert.deepEqual([only.state, only.steps!.length], ['ready', 1])
  const { items } = await generations().list({ query: { kind: 'pipeline', q: 'zone' }, headers })
  assert.deepEqual(
    items.map(({ id }) => id),
    [whole.id, asks.id],
  )
  assert.ok(!('output' in items[0]!))
})

test('an interrupted pipeline resumes where it stopped once its lease has expired', async () => {
  const workspace = await open()
  const { id, steps } = await workspace.pipeline({
    input: { kind: 'abap_source', content: ONE_SUCCESSOR },
    steps: ['classify'],
  })
  const { db } = app.platform
  const interrupt = (claimed_until: Date) =>
    db
      .updateTable('casework.generations' as never)
      .set({
        state: 'running',
        steps: JSON.stringify([...steps!, { id: 'plan', state: 'running', finished_at: null, message: '' }]),
        claim: 'another_worker',
        claimed_until,
      } as never)
      .where('id' as never, '=', id as never)
      .execute()
  const resume = async () => {
    await app.work('casework-pipeline', { tenant: workspace.tenant.id, workspace: 'main', id })
    return workspace.generations().get({ params: { id }, headers: workspace.headers })
  }
  await interrupt(new Date(Date.now() + 60_000))
  assert.equal((await resume()).state, 'running')
  await interrupt(new Date(0))
  const { state, output, steps: ended } = await resume()
  assert.deepEqual([state, ended!.map(({ state: one }) => one)], ['ready', ['done', 'done']])
  assert.deepEqual(ended![0], steps![0])
  assert.ok('plan' in output && 'classification' in output)
})

test('a canceled pipeline keeps the results of its finished steps and is not resumed', async () => {
  const workspace = await open()
  const { generations, headers, tenant } = workspace
  const made = await workspace.pipeline({ input: { kind: 'abap_source', content: ONE_SUCCESSOR }, steps: ['classify'] })
  const one = { params: { id: made.id }, headers }
  await assert.rejects(generations().cancel(one), refused(409, 'forbidden_transition'))
  const steps = [...made.steps!, { id: 'plan', state: 'running', finished_at: null, message: '' }]
  const again = {
    state: 'running',
    steps: JSON.stringify(steps),
    claim: 'another_worker',
    claimed_until: new Date(0),
  }
  await app.platform.db
    .updateTable('casework.generations' as never)
    .set(again as never)
    .where('id' as never, '=', made.id as never)
    .execute()
  const stranger = await open()
  const theirs = { ...one, headers: stranger.headers }
  await assert.rejects(stranger.generations('admin').cancel(theirs), refused(404, 'generation_not_found'))
  const late = { ...one, headers: { ...headers, 'if-match': `"${made.version + 1}"` } }
  await assert.rejects(generations().cancel(late), refused(412, 'stale_version'))
  const stopped = await generations().cancel(one)
  assert.deepEqual([stopped.state, stopped.steps!.map(({ state }) => state)], ['failed', ['done', 'failed']])
  assert.deepEqual(stopped.output, {
    ...made.output,
    error: { code: 'cancelled', detail: 'The pipeline was canceled.' },
  })
  await app.work('casework-pipeline', { tenant: tenant.id, workspace: 'main', id: made.id })
  assert.deepEqual(await generations().get(one), stopped)
  const events = await readStream(workspace, { generation_id: made.id })
  assert.deepEqual(events.at(-1)!.data, { generation_id: made.id, state: 'failed' })
})

test('members save, find, star and delete generations, but cannot change those of others', async () => {
  const workspace = await open()
  const { generations, headers, at } = workspace
  const body = { kind: 'plan' as const, title: 'Mine', input: { a: 1 }, output: { b: 2 } }
  const saved = await generations().save({ body, headers })
  assert.deepEqual([saved.state, saved.immutable, saved.output], ['ready', false, { b: 2 }])
  const one = { params: { id: saved.id }, headers }
  const starred = await generations().update({ ...one, body: { starred: true } })
  assert.deepEqual([starred.starred, starred.version], [true, 2])
  const stale = { ...headers, 'if-match': '"1"' }
  await assert.rejects(
    generations().update({ ...one, headers: stale, body: { title: 'x' } }),
    refused(412, 'stale_version'),
  )
  const byAdmin = await generations('admin').save({ body: { ...body, title: 'By the admin' }, headers })
  const other = { params: { id: byAdmin.id }, headers }
  await assert.rejects(generations().update({ ...other, body: { title: 'x' } }), refused(403, 'role_required'))
  await assert.rejects(generations().remove(other), refused(403, 'role_required'))
  assert.equal((await generations().list({ query: { mine: true }, headers })).total, 1)
  assert.equal((await generations().list({ headers })).total, 2)
  await assert.rejects(generations().removeAll({ headers }), refused(400, 'confirmation_required'))
  const all = { confirm: true, scope: 'workspace' as const }
  await assert.rejects(generations().removeAll({ query: all, headers }), refused(403, 'role_required'))
  assert.deepEqual(await generations().removeAll({ query: { confirm: true }, headers }), { deleted: 1, retained: 0 })
  assert.deepEqual(await generations('admin').removeAll({ query: all, headers }), { deleted: 1, retained: 0 })
  await assert.rejects(
    generations().save({ body: { ...body, kind: 'bundle' as never }, headers }),
    refused(422, 'invalid_body'),
  )
  await assert.rejects(
    generations().save({ body: { ...body, case_id: 'cas_x' }, headers }),
    refused(404, 'case_not_found'),
  )
  const mine = await generations().save({ body, headers })
  const stranger = await open()
  const theirs = { params: { id: mine.id } }
  const there = stranger.headers
  const tries = [
    () => stranger.generations('admin').get({ ...theirs, headers: there }),
    () => stranger.generations('admin').remove({ ...theirs, headers: there }),
    () => stranger.generations('admin').update({ ...theirs, body: { starred: true }, headers: there }),
    () => stranger.plan({ generation_id: mine.id }),
    () => stranger.scaffold('decision-record', {}, { generation_id: mine.id }),
    () => stranger.pipeline({ generation_id: mine.id }),
    () => generations('admin').get({ ...theirs, headers: at('elsewhere') }),
  ]
  for (const attempt of tries) await assert.rejects(attempt, refused(404, 'generation_not_found'))
  await generations().remove({ params: { id: mine.id }, headers })
})

test('a case of another project is rejected, when saving and in a pipeline', async () => {
  const { generations, headers, projects, pipeline, read, tenant } = await open()
  const make = async (name: string) => (await projects().create({ body: { name, sample: false }, headers })).id
  const [one, other] = [await make('One'), await make('Other')]
  await read(one, 'deps.csv', 'from_type,from_name,to_type,to_name\nPROG,ZORDERS,TABL,VBAK\n', {
    kind: 'dependency_csv',
  })
  const theCase = { title: 'Orders', project_id: one, scope: { artifact_ids: ['TABL:VBAK'] } }
  const { id: case_id } = await app.client(cases, tenant, 'member').create({ body: theCase, headers })
  const body = { kind: 'plan' as const, title: 'Mine', input: { a: 1 }, output: { b: 2 }, case_id }
  await assert.rejects(
    generations().save({ body: { ...body, project_id: other }, headers }),
    refused(422, 'invalid_body'),
  )
  const asked = { input: { kind: 'abap_source' as const, content: ONE_SUCCESSOR }, case_id }
  await assert.rejects(pipeline({ ...asked, project_id: other } as never), refused(422, 'invalid_body'))
  const saved = await generations().save({ body: { ...body, project_id: one }, headers })
  assert.deepEqual([saved.project_id, saved.case_id], [one, case_id])
  assert.equal((await generations().save({ body, headers })).project_id, one, 'the project is that of the case')
})

test('a generation that has changed since it was read cannot be deleted with the old version', async () => {
  const { generations, headers } = await open()
  const body = { kind: 'plan' as const, title: 'Mine', input: { a: 1 }, output: { b: 2 } }
  const saved = await generations().save({ body, headers })
  const params = { id: saved.id }
  const starred = await generations().update({ params, body: { starred: true }, headers })
  const stale = { ...headers, 'if-match': saved.etag }
  await assert.rejects(generations().remove({ params, headers: stale }), refused(412, 'stale_version'))
  assert.deepEqual(await generations().get({ params, headers }), starred)
  await generations().remove({ params, headers: { ...headers, 'if-match': starred.etag } })
  await assert.rejects(generations().get({ params, headers }), refused(404, 'generation_not_found'))
})

test('a bundle never changes, and cannot be deleted while its case exists', async () => {
  const { tenant, headers, generations } = await open()
  const { id } = await app
    .client(cases, tenant, 'member')
    .create({ body: { title: 'VBAK', scope: { artifact_ids: ['TABL:VBAK'] } }, headers })
  const made = await app.client(bundles, tenant, 'member').make({ params: { id }, body: { redact: false }, headers })
  const one = { params: { id: made.id }, headers }
  const read = await generations('viewer').get(one)
  assert.deepEqual([read.kind, read.immutable, read.case_id], ['bundle', true, id])
  assert.equal((await generations().list({ query: { case_id: id, kind: 'bundle' }, headers })).total, 1)
  await assert.rejects(generations().update({ ...one, body: { title: 'x' } }), refused(409, 'generation_immutable'))
  await assert.rejects(generations().remove(one), refused(409, 'has_dependents'))
  assert.deepEqual(await generations().removeAll({ query: { confirm: true }, headers }), { deleted: 0, retained: 1 })
  await app.client(cases, tenant, 'member').remove({ params: { id }, headers })
  await generations().remove(one)
})
