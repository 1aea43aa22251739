// Cases through HTTP: opened, investigated, decided, estimated and bundled, and what later changes affect.

import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { before, test } from 'node:test'
import { artifacts } from '@veritrace/contract/casework/artifacts'
import { bundles } from '@veritrace/contract/casework/bundles'
import { casePlans } from '@veritrace/contract/casework/case-plans'
import { caseRecords } from '@veritrace/contract/casework/case-records'
import { type Case, type CasePatch, cases as casesContract, type NewCase } from '@veritrace/contract/casework/cases'
import { decisions } from '@veritrace/contract/casework/decisions'
import { estimates } from '@veritrace/contract/casework/estimates'
import { type EvidencePatch, evidence } from '@veritrace/contract/casework/evidence'
import { packs } from '@veritrace/contract/casework/packs'
import { plan } from '@veritrace/contract/casework/plan'
import { readiness } from '@veritrace/contract/casework/readiness'
import { recommendations } from '@veritrace/contract/casework/recommendations'
import { runs } from '@veritrace/contract/casework/runs'
import { traverse } from '@veritrace/contract/casework/traverse'
import { ApiError } from '@veritrace/contract/client'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import type { Job } from '@veritrace/platform/jobs/job'
import { jobRun } from '@veritrace/platform/testing/job-run'
import { sql } from 'kysely'
import { digestOf } from '../model/digest.ts'
import { REEVALUATE, RUN, type RunOrder } from '../model/run-order.ts'
import { SHARED } from '../model/scope.ts'
import { openRecommenders } from '../recommendations/threads/recommenders.ts'
import { type RunDeps, runCase } from '../runs/run-case.ts'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp, openTestDeps } from '../testing.ts'
import { caseTenant, DEPENDENCIES } from './testing.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
before(async () => {
  const clocked = await clockedCaseworkApp()
  app = clocked.app
  clock = clocked.clock
})

/** A target whose lists are not part of the sample. */
const UNREAD = 's4_public:2308'
const open = () => caseTenant(app)
const ONE_PERSON = { capacity_fte: 1, days_per_week: 5, sprint_days: 10 }
const BALANCED = { objective: 'balanced', granularity: 'pattern', seed: 1 } as const
const FINDING = `<w:worklist xmlns:w="http://www.sap.com/adt/atc/worklist" xmlns:o="http://www.sap.com/adt/atc/object"
    xmlns:f="http://www.sap.com/adt/atc/finding" xmlns:c="http://www.sap.com/adt/core">
  <w:objects><o:object c:type="PROG/P" c:name="ZORDERS"><o:findings>
    <f:finding f:priority="1" f:checkId="X" f:checkTitle="Usage of APIs" f:messageTitle="Usage of internal object TABL VBAK"/>
  </o:findings></o:object></w:objects>
</w:worklist>`
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

test('a case gets a key and its scope is measured immediately; a case with an empty scope is rejected', async () => {
  const { project, open: openCase, cases, headers } = await open()
  const project_id = await project()
  const first = await openCase(project_id)
  const second = await openCase(project_id, { scope: { selector: { packages: ['ZMM'] } } })
  const list = await cases().create({
    body: { title: 'One table', scope: { artifact_ids: ['TABL:VBAK'] }, type_id: 'api_gap', tags: ['sd'] },
    headers,
  })
  assert.deepEqual([first.key, second.key, list.key], ['CC-1', 'CC-2', 'CC-3'])
  assert.deepEqual(
    [first, second, list].map(({ scope }) => scope.resolved_count),
    [4, 2, 1],
  )
  assert.deepEqual(first.rollup.distribution, { A: 1, B: 1, C: 2, D: 0, unknown: 0 })
  assert.deepEqual([first.status, first.phase, first.rollup.acceptable_share], ['open', 'corpus', 0.5])
  const bad = (body: object, code: string) =>
    assert.rejects(
      cases().create({ body: { title: 'No', project_id, scope: {}, ...body }, headers }),
      refused(422, code),
    )
  await bad({}, 'scope_empty')
  await bad({ scope: { selector: { packages: ['NONE'] } } }, 'scope_empty')
  await bad({ scope: { selector: {} }, target: 'moon:1' }, 'unknown_target')
  await bad({ scope: { selector: {} }, type_id: 'party' }, 'unknown_case_type')
})

test('a run recommends fixes for the objects that miss the target, and a second run without changes finds the same', async () => {
  const { project, open: openCase, investigate, recommended, get, records, headers } = await open()
  const { id } = await openCase(await project())
  const first = await investigate(id)
  assert.equal(first.state, 'succeeded')
  assert.ok(first.steps.every(({ state }) => state === 'done'))
  const { items } = await recommended(id)
  assert.deepEqual(items.map(({ action_id, artifacts_total }) => [action_id, artifacts_total]).sort(), [
    ['replace_api', 1],
    ['replace_api', 2],
  ])
  const several = items.find(({ needs_decision }) => needs_decision)!
  assert.ok(
    several.alternatives.some((one) => one.id.startsWith('successor:')),
    'one of the successors can be chosen',
  )
  for (const one of items) {
    assert.ok(one.citations.length > 0 && one.citations[0]!.quote)
    assert.ok(one.effort.p10 < one.effort.p90 && one.confidence > 0 && one.guidance_ids.length > 0)
  }
  const after = await get(id)
  assert.deepEqual(
    [after.status, after.phase, after.counters.recommendations_open],
    ['awaiting_decision', 'resolve', 2],
  )
  assert.equal(after.latest_run?.id, first.id)

  const second = await investigate(id)
  const forced = await investigate(id, { force: true })
  for (const run of [second, forced]) {
    assert.equal(run.unchanged, true)
    assert.deepEqual([run.inputs?.digest, run.outputs?.digest], [first.inputs!.digest, first.outputs!.digest])
    assert.deepEqual([run.diff?.fixed, run.diff?.causes], [0, []])
  }
  const evidence = await records().evidence({ params: { id }, query: { limit: 50, relation: 'supports' }, headers })
  assert.ok(evidence.items.some(({ kind, claim }) => kind === 'catalog_record' && /^TABL:VBAK is .* for /.test(claim)))
})

test('only one run of a case is active at a time, and a run without any list for its target is rejected', async () => {
  const { project, open: openCase, api, work, headers, cases } = await open()
  const { id } = await openCase(await project())
  const start = () => api(runs).investigate({ params: { id }, body: { force: false }, headers })
  const run = await start()
  await assert.rejects(start(), refused(409, 'run_in_progress'))
  assert.equal((await work(run)).state, 'succeeded')
  const other = await cases().create({ body: { title: 'x', scope: { artifact_ids: ['TABL:VBAK'] } }, headers })
  const unread = { force: false, target: UNREAD }
  await assert.rejects(
    api(runs).investigate({ params: { id: other.id }, body: unread, headers }),
    refused(422, 'no_catalog'),
  )
})

test('a queued or running run that is canceled stores nothing, and the next run can start immediately', async () => {
  const { project, open: openCase, api, work, tenant, headers, get, recommended, listRuns, records } = await open()
  const { id } = await openCase(await project())
  const start = () => api(runs).investigate({ params: { id }, body: { force: true }, headers })
  const cancel = (runId: string, role: 'viewer' | 'member' = 'member') =>
    api(runs, role).cancel({ params: { id, runId }, headers })

  const waiting = await start()
  await assert.rejects(cancel(waiting.id, 'viewer'), refused(403, 'role_required'))
  await assert.rejects(cancel('run_none'), refused(404, 'run_not_found'))
  assert.equal((await cancel(waiting.id)).state, 'cancelled')
  assert.deepEqual([(await get(id)).status, (await get(id)).latest_run?.state], ['open', 'cancelled'])
  assert.equal((await work(waiting)).state, 'cancelled', 'the job runs after the cancellation')
  await assert.rejects(cancel(waiting.id), (error) => {
    assert.ok(refused(409, 'forbidden_transition')(error))
    const { from, allowed } = (error as ApiError).problem
    assert.deepEqual([from, allowed], ['cancelled', []])
    return true
  })

  const finished = await work(await start())
  const found = await recommended(id)
  const stopped = await start()
  const beside = await openTestDeps(app, SHARED)
  const recommenders = openRecommenders(app.platform)
  // Canceled in the middle of a step: the result of that step is discarded.
  const recommend: RunDeps['recommend'] = async (order, asking) => {
    await cancel(stopped.id)
    return recommenders.recommend(order, asking)
  }
  const order = { tenant: tenant.id, workspace: 'main', run_id: stopped.id }
  const verifyPlan = () => Promise.reject(new Error('should not be called'))
  await runCase({ ...beside.deps, recommend, verifyPlan }, order, new AbortController().signal)
  await Promise.all([beside.close(), recommenders.close()])
  const [last] = (await listRuns(id)).items
  assert.deepEqual([last!.id, last!.state, last!.outputs], [stopped.id, 'cancelled', undefined])
  assert.deepEqual(
    last!.steps.map(({ state }) => state),
    [...Array(7).fill('done'), ...Array(3).fill('skipped')],
  )
  const { rows } = await sql`select from casework.case_run_results where run_id = ${stopped.id}`.execute(
    app.platform.db,
  )
  assert.equal(rows.length, 0)
  assert.deepEqual(await recommended(id), found)
  assert.deepEqual([(await get(id)).status, (await get(id)).latest_run?.id], ['awaiting_decision', stopped.id])
  const finishedEvents = await records().events({
    params: { id },
    query: { limit: 200, type: 'run.finished' },
    headers,
  })
  assert.deepEqual(
    finishedEvents.items.map(({ data, actor }) => [data.state, actor.kind === 'system']),
    [
      ['cancelled', false],
      ['succeeded', true],
      ['cancelled', false],
    ],
  )
  const { items, chain } = await records().audit({ params: { id }, query: { limit: 1 }, headers })
  assert.deepEqual([items[0]!.action, chain.verified], ['run.cancel', true])
  const again = await work(await start())
  assert.deepEqual([again.state, again.outputs], ['succeeded', finished.outputs])
})

test('a decision takes effect and is carried over to the next run by its key', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const { items } = await t.recommended(id)
  const single = items.find(({ needs_decision }) => !needs_decision)!
  const several = items.find(({ needs_decision }) => needs_decision)!
  await assert.rejects(t.decide(id, several.id, { status: 'rejected' }), refused(422, 'unacceptable'))
  await assert.rejects(t.decide(id, several.id, { status: 'done' }), (error) => {
    assert.ok(refused(409, 'forbidden_transition')(error))
    assert.deepEqual((error as ApiError).problem.allowed, ['accepted', 'rejected', 'deferred'])
    return true
  })
  const chosen_alternative_id = several.alternatives[0]!.id
  const accepted = await t.decide(id, several.id, {
    status: 'accepted',
    chosen_alternative_id,
    feedback: {
      rating: 4,
      tags: ['partial_successor'],
      successor_fit: {
        successor_id: several.pattern!.successors[0]!.id,
        verdict: 'partial',
        operations: ['read'],
        note: 'no write access',
      },
    },
  })
  assert.deepEqual([accepted.status, accepted.decision?.chosen_alternative_id], ['accepted', chosen_alternative_id])
  await t.decide(id, single.id, { status: 'rejected', reason: 'We keep reading it' })
  const { items: said } = await t.records().feedback({ params: { id }, query: { limit: 10 }, headers: t.headers })
  assert.deepEqual([said[0]!.rating, said[0]!.effect.kind, said[0]!.effect.applied], [4, 'successor_fit', true])
  const decided = await t
    .records()
    .evidence({ params: { id }, query: { limit: 50, kind: 'decision' }, headers: t.headers })
  assert.deepEqual(decided.items.map(({ relation }) => relation).sort(), ['refutes', 'supports', 'supports'])

  const run = await t.investigate(id)
  assert.deepEqual([run.unchanged, run.diff?.causes], [false, ['decisions']])
  const after = (await t.recommended(id)).items
  assert.deepEqual(
    after.map(({ id: rec, status }) => [rec, status]).sort(),
    [
      [several.id, 'accepted'],
      [single.id, 'rejected'],
    ].sort(),
  )
  assert.equal((await t.get(id)).status, 'ready_to_close')
})

test('new evidence makes results stale; the next run reports what was fixed, and accepted work is marked done', async () => {
  const t = await open()
  const project = await t.project()
  const { id } = await t.open(project)
  await t.investigate(id)
  const vbak = (await t.recommended(id)).items.find(({ pattern }) => pattern?.reference.name === 'VBAK')!
  await t.decide(id, vbak.id, { status: 'accepted' })
  const fixed = DEPENDENCIES.split('\n')
    .filter((line) => !line.includes('VBAK'))
    .join('\n')
  const first = await t.evidence().list({ params: { id: project }, query: { limit: 10 }, headers: t.headers })
  await t.read(project, 'later.csv', fixed, { kind: 'dependency_csv', supersedes: first.items[0]!.id })
  const stale = await t.get(id)
  assert.deepEqual(stale.stale, { is: true, reasons: ['evidence_changed'] })
  const summary = await t.cases().summary({ params: { id }, headers: t.headers })
  assert.ok(summary.stale && summary.citations.length > 0 && /\[1\]/.test(summary.text_md))
  const run = await t.investigate(id)
  assert.equal(run.diff?.fixed, 1)
  assert.deepEqual(run.diff?.causes, ['evidence', 'decisions'])
  assert.deepEqual(
    (await t.recommended(id, { status: 'done' })).items.map(({ id: rec }) => rec),
    [vbak.id],
  )
  assert.equal((await t.get(id)).stale.is, false)
})

test('a case is updated under its version, closed with an outcome, and reopened with a reason', async () => {
  const { project, open: openCase, cases, headers, get } = await open()
  const { id, version } = await openCase(await project())
  const patch = (body: Parameters<ReturnType<typeof cases>['update']>[0]['body'], more: object = {}) =>
    cases().update({ params: { id }, body, headers: { ...headers, ...more } })
  const changed = await patch({ title: 'Other', priority: 'high' }, { 'if-match': `"${version}"` })
  assert.deepEqual([changed.title, changed.priority, changed.version], ['Other', 'high', version + 1])
  await assert.rejects(patch({ title: 'Late' }, { 'if-match': `"${version}"` }), refused(412, 'stale_version'))
  await assert.rejects(patch({ status: 'closed' }), refused(422, 'unacceptable'))
  await assert.rejects(patch({ status: 'closed', outcome: 'accepted_risk' }), (error) => {
    assert.ok(refused(409, 'forbidden_transition')(error))
    const { from, allowed } = (error as ApiError).problem
    assert.deepEqual([from, allowed], ['open', ['cancel']])
    return true
  })
  const closed = await patch({ status: 'closed', outcome: 'cancelled', note: 'Not any more' })
  assert.deepEqual([closed.status, closed.closed?.outcome], ['closed', 'cancelled'])
  await assert.rejects(patch({ status: 'closed', outcome: 'cancelled' }), refused(409, 'forbidden_transition'))
  const again = await patch({ status: 'open', reason: 'After all' })
  assert.deepEqual([again.status, again.closed], ['open', undefined])
  const other = await patch({ scope: { selector: { packages: ['ZMM'] } }, target: 's4_private:2023_3' })
  assert.equal(other.scope.resolved_count, 2)
  await cases().remove({ params: { id }, headers })
  await assert.rejects(get(id), refused(410, 'gone'))
})

test('event messages of a case use plain words, not the names of fields and states', async () => {
  const t = await open()
  const { id, key } = await t.open(await t.project())
  const change = (body: CasePatch) => t.cases().update({ params: { id }, body, headers: t.headers })
  await change({ due_at: '2030-01-01T00:00:00Z' })
  await change({ title: 'Other', question_md: 'Why?', tags: ['sd'] })
  await t.investigate(id)
  await change({ status: 'closed', outcome: 'not_needed' })
  const { items } = await t.records().events({ params: { id }, query: { limit: 50 }, headers: t.headers })
  const changes = items.filter(({ type }) => /^case\.(?:updated|status_changed|closed)$/.test(type))
  assert.deepEqual(
    changes.map(({ message }) => message),
    [
      `The due date of ${key} changed.`,
      `The title, question, and tags of ${key} changed.`,
      `${key} went from open to investigating.`,
      `${key} went from investigating to awaiting decision.`,
      `${key} was closed: not needed.`,
    ],
  )
})

test('a case that changed after it was read cannot be deleted with the old version', async () => {
  const { project, open: openCase, cases, headers, get } = await open()
  const read = await openCase(await project())
  const params = { id: read.id }
  const changed = await cases().update({ params, body: { title: 'Other' }, headers })
  const stale = { ...headers, 'if-match': read.etag }
  await assert.rejects(cases().remove({ params, headers: stale }), refused(412, 'stale_version'))
  assert.deepEqual(await get(read.id), changed)
  await cases().remove({ params, headers: { ...headers, 'if-match': changed.etag } })
  await assert.rejects(get(read.id), refused(410, 'gone'))
})

test('a patch of scope or owner changes only the named fields, and null removes a part of the scope', async () => {
  const { project, open: openCase, cases, headers } = await open()
  const { id, owner } = await openCase(await project(), { scope: { selector: { packages: ['ZSD'], types: ['PROG'] } } })
  const patch = (body: CasePatch) => cases().update({ params: { id }, body, headers })
  const scopeAfter = async (scope: NonNullable<CasePatch['scope']>) => {
    const { resolved_count, ...after } = (await patch({ scope })).scope
    return [after, resolved_count]
  }
  const named = ['TABL:MARA']
  const selector = { packages: ['ZSD'], types: ['PROG'] }
  assert.deepEqual(await scopeAfter({ artifact_ids: named }), [{ artifact_ids: named, selector }, 1])
  const both = { packages: ['ZSD', 'ZMM'], types: ['PROG'] }
  assert.deepEqual(await scopeAfter({ selector: { packages: both.packages }, artifact_ids: null }), [
    { artifact_ids: [], selector: both },
    2,
  ])
  assert.deepEqual(await scopeAfter({ selector: { types: null } }), [
    { artifact_ids: [], selector: { packages: both.packages } },
    4,
  ])
  await assert.rejects(patch({ scope: { selector: null } }), refused(422, 'scope_empty'))
  assert.deepEqual((await patch({ owner: { name: 'Ada' } })).owner, { ...owner, name: 'Ada' })
  await assert.rejects(patch({ owner: { id: null as never } }), refused(422, 'invalid_body'))
})

test('owner and participants must be members of the tenant; people already named remain valid after they leave', async () => {
  const { tenant, project, open: openCase, cases, headers } = await open()
  const stranger = await open()
  const { id, owner } = await openCase(await project())
  const patch = (body: CasePatch) => cases().update({ params: { id }, body, headers })
  const join = async (of: string, user_id: string) => {
    const who = { user_id, email: `${user_id}@example.com`, display_name: `Ms ${user_id}` }
    await insertMember(app.platform.db, { tenant_id: of, role: 'member', ...who, joined_at: new Date() })
    return user_id
  }
  const [here, there] = [await join(tenant.id, newId('usr')), await join(stranger.tenant.id, newId('usr'))]
  for (const unknown of [there, 'usr_invented', 'me', `${here} `])
    await assert.rejects(patch({ owner: { id: unknown } }), (error: ApiError) => {
      const [first] = error.problem.errors as { path: string }[]
      return refused(422, 'unknown_reference')(error) && first!.path === 'owner.id'
    })
  const person = (one: string) => ({ kind: 'user' as const, id: one, name: 'Grace' })
  await assert.rejects(patch({ participants: [person(here), person(there)] }), refused(422, 'unknown_reference'))
  assert.deepEqual((await patch({ owner: { id: here } })).owner, { ...owner, id: here, name: `Ms ${here}` })
  await sql`delete from platform.members where user_id = ${here}`.execute(app.platform.db)
  await patch({ owner: { id: here }, participants: [person(here), person(owner.id)] })
  await assert.rejects(patch({ participants: [person('usr_invented')] }), refused(422, 'unknown_reference'))
})

test('concurrent patches of one case do not overwrite each other’s parts of the scope', async () => {
  const { project, open: openCase, cases, headers, get } = await open()
  const { id } = await openCase(await project())
  const patch = (body: CasePatch) => cases().update({ params: { id }, body, headers })
  for (const [name, packages] of [
    ['TABL:VBAK', ['ZSD']],
    ['TABL:MARA', ['ZSD', 'ZMM']],
    ['PROG:ZORDERS', ['ZSD']],
    ['CLAS:ZCL_VIEW', ['ZMM']],
  ] as const) {
    await patch({ scope: { artifact_ids: null, selector: { packages: null } } })
    await Promise.all([
      patch({ scope: { artifact_ids: [name] } }),
      patch({ scope: { selector: { packages: [...packages] } } }),
      patch({ target: 's4_private:2023_3' }),
    ])
    const { artifact_ids, selector } = (await get(id)).scope
    assert.deepEqual([artifact_ids, selector], [[name], { packages }])
  }
})

test('cases can be filtered by every field, counted by facet, and paged in order', async () => {
  const t = await open()
  const project = await t.project()
  for (const title of ['One', 'Two', 'Three']) await t.open(project, { title, tags: [title.toLowerCase()] })
  const list = (query: object) => t.cases().list({ query: { limit: 50, ...query }, headers: t.headers })
  assert.deepEqual(
    (await list({ sort: 'key' })).items.map(({ key }) => key),
    ['CC-1', 'CC-2', 'CC-3'],
  )
  assert.deepEqual(
    (await list({ tag: 'two' })).items.map(({ title }) => title),
    ['Two'],
  )
  assert.deepEqual(
    (await list({ q: 'cc-3' })).items.map(({ title }) => title),
    ['Three'],
  )
  assert.equal((await list({ status: 'closed' })).total, 0)
  assert.equal((await list({ code: 'C' })).total, 3)
  assert.equal((await list({ code: 'D' })).total, 0)
  assert.equal((await list({ phase: 'corpus', owner: 'me', stale: false })).total, 3)
  const { facets } = await list({})
  assert.deepEqual([facets.status, facets.project_id, facets.stale], [{ open: 3 }, { [project]: 3 }, { false: 3 }])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ sort: '-created_at', limit: 1, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ title }) => title))
    cursor = page.next
  } while (cursor)
  assert.deepEqual([...seen].sort(), ['One', 'Three', 'Two'])
})

test('events are listed after a given number and can be followed live from the last one received', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const all = await t.records().events({ params: { id }, query: { limit: 200 }, headers: t.headers })
  assert.deepEqual(
    all.items.map(({ seq }) => seq),
    all.items.map((_, at) => at + 1),
  )
  assert.deepEqual([all.items[0]!.type, all.items.at(-1)!.type], ['case.created', 'run.finished'])
  assert.equal(all.items.filter(({ type }) => type === 'run.step').length, 10)
  const two = await t.records().events({ params: { id }, query: { limit: 2, after: 3 }, headers: t.headers })
  assert.deepEqual([two.items.map(({ seq }) => seq), two.next], [[4, 5], '5'])

  const stop = new AbortController()
  const response = await fetch(`${app.url}/api/casework/cases/${id}/events`, {
    headers: {
      authorization: `Bearer ${await app.key(t.tenant, 'member')}`,
      ...{ ...t.headers, accept: 'text/event-stream', 'last-event-id': String(all.items.length - 1) },
    },
    signal: stop.signal,
  })
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
  await t.cases().update({ params: { id }, body: { title: 'Live' }, headers: t.headers })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.includes('case.updated')) break
  }
  stop.abort()
  const names = [...text.matchAll(/^event: (.+)$/gm)].map(([, name]) => name)
  assert.deepEqual(names, ['run.finished', 'case.updated'])
  assert.match(text, new RegExp(`^id: ${all.items.length + 1}$`, 'm'))
})

test('the audit chain verifies, and an altered or removed entry breaks it', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  for (const title of ['A', 'B', 'C']) await t.cases().update({ params: { id }, body: { title }, headers: t.headers })
  const read = () => t.records().audit({ params: { id }, query: { limit: 2 }, headers: t.headers })
  const { items, chain, total } = await read()
  assert.deepEqual([chain.verified, total, items[0]!.hash], [true, 4, chain.head])
  assert.equal(items[0]!.prev_hash, items[1]!.hash)
  await sql`update casework.case_audit set action = 'case.nothing' where case_id = ${id} and seq = 2`.execute(
    app.platform.db,
  )
  assert.deepEqual((await read()).chain, { head: chain.head, verified: false, broken_at: 2 })
  await sql`update casework.case_audit set action = 'case.update' where case_id = ${id} and seq = 2`.execute(
    app.platform.db,
  )
  assert.equal((await read()).chain.verified, true)
  await sql`delete from casework.case_audit where case_id = ${id} and seq = 4`.execute(app.platform.db)
  assert.deepEqual((await read()).chain, { head: chain.head, verified: false, broken_at: 4 })
})

test('an estimate is a range, and equal inputs give the same range', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const make = (body: object = {}) =>
    t.estimates().make({ params: { id }, body: { simulations: 500, seed: 1, ...body }, headers: t.headers })
  const first = await make()
  assert.ok(first.effort.p10 < first.effort.p50 && first.effort.p50 < first.effort.p90)
  const { id: _, created_at: __, ...rest } = await make()
  const { id: ___, created_at: ____, ...same } = first
  assert.deepEqual(rest, same)
  const costly = await make({ assumptions: { productivity: 0.5, test_share: 0.3, coordination: 0.1, day_rate: 100 } })
  assert.ok(costly.effort.p50 > first.effort.p50 * 1.5 && costly.cost!.p50 > 0)
  const overrides = { replace_api: { low: 3, likely: 2, high: 1 } }
  await assert.rejects(
    make({ assumptions: { productivity: 1, test_share: 0, coordination: 0, overrides } }),
    refused(422, 'unacceptable'),
  )
  const unknown = { replace_apis: { low: 1, likely: 2, high: 3 } }
  await assert.rejects(
    make({ assumptions: { productivity: 1, test_share: 0, coordination: 0, overrides: unknown } }),
    refused(422, 'unacceptable'),
  )
  const listed = await t.estimates().list({ params: { id }, query: { limit: 10 }, headers: t.headers })
  assert.equal(listed.total, 3)
})

test('a redacted bundle contains no personal names, and words that start with a name stay intact', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  const participants = [
    { kind: 'user' as const, id: 'u1', name: 'Ann' },
    { kind: 'user' as const, id: 'u2', name: 'Ann Leeman' },
    { kind: 'user' as const, id: 'u3', name: 'S' },
  ]
  const body = {
    title: 'Annual orders of Ann Leeman',
    question_md: 'SAP says: ask Ann, S or Ann Leeman.',
    participants,
  }
  for (const { id: user_id, name: display_name } of participants) {
    const member = { tenant_id: t.tenant.id, user_id, role: 'member' as const, email: null, display_name }
    await insertMember(app.platform.db, { ...member, joined_at: new Date() })
  }
  await t.cases().update({ params: { id }, body, headers: t.headers })
  const bundle = await t.bundles().make({ params: { id }, body: { redact: true }, headers: t.headers })
  const shown = bundle.content!.case as Pick<Case, 'key' | 'title' | 'question_md' | 'participants'>
  const [ann, leeman, s] = shown.participants.map(({ name }) => name)
  assert.deepEqual(
    [shown.title, shown.question_md],
    [`Annual orders of ${leeman}`, `SAP says: ask ${ann}, ${s} or ${leeman}.`],
  )
  assert.equal(bundle.title, `${shown.key} ${shown.title}, bundle 1`)
  assert.ok(!JSON.stringify(bundle).includes('Leeman'))
})

test('a bundle is sealed: if its content changes, neither the digest nor the signature matches', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const bundle = await t.bundles().make({ params: { id }, body: { redact: true }, headers: t.headers })
  assert.deepEqual([bundle.n, bundle.immutable, bundle.permalink], [1, true, `/app/studio/bundle/${bundle.id}`])
  assert.equal(digestOf(bundle.content), bundle.digest)
  assert.ok(!JSON.stringify(bundle.content).includes('test member'), 'no one is named')
  for (const part of [
    'case',
    'summary',
    'resolutions',
    'graph',
    'recommendations',
    'evidence',
    'citations',
    'audit_head',
  ])
    assert.ok(bundle.content![part], part)
  const { public_key, value } = bundle.signature
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
  const isSigned = (digest: string) => verify(null, Buffer.from(digest), key, Buffer.from(value, 'base64url'))
  assert.equal(isSigned(bundle.digest), true)
  const altered = JSON.parse(JSON.stringify(bundle.content).replace('VBAK', 'VBAP')) as object
  assert.notEqual(digestOf(altered), bundle.digest)
  assert.equal(isSigned(digestOf(altered)), false)
  const { items } = await t.bundles().list({ params: { id }, query: { limit: 10 }, headers: t.headers })
  assert.deepEqual([items[0]!.digest, items[0]!.content], [bundle.digest, undefined])
})

test('a duplicated case has the same scope, and copies decisions if requested', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const [first] = (await t.recommended(id)).items
  await t.decide(id, first!.id, { status: 'rejected', reason: 'Not ours' })
  const include = { evidence: true, decisions: true, plan: false }
  const copy = await t.cases().duplicate({ params: { id }, body: { title: 'What if', include }, headers: t.headers })
  assert.deepEqual([copy.duplicated_from, copy.title, copy.status], [id, 'What if', 'open'])
  assert.ok(copy.counters.evidence > 0)
  await t.investigate(copy.id)
  const { items } = await t.recommended(copy.id)
  assert.deepEqual(items.map(({ key, status }) => [key, status]).find(([key]) => key === first!.key)?.[1], 'rejected')
})

test('an interrupted run resumes after its last finished step; after the last attempt it is marked failed', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  const started = await t.api(runs).investigate({ params: { id }, body: { force: false }, headers: t.headers })
  const order: RunOrder = { tenant: t.tenant.id, workspace: 'main', run_id: started.id }
  const job = app.product.jobs.find(({ name }) => name === RUN) as Job<RunOrder>
  const killedAfter = (steps: number) =>
    ({ throwIfAborted: () => steps-- > 0 || assert.fail('killed') }) as unknown as AbortSignal
  await assert.rejects(job.handle(order, jobRun({ signal: killedAfter(3) })), /killed/)
  const cut = (await t.listRuns(id)).items[0]!
  assert.deepEqual([cut.state, cut.steps.filter(({ state }) => state === 'done').length], ['running', 3])
  clock.advance(60_000)
  const whole = await t.work(started)
  assert.equal(whole.state, 'succeeded')
  assert.equal(whole.steps[0]!.finished_at, cut.steps[0]!.finished_at, 'the first step is not repeated')
  assert.notEqual(whole.steps[4]!.finished_at, cut.steps[0]!.finished_at)

  const other = await t.api(runs).investigate({ params: { id }, body: { force: true }, headers: t.headers })
  const last = jobRun({ attempt: 3, signal: killedAfter(1) })
  await assert.rejects(job.handle({ ...order, run_id: other.id }, last), /killed/)
  const failed = (await t.listRuns(id)).items[0]!
  assert.deepEqual([failed.state, failed.error?.code], ['failed', 'internal'])
  assert.equal((await t.get(id)).status, 'awaiting_decision', 'the results of the previous run remain')
})

test('an exempted recommendation stays accepted while the exemption is renewed, and is proposed again after it expires', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const [first] = (await t.recommended(id)).items
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
  const statusNow = async () => {
    await t.investigate(id, { force: true })
    return (await t.recommended(id)).items.find((one) => one.id === first!.id)?.status
  }
  const exemption = { owner: 'Jane', reason: 'Until the upgrade', expires_at: inDays(10) }
  await t.decide(id, first!.id, { status: 'accepted', exemption })
  assert.equal(await statusNow(), 'accepted')
  const { items: exempted } = await t.api(decisions).list({ query: { kind: 'exemption' }, headers: t.headers })
  for (const { id: of } of exempted)
    await t.api(decisions).renew({
      params: { id: of },
      body: { expires_at: inDays(90), rationale: 'The upgrade comes later.' },
      headers: t.headers,
    })
  clock.advance(20 * 86_400_000)
  assert.equal(await statusNow(), 'accepted')
  clock.advance(80 * 86_400_000)
  assert.equal(await statusNow(), 'proposed', 'someone has to review it again')
})

test('a deferred recommendation is proposed again on its date, and changed rules reevaluate the case automatically', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const [first] = (await t.recommended(id)).items
  const defer_until = new Date(clock.now().getTime() + 86_400_000).toISOString()
  await t.decide(id, first!.id, { status: 'deferred', defer_until })
  await t.job('casework-deferred', {})
  assert.equal((await t.recommended(id)).items.find((one) => one.id === first!.id)?.status, 'deferred')
  clock.advance(2 * 86_400_000)
  await t.job('casework-deferred', {})
  assert.equal((await t.recommended(id)).items.find((one) => one.id === first!.id)?.status, 'proposed')

  const set = (options: Record<string, string | null>) =>
    t.api(packs, 'admin').update({ params: { id: 'clean-core' }, body: { options }, headers: t.headers })
  await set({ reevaluation: 'on_request' })
  assert.equal((await t.get(id)).stale.is, false, 'this option changes no rule')
  await set({ uncatalogued: 'unknown' })
  assert.deepEqual((await t.get(id)).stale.reasons, ['ruleset_changed'])
  await t.job(REEVALUATE, {})
  assert.equal((await t.listRuns(id)).items.length, 1, 'this workspace starts runs only on request')
  const { pack } = await set({ reevaluation: null })
  assert.equal(pack.options.find((option) => option.id === 'reevaluation')?.value, 'automatic')
  await assert.rejects(set({ reevaluation: 'never' }), refused(422, 'unknown_option'))
  await t.job(REEVALUATE, {})
  const [run] = (await t.listRuns(id)).items
  assert.deepEqual([run!.kind, run!.triggered_by.kind], ['reevaluate', 'system'])
  await t.work(run!)
  assert.equal((await t.get(id)).stale.is, false)
  await t.job(REEVALUATE, {})
  assert.equal((await t.listRuns(id)).items.length, 2)
})

test('a case becomes stale when an exemption it depends on expires or is revoked', async () => {
  const t = await open()
  const project_id = await t.project()
  const { id } = await t.open(project_id)
  const { id: beside } = await t.open(project_id, { scope: { selector: { packages: ['ZMM'] } } })
  for (const each of [id, beside]) await t.investigate(each)
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString()
  const { items } = await t.recommended(id)
  clock.advance(60_000)
  for (const [at, { id: recId }] of items.entries()) {
    const exemption = { owner: 'Jane', reason: 'Until the upgrade', expires_at: inDays(10 + 80 * at) }
    await t.decide(id, recId, { status: 'accepted', exemption })
  }
  const stale = async (of = id) => (await t.get(of)).stale.reasons
  assert.deepEqual(await stale(), [], 'decisions made in the case itself do not make it stale')
  const { id: later } = await t.open(project_id, { title: 'The same, later' })
  for (const each of [id, later]) await t.investigate(each, { force: true })
  assert.equal((await t.recommended(later)).items.length, 0, 'everything is exempted')

  clock.advance(20 * 86_400_000)
  assert.deepEqual(await Promise.all([id, later, beside].map(stale)), [
    ['decisions_changed'],
    ['decisions_changed'],
    [],
  ])
  await t.job(REEVALUATE, {})
  for (const each of [id, later]) {
    const [run] = (await t.listRuns(each)).items
    assert.equal(run!.kind, 'reevaluate')
    await t.work(run!)
    assert.deepEqual(await stale(each), [])
  }
  const { items: again } = await t.recommended(id)
  assert.deepEqual(again.map(({ status }) => status).toSorted(), ['accepted', 'proposed'])
  assert.equal((await t.recommended(later)).items.length, 1)

  clock.advance(60_000)
  const { items: active } = await t
    .api(decisions)
    .list({ query: { kind: 'exemption', status: 'active' }, headers: t.headers })
  await t.api(decisions).revoke({ params: { id: active[0]!.id }, headers: t.headers })
  assert.deepEqual(await Promise.all([id, later, beside].map(stale)), [
    ['decisions_changed'],
    ['decisions_changed'],
    [],
  ])
})

test('a case becomes stale when an overlay on something its objects use is added, expires or is revoked', async () => {
  const t = await open()
  const project_id = await t.project()
  const { id } = await t.open(project_id, { scope: { selector: { packages: ['ZSD'] } } })
  const { id: beside } = await t.open(project_id, { scope: { selector: { packages: ['ZMM'] } } })
  for (const each of [id, beside]) await t.investigate(each)
  const stale = async () => [(await t.get(id)).stale.reasons, (await t.get(beside)).stale.reasons]
  const lay = (name: string, more: object = {}) =>
    t.api(decisions).overlay({
      body: { type: 'TABL', name, level: 'B', rationale: 'Read only, through one wrapper.', ...more },
      headers: t.headers,
    })
  clock.advance(60_000)
  await lay('BSEG')
  assert.deepEqual(await stale(), [[], []], 'none of the objects uses it')
  const first = await lay('VBAK')
  assert.deepEqual(await stale(), [['decisions_changed'], []])
  const { items } = await t.cases().list({ query: { stale: true }, headers: t.headers })
  assert.deepEqual(
    items.map((one) => one.id),
    [id],
  )
  await t.investigate(id)
  assert.deepEqual(await stale(), [[], []])
  clock.advance(60_000)
  await t.api(decisions).revoke({ params: { id: first.id }, headers: t.headers })
  assert.deepEqual(await stale(), [['decisions_changed'], []])
  await lay('VBAK', { expires_at: new Date(clock.now().getTime() + 86_400_000).toISOString() })
  clock.advance(60_000)
  await t.investigate(id)
  assert.deepEqual(await stale(), [[], []])
  clock.advance(2 * 86_400_000)
  assert.deepEqual(await stale(), [['decisions_changed'], []])
})

test('a case scoped by ids keeps its scope, decisions and exemptions when the system of its project is renamed', async () => {
  const t = await open()
  const { headers } = t
  const { id: project_id } = await t.projects().create({ body: { name: 'No name yet' }, headers })
  await t.read(project_id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
  await t.read(project_id, 'atc.xml', FINDING)
  const idsNow = async () => {
    const query = { project_id, kind: 'custom_object', type: 'PROG' }
    const { items } = await t.api(artifacts).list({ query, headers })
    return items.map(({ id, iri, name }) => ({ id, iri, name }))
  }
  const unnamed = await idsNow()
  const artifact_ids = unnamed.map(({ id }) => id)
  const { id } = await t.open(project_id, { scope: { artifact_ids } })
  await t.investigate(id)
  const [one, other] = (await t.recommended(id)).items
  const expires_at = new Date(clock.now().getTime() + 90 * 86_400_000).toISOString()
  await t.decide(id, one!.id, { status: 'accepted' })
  await t.decide(id, other!.id, { status: 'accepted', exemption: { owner: 'Jane', reason: 'Until then', expires_at } })
  const standing = async () => {
    const found = await evidenceOf((await idsNow())[0]!.id)
    await t.investigate(id, { force: true })
    const { scope, rollup } = await t.get(id)
    const { items } = await t.recommended(id)
    const { items: exempted } = await t.api(decisions).list({ query: { kind: 'exemption', status: 'active' }, headers })
    return {
      ...{ scope, rollup, exempted: exempted.map((decision) => decision.id) },
      decided: items.map(({ key, status }) => [key, status]).toSorted(),
      found: [found, await evidenceOf(artifact_ids[0]!)],
    }
  }
  const evidenceOf = async (artifact_id: string) =>
    (await t.records().evidence({ params: { id }, query: { artifact_id, kind: 'finding' }, headers })).total
  const before = await standing()
  assert.deepEqual([before.scope.resolved_count, before.exempted.length, before.found], [2, 1, [1, 1]])

  const rename = [
    () => t.projects().update({ params: { id: project_id }, body: { system: { sid: 'DEV' } }, headers }),
    () => t.projects().update({ params: { id: project_id }, body: { system: { sid: 'PRD' } }, headers }),
  ]
  const former = [unnamed]
  for (const name of rename) {
    await name()
    const now = await idsNow()
    assert.notDeepEqual(now, former.at(-1), 'the system is part of the name')
    assert.deepEqual(await standing(), before)
    for (const [at, { id: old, iri }] of former.flatMap((list) => list.map((each, at) => [at, each] as const)))
      for (const word of [old, iri])
        for (const query of [{}, { project_id }])
          assert.equal((await t.api(artifacts).get({ params: { id: word }, query, headers })).id, now[at]!.id)
    former.push(now)
  }
  const [first, second] = unnamed
  const walked = await t
    .api(traverse)
    .run({ body: { start: [first!.id, second!.iri], filter: { project_id } }, headers })
  assert.deepEqual(walked.warnings, [])
  const starts = walked.nodes.filter(({ depth }) => depth === 0).map(({ label }) => label)
  assert.deepEqual(starts.toSorted(), [first!.name, second!.name].toSorted())
  const quick = await t.api(plan).make({
    body: {
      key: 'old-ids',
      scope: { project_id, artifact_ids: [first!.id] },
      constraints: { ...ONE_PERSON, exclude: [first!.id] },
      ...BALANCED,
    },
    headers,
  })
  assert.equal(quick.items.length, 0, 'the exclusion is recognized by its old id')
  const item = { title: 'By its old id', action_id: 'research', artifacts: [first!.id], acceptance: [] }
  const drafted = await t.api(casePlans).create({ params: { caseId: id }, body: { items: [item] }, headers })
  assert.deepEqual(
    drafted.items[0]!.artifacts.map((artifact) => artifact.id),
    [former.at(-1)![0]!.id],
  )
})

test('a case scoped by ids keeps its scope when a later file is the first to name the system', async () => {
  const t = await open()
  const { id: project_id } = await t.projects().create({ body: { name: 'Named by a file' }, headers: t.headers })
  await t.read(project_id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
  const query = { project_id, kind: 'custom_object', q: 'ZORDERS' }
  const [old] = (await t.api(artifacts).list({ query, headers: t.headers })).items
  const { id } = await t.open(project_id, { scope: { artifact_ids: [old!.id] } })
  await t.read(project_id, 'more.csv', `${DEPENDENCIES}PROG,ZLATER,ZSD,TABL,VBAK,read\n`, {
    kind: 'dependency_csv',
    system: 'QAS',
  })
  const [now] = (await t.api(artifacts).list({ query, headers: t.headers })).items
  assert.notEqual(now!.id, old!.id)
  assert.equal((await t.investigate(id)).state, 'succeeded')
  assert.equal((await t.get(id)).scope.resolved_count, 1)
  assert.equal((await t.api(artifacts).get({ params: { id: old!.id }, query: {}, headers: t.headers })).id, now!.id)
})

test('the origin of a case must exist in the same workspace', async () => {
  const [t, stranger] = [await open(), await open()]
  const project = await t.project()
  const from = (given: NonNullable<NewCase['from']>) => t.open(project, { from: given })
  const body = { scope: { project_id: project }, target: 's4_private:2023_3' } as never
  const { id } = await t.api(plan).make({ body, headers: t.headers })
  assert.equal((await from({ plan_version_id: id })).status, 'open')
  const theirs = stranger.open(await stranger.project(), { from: { plan_version_id: id } })
  await assert.rejects(theirs, refused(404, 'plan_version_not_found'))
  await assert.rejects(from({ generation_id: 'gen_none' }), refused(404, 'generation_not_found'))
  await assert.rejects(from({ control_id: 'CC-99' }), refused(422, 'unacceptable'))
  await assert.rejects(from({ resolution_id: '../x' }), refused(422, 'unacceptable'))
  assert.equal((await from({ control_id: 'CC-01' })).status, 'open')
})

test('a project counts its open cases and closes them when it is deleted with cascade; readiness can measure a case', async () => {
  const t = await open()
  const project = await t.project()
  const { id } = await t.open(project, { scope: { selector: { packages: ['ZMM'] } } })
  const ready = await t.api(readiness).get({ query: { case_id: id, group_by: 'package' }, headers: t.headers })
  assert.deepEqual([ready.scope.kind, ready.coverage.objects_total], ['case', 2])
  assert.equal((await t.projects().get({ params: { id: project }, headers: t.headers })).stats.cases_open, 1)
  const remove = (query: object) => t.projects('admin').remove({ params: { id: project }, query, headers: t.headers })
  await assert.rejects(remove({}), refused(409, 'has_dependents'))
  await remove({ cascade: true })
  assert.deepEqual([(await t.get(id)).status, (await t.get(id)).closed?.outcome], ['closed', 'cancelled'])
})

test('a case of a deleted project cannot be reopened until the project is restored', async () => {
  const t = await open()
  const project = await t.project()
  const { id } = await t.open(project)
  const admin = t.projects('admin')
  await admin.remove({ params: { id: project }, query: { cascade: true }, headers: t.headers })
  const reopen = () =>
    t.cases().update({ params: { id }, body: { status: 'open', reason: 'Once more' }, headers: t.headers })
  await assert.rejects(reopen(), refused(410, 'gone'))
  await admin.update({ params: { id: project }, body: { status: 'active' }, headers: t.headers })
  assert.equal((await reopen()).status, 'open')
})

test('an archived project rejects new cases, files and runs; its open cases can still be closed, and everything works again once it is active', async () => {
  const t = await open()
  const project = await t.project()
  const [going, done] = [await t.open(project), await t.open(project)]
  const change = (id: string, body: CasePatch) => t.cases().update({ params: { id }, body, headers: t.headers })
  await change(done.id, { status: 'closed', outcome: 'cancelled' })
  const become = (status: 'active' | 'archived') =>
    t.projects().update({ params: { id: project }, body: { status }, headers: t.headers })
  await become('archived')
  const late = () => t.open(project)
  const again = () => change(done.id, { status: 'open', reason: 'Once more' })
  const copy = () => t.cases().duplicate({ params: { id: going.id }, body: {}, headers: t.headers })
  const look = (target?: string) =>
    t
      .api(runs)
      .investigate({ params: { id: going.id }, body: { force: false, ...(target && { target }) }, headers: t.headers })
  const params = {
    id: project,
    evidenceId: (await t.api(evidence).list({ params: { id: project }, headers: t.headers })).items[0]!.id,
  }
  const say = (body: EvidencePatch) => t.api(evidence).update({ params, body, headers: t.headers })
  const reread = () => say({ kind: 'dependency_csv' })
  const file = async () => {
    const { status, item } = await t.send(project, 'late.csv', DEPENDENCIES.replaceAll('ZORDERS', 'ZLATE'))
    return [status, item.code]
  }
  for (const refusedNow of [late, again, copy, look, () => look('btp_abap:latest'), reread])
    await assert.rejects(refusedNow(), refused(409, 'project_archived'), String(refusedNow))
  assert.deepEqual(await file(), [409, 'project_archived'])
  const aboutNothing = t.open(project, { scope: { artifact_ids: ['TABL:NONE'] } })
  await assert.rejects(aboutNothing, refused(409, 'project_archived'), 'checked before the scope is measured')
  assert.equal((await change(going.id, { tags: ['late'] })).tags[0], 'late')
  assert.equal((await say({ label: 'The old list' })).label, 'The old list')
  assert.deepEqual([(await t.get(going.id)).target, (await t.listRuns(going.id)).total], [going.target, 0])
  await become('active')
  for (const taken of [late, again, copy, look, reread]) await taken()
  assert.deepEqual(await file(), [202, undefined])
})

test('a run for the previous target does not change the figures of the case', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  const run = await t.api(runs).investigate({ params: { id }, body: { force: false }, headers: t.headers })
  const target = 'btp_abap:latest'
  const patched = await t.cases().update({ params: { id }, body: { target }, headers: t.headers })
  assert.notDeepEqual(patched.rollup.distribution, (await t.open(await t.project('Same'))).rollup.distribution)
  assert.equal((await t.work(run)).inputs?.target.profile_id, 's4_private:2023_3')
  const after = await t.get(id)
  assert.deepEqual([after.rollup, after.stale.reasons], [patched.rollup, ['target_changed']])
})

test('numbers and dates outside any valid range cause no server error', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  const events = (after: number) =>
    t.records().events({ params: { id }, query: { limit: 10, after }, headers: t.headers })
  assert.deepEqual((await events(2_147_483_647)).items, [])
  await assert.rejects(events(2_147_483_648), refused(400, 'invalid_query'))
  const due = (due_before: string) => t.cases().list({ query: { due_before }, headers: t.headers })
  for (const day of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) assert.equal((await due(day)).total, 0)
  await assert.rejects(due('9999-12-31T23:59:59-23:59'), refused(400, 'invalid_query'))
})

test('a caller from another tenant or workspace cannot see a case', async () => {
  const t = await open()
  const { id } = await t.open(await t.project())
  await t.investigate(id)
  const recId = (await t.recommended(id)).items[0]!.id
  const other = await open()
  for (const at of [
    { api: other.api, headers: other.headers },
    { api: t.api, headers: t.at('elsewhere') },
  ]) {
    const { headers } = at
    const params = { id }
    const query = { limit: 10 }
    const cases = at.api(casesContract)
    const records = at.api(caseRecords)
    const calls = [
      () => cases.get({ params, headers }),
      () => cases.update({ params, body: { title: 'Mine' }, headers }),
      () => cases.remove({ params, headers }),
      () => cases.duplicate({ params, body: {}, headers }),
      () => cases.summary({ params, headers }),
      () => records.events({ params, query, headers }),
      () => records.evidence({ params, query, headers }),
      () => records.feedback({ params, query, headers }),
      () => records.audit({ params, query, headers }),
      () => at.api(runs).investigate({ params, body: { force: false }, headers }),
      () => at.api(runs).list({ params, query, headers }),
      () => at.api(recommendations).list({ params, query, headers }),
      () => at.api(recommendations).decide({ params: { id, recId }, body: { status: 'accepted' }, headers }),
      () => at.api(estimates).make({ params, body: { simulations: 100, seed: 1 }, headers }),
      () => at.api(estimates).list({ params, query, headers }),
      () => at.api(bundles).make({ params, body: { redact: false }, headers }),
      () => at.api(bundles).list({ params, query, headers }),
    ]
    for (const call of calls) await assert.rejects(call(), refused(404, 'case_not_found'))
    assert.equal((await cases.list({ query, headers })).total, 0)
  }
})

test('a quote that would be cut inside a character stays well-formed, and the run succeeds', async () => {
  const { project, open: openCase, investigate, records, read, headers } = await open()
  const project_id = await project()
  for (const before of ['', 'x'])
    await read(project_id, `rule${before}.md`, `# Rule\n\nVBAK ${before}${'😀'.repeat(300)} VBAK`)
  const { id } = await openCase(project_id)
  assert.equal((await investigate(id)).state, 'succeeded')
  const { items } = await records().evidence({ params: { id }, query: { limit: 200, kind: 'document' }, headers })
  const quotes = items.map(({ citation }) => citation.quote).filter((quote) => quote.includes('😀'))
  assert.equal(quotes.length, 2)
  for (const quote of quotes) assert.ok(quote.length > 390 && quote.isWellFormed() && !quote.includes('\ufffd'), quote)
})

test('a case with a title of the maximum length can be duplicated and planned, and its title is cut between characters', async () => {
  const { project, open: openCase, cases, investigate, recommended, decide, api, headers } = await open()
  const title = `xx${'😀'.repeat(99)}`
  const { id } = await openCase(await project(), { title })
  const copy = await cases().duplicate({ params: { id }, body: {}, headers })
  assert.equal(copy.title.length, 200)
  await investigate(id)
  const [first] = (await recommended(id)).items
  await decide(id, first!.id, { status: 'accepted' })
  const made = await api(casePlans).generate({
    params: { caseId: id },
    body: { ...BALANCED, from: 'accepted' },
    headers,
  })
  assert.match(made.title, /^Plan 1 for xx(?:😀)+$/u)
})
