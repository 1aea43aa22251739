// Plans of cases through HTTP: drafted, reviewed, approved, transported and verified, and hidden from other tenants.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { decisions } from '@veritrace/contract/casework/decisions'
import { runs } from '@veritrace/contract/casework/runs'
import { scorecard } from '@veritrace/contract/casework/scorecard'
import { ApiError } from '@veritrace/contract/client'
import { madeKey } from '@veritrace/platform/testing/made-key'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp } from '../testing.ts'
import { FIXED, planTenant } from './testing.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
before(async () => {
  const clocked = await clockedCaseworkApp('2026-03-02T09:00:00Z')
  app = clocked.app
  clock = clocked.clock
})
const open = () => planTenant(app)

const refused =
  (status: number, code: string, look: (error: ApiError) => void = () => {}) =>
  (error: unknown) => {
    assert.ok(error instanceof ApiError, String(error))
    assert.deepEqual([error.status, error.code], [status, code], error.message)
    look(error)
    return true
  }
const gateIds = (error: ApiError): string[] => (error.problem.gates as { id: string }[]).map(({ id }) => id)

test('accepted recommendations become a complete draft, and a case without any gets no plan', async () => {
  const { openCase, investigate, plans, headers, acceptAll, cases, step } = await open()
  const { caseId } = await openCase()
  await investigate(caseId)
  const generate = () => plans().generate({ params: { caseId }, body: undefined as never, headers })
  await assert.rejects(generate(), refused(422, 'nothing_accepted'))
  await acceptAll(caseId)
  const plan = await generate()
  assert.deepEqual([plan.number, plan.state, plan.is_current, plan.policy.approvals_required], [1, 'draft', true, 1])
  assert.ok(plan.items.length > 0 && plan.items.every(({ citations }) => citations.length > 0))
  assert.equal(plan.gates.find(({ id }) => id === 'G4')!.status, 'pass')
  assert.deepEqual(
    plan.allowed_transitions.map(({ name, allowed }) => [name, allowed]),
    [
      ['submit', true],
      ['withdraw', true],
    ],
  )
  const nothing = { from_plan_id: plan.id, without: plan.items.map(({ id }) => id) }
  const bare = await plans().create({ params: { caseId }, body: nothing, headers })
  await assert.rejects(
    step(bare, { transition: 'submit' }),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G1'])),
  )
  const again = await generate()
  assert.deepEqual([again.number, again.inputs_digest], [3, plan.inputs_digest])
  const seen = await cases('viewer').get({ params: { id: caseId }, headers })
  assert.deepEqual([seen.status, seen.current_plan_id], ['planned', again.id])
  const list = await plans('viewer').list({ params: { caseId }, query: { state: 'draft', limit: 1 }, headers })
  assert.deepEqual([list.total, list.items[0]!.id, list.next !== ''], [3, again.id, true])
})

test('each item names its recommendations, and an accepted recommendation without an item is listed with the reason', async () => {
  const { openCase, investigate, plans, headers, recommended, decide } = await open()
  const { caseId } = await openCase()
  await investigate(caseId)
  const { items: all } = await recommended(caseId)
  const [one, other] = all as [(typeof all)[0], (typeof all)[0]]
  await decide(caseId, one.id, { status: 'accepted' })
  const exemption = { owner: 'Jane', reason: 'Until the upgrade', expires_at: '2027-03-01T00:00:00Z' }
  await decide(caseId, other.id, { status: 'accepted', exemption })
  const plan = await plans().generate({ params: { caseId }, body: undefined as never, headers })
  assert.ok(plan.items.length > 0)
  assert.deepEqual([...new Set(plan.items.flatMap((item) => item.recommendation_ids ?? []))], [one.id])
  const unplanned = plan.assumptions.filter((line) => line.startsWith('Accepted but not planned'))
  assert.deepEqual(unplanned, [`Accepted but not planned: “${other.title}”, because it is exempt until 2027-03-01.`])
})

test('a plan goes from draft to verified, and returns to delivery if the work does not meet its acceptance conditions', async () => {
  const world = await open()
  const { approved, step, get, runLatest, read, cases, headers } = world
  const { plan, caseId, project_id } = await approved()
  assert.deepEqual([...new Set(plan.items.map(({ state }) => state))], ['ready'])
  const ids = plan.items.map(({ id }) => id)
  await step(plan, { transition: 'start' })
  await assert.rejects(
    step(plan, { transition: 'complete' }),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['items_finished'])),
  )
  await step(plan, { transition: 'complete_item', item_ids: ids, actuals: { [ids[0]!]: 2.5 } })
  assert.equal((await get(plan)).items[0]!.actual_days, 2.5)
  const { plan: delivered } = await step(plan, { transition: 'complete' })
  assert.equal(delivered.state, 'delivered')
  await runLatest(caseId)
  const back = await get(plan)
  assert.deepEqual([back.state, back.verification!.passed], ['in_delivery', false])
  const failed = back.verification!.failed_items.map(({ item_id }) => item_id)
  assert.deepEqual(
    back.items.filter(({ state }) => state === 'in_progress').map(({ id }) => id),
    failed,
  )
  assert.equal((await cases('viewer').get({ params: { id: caseId }, headers })).status, 'in_delivery')
  await read(project_id, 'deps.csv', FIXED, { kind: 'dependency_csv' })
  await step(plan, { transition: 'complete_item', item_ids: failed })
  await step(plan, { transition: 'complete' })
  await runLatest(caseId)
  const verified = await get(plan)
  assert.deepEqual(
    [verified.state, verified.verification!.passed],
    ['verified', true],
    JSON.stringify(verified.verification),
  )
  assert.equal(verified.progress.verified, ids.length)
  assert.equal((await cases('viewer').get({ params: { id: caseId }, headers })).status, 'verified')
})

test('a case that is closed and reopened while its plan is in delivery is still verified with it', async () => {
  const { tenant, approved, step, get, runLatest, read, cases, headers, investigate } = await open()
  const { plan, caseId, project_id } = await approved()
  const params = { id: caseId }
  const statusOf = async () => (await cases('viewer').get({ params, headers })).status
  const states = async () => [(await get(plan)).state, await statusOf()]
  const reopen = async () => {
    await cases().update({ params, body: { status: 'closed', outcome: 'cancelled' }, headers })
    await cases().update({ params, body: { status: 'open', reason: 'It was the wrong one.' }, headers })
    assert.equal(await statusOf(), 'open')
  }
  await reopen()
  await step(plan, { transition: 'start' })
  assert.equal(await statusOf(), 'in_delivery')
  await reopen()
  const ids = plan.items.map(({ id }) => id)
  await step(plan, { transition: 'complete_item', item_ids: ids })
  assert.equal(await statusOf(), 'in_delivery')
  await reopen()
  await investigate(caseId)
  await step(plan, { transition: 'complete' })
  assert.deepEqual(await states(), ['delivered', 'in_delivery'])
  await reopen()
  await runLatest(caseId)
  assert.deepEqual(await states(), ['in_delivery', 'in_delivery'])
  await read(project_id, 'deps.csv', FIXED, { kind: 'dependency_csv' })
  const failed = (await get(plan)).items.filter(({ state }) => state === 'in_progress').map(({ id }) => id)
  await step(plan, { transition: 'complete_item', item_ids: failed })
  await step(plan, { transition: 'complete' })
  await reopen()
  const running = app.client(runs, tenant, 'member')
  const [run] = (await running.list({ params, headers })).items
  await running.cancel({ params: { ...params, runId: run!.id }, headers })
  await step(plan, { transition: 'verify' })
  assert.deepEqual(await states(), ['delivered', 'in_delivery'])
  await reopen()
  await runLatest(caseId)
  assert.deepEqual(await states(), ['verified', 'verified'])
})

test('the author of a plan cannot approve it by verdict or transition, whatever their role', async () => {
  const { tenant, openCase, investigate, acceptAll, plans, headers, step, review } = await open()
  const { caseId } = await openCase()
  await investigate(caseId)
  await acceptAll(caseId)
  const plan = await plans('admin').generate({ params: { caseId }, body: undefined as never, headers })
  await step(plan, { transition: 'submit' }, 'admin')
  await assert.rejects(review(plan, {}, 'admin'), refused(403, 'self_approval'))
  await review(plan, {})
  await assert.rejects(step(plan, { transition: 'approve' }, 'admin'), refused(403, 'self_approval'))
  await assert.rejects(step(plan, { transition: 'approve' }, 'member'), refused(403, 'role_required'))
  const withOwnKey = { ...headers, authorization: `Bearer ${await madeKey(app, tenant, 'admin')}` }
  const address = `${app.url}/api/casework/cases/${caseId}/plans/${plan.id}`
  const bySend = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { ...withOwnKey, 'content-type': 'application/json' } }
    return (await (await fetch(address + path, { ...init, body: JSON.stringify(body) })).json()) as { code?: string }
  }
  assert.equal((await bySend('/transitions', { transition: 'approve' })).code, 'self_approval')
  assert.equal((await bySend('/reviews', { verdict: 'approve', body_md: '' })).code, 'self_approval')
  const seen = (await (await fetch(address, { headers: withOwnKey })).json()) as CasePlan
  assert.ok(seen.allowed_transitions.find(({ name }) => name === 'approve')?.missing.includes('another_person'))
  assert.equal((await step(plan, { transition: 'approve' }, 'reviewer')).plan.state, 'approved')
})

test('two API keys of one person count as one approval', async () => {
  const { tenant, openCase, investigate, acceptAll, plans, headers, step, review, get } = await open()
  const { caseId } = await openCase(undefined, { type_id: 'modification_removal' })
  await investigate(caseId)
  await acceptAll(caseId)
  const plan = await plans().generate({ params: { caseId }, body: undefined as never, headers })
  assert.equal(plan.policy.approvals_required, 2)
  await step(plan, { transition: 'submit' })
  await review(plan, {})
  const again = await fetch(`${app.url}/api/casework/cases/${caseId}/plans/${plan.id}/reviews`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${await madeKey(app, tenant, 'reviewer')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ verdict: 'approve', body_md: '' }),
  })
  assert.equal(again.status, 201)
  assert.equal((await get(plan)).reviews.approvals, 1)
  await assert.rejects(
    step(plan, { transition: 'approve' }, 'reviewer'),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G5'])),
  )
  await review(plan, {}, 'admin')
  assert.equal((await step(plan, { transition: 'approve' }, 'reviewer')).plan.state, 'approved')
})

test('a blocking comment prevents approval until it is resolved', async () => {
  const { draft, step, review, reviews, headers } = await open()
  const { plan } = await draft()
  const [{ id: item_id }] = plan.items as [CasePlan['items'][0]]
  await assert.rejects(review(plan, {}), refused(409, 'forbidden_transition'))
  await step(plan, { transition: 'submit' })
  await assert.rejects(
    review(plan, { item_comments: [{ item_id: 'itm_none', body_md: 'x', blocking: true }] }),
    refused(404, 'plan_item_not_found'),
  )
  const said = await review(plan, { item_comments: [{ item_id, body_md: 'Which view?', blocking: true }] })
  await assert.rejects(
    step(plan, { transition: 'approve' }, 'reviewer'),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G6'])),
  )
  await review(plan, { verdict: 'comment', resolves: [said.comments[0]!.id] }, 'member')
  assert.equal((await step(plan, { transition: 'approve' }, 'reviewer')).plan.state, 'approved')
  const list = await reviews().list({ params: { caseId: plan.case_id, planId: plan.id }, headers })
  assert.equal(list.items.at(-1)!.comments[0]!.resolved_by!.kind, 'agent')
})

test('requesting changes needs a review, and a new submission dismisses earlier verdicts', async () => {
  const { draft, step, review, get, reviews, headers } = await open()
  const { plan } = await draft()
  await step(plan, { transition: 'submit' })
  await review(plan, {})
  await assert.rejects(
    step(plan, { transition: 'request_changes' }, 'reviewer'),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['changes_asked'])),
  )
  await review(plan, { verdict: 'request_changes', body_md: 'Smaller waves, please.' })
  await step(plan, { transition: 'request_changes' }, 'reviewer')
  await step(plan, { transition: 'submit' })
  assert.equal((await get(plan)).reviews.approvals, 0)
  await assert.rejects(
    step(plan, { transition: 'approve' }, 'reviewer'),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G5'])),
  )
  const list = await reviews().list({ params: { caseId: plan.case_id, planId: plan.id }, headers })
  assert.ok(list.items.every(({ dismissed }) => dismissed !== null))
})

test('an impossible transition is rejected with the possible ones, and some transitions require a reason', async () => {
  const { draft, step } = await open()
  const { plan } = await draft()
  for (const transition of ['start', 'hold', 'resume', 'complete', 'verify', 'reopen'] as const)
    await assert.rejects(
      step(plan, { transition }),
      refused(409, 'forbidden_transition', (error) => {
        const { from, allowed } = error.problem
        assert.deepEqual([from, allowed], ['draft', ['submit', 'withdraw']])
      }),
      transition,
    )
  await assert.rejects(
    step(plan, { transition: 'start_item', item_ids: [plan.items[0]!.id] }),
    refused(409, 'forbidden_transition'),
  )
  await step(plan, { transition: 'submit' })
  await assert.rejects(step(plan, { transition: 'reject' }, 'reviewer'), refused(422, 'reason_required'))
  await assert.rejects(step(plan, { transition: 'withdraw' }, 'admin'), refused(403, 'role_required'))
  await assert.rejects(
    step(plan, { transition: 'reject', reason: 'No.' }, 'reviewer', { 'if-match': '"1"' }),
    refused(412, 'stale_version'),
  )
  const { plan: rejected, event } = await step(plan, { transition: 'reject', reason: 'No.' }, 'reviewer')
  assert.deepEqual([rejected.state, event.type, event.data.to], ['rejected', 'plan.transitioned', 'rejected'])
  const { plan: anew } = await step(plan, { transition: 'reopen' })
  assert.deepEqual([anew.number, anew.state, anew.based_on], [2, 'draft', { plan_id: plan.id }])
})

test('a plan on hold resumes in its previous state, and items can be blocked, waived and reopened', async () => {
  const { approved, step } = await open()
  const { plan } = await approved()
  await step(plan, { transition: 'hold', reason: 'Freeze.' })
  assert.equal((await step(plan, { transition: 'resume', reason: 'Over.' })).plan.state, 'approved')
  const { plan: started } = await step(plan, { transition: 'start' })
  const item_ids = [started.items[0]!.id]
  const stateAfter = async (...steps: Parameters<typeof step>[1][]) => {
    let state = ''
    for (const one of steps) state = (await step(plan, { ...one, item_ids })).plan.items[0]!.state
    return state
  }
  assert.equal(
    await stateAfter({ transition: 'start_item' }, { transition: 'block', reason: 'No test system.' }),
    'blocked',
  )
  assert.equal(await stateAfter({ transition: 'unblock' }), 'in_progress')
  await assert.rejects(step(plan, { transition: 'waive', item_ids }), refused(422, 'reason_required'))
  assert.equal(await stateAfter({ transition: 'waive', reason: 'Gone next month.' }), 'waived')
  assert.equal(await stateAfter({ transition: 'reopen_item' }), 'ready')
})

test('an approved plan supersedes older plans', async () => {
  const { approved, plans, step, review, get, headers } = await open()
  const { plan, caseId } = await approved()
  const next = await plans().create({ params: { caseId }, body: { from_plan_id: plan.id }, headers })
  assert.deepEqual([next.state, next.based_on, next.items.length], ['draft', { plan_id: plan.id }, plan.items.length])
  await step(next, { transition: 'submit' })
  await review(next, {})
  const { plan: newer } = await step(next, { transition: 'approve' }, 'reviewer')
  const older = await get(plan)
  assert.deepEqual([older.state, older.superseded_by, newer.supersedes], ['superseded', newer.id, [plan.id]])
})

test('a plan in delivery remains current next to a newer draft, and a bundle shows its progress', async () => {
  const { approved, plans, step, get, cases, bundle, headers } = await open()
  const { plan, caseId } = await approved()
  const currentOf = async () => (await cases('viewer').get({ params: { id: caseId }, headers })).current_plan_id
  await step(plan, { transition: 'start' })
  const [first] = plan.items
  await step(plan, { transition: 'complete_item', item_ids: [first!.id], actuals: { [first!.id]: 1.5 } })
  const draft = () => plans().create({ params: { caseId }, body: { from_plan_id: plan.id }, headers })
  await draft()
  const last = await draft()
  assert.deepEqual([last.is_current, await currentOf()], [false, plan.id])
  await step(last, { transition: 'withdraw' })
  assert.equal(await currentOf(), plan.id, 'not the other draft')

  const sealed = (await bundle(caseId)).content!.plan as Pick<CasePlan, 'id' | 'state' | 'items'>
  assert.deepEqual([sealed.id, sealed.state], [plan.id, 'in_delivery'])
  const progressOf = ({ items }: Pick<CasePlan, 'items'>) =>
    items.map(({ state, actual_days, done_at }) => ({ state, actual_days, done_at }))
  assert.deepEqual(progressOf(sealed), progressOf(await get(plan)))
  assert.equal(sealed.items[0]!.state, 'done')
})

test('a manual plan cannot be submitted with incomplete items, nor with source conflicts until someone acknowledges them', async () => {
  const { openCase, investigate, plans, step, headers } = await open()
  const { caseId } = await openCase()
  await investigate(caseId)
  const create = (items: object[], more: object = {}) =>
    plans().create({ params: { caseId }, body: { items: items as never, ...more }, headers })
  const bare = await create([{ title: 'Something' }])
  await assert.rejects(
    step(bare, { transition: 'submit' }),
    refused(422, 'gate_failed', (error) => {
      assert.deepEqual(gateIds(error), ['G2'])
      const { errors } = error.problem as { errors: { path: string }[] }
      assert.deepEqual(
        errors.map(({ path }) => path.split('.').at(-1)),
        ['action_id', 'artifacts', 'acceptance', 'citations'],
      )
    }),
  )
  await assert.rejects(create([{ title: 'X', action_id: 'pray' }]), refused(422, 'unknown_action'))
  await assert.rejects(create([{ title: 'X', artifacts: ['nonsense'] }]), refused(422, 'unacceptable'))
  await assert.rejects(create([{ title: 'X', assignee: 'usr_invented' }]), refused(422, 'unknown_reference'))
  const contested = await create([
    { title: 'Keep the BAPI', action_id: 'keep', artifacts: ['FUNC:BAPI_MATERIAL_SAVEDATA', 'PROG:ZORDERS'] },
  ])
  assert.ok(contested.totals.effort.p90 > 0)
  await assert.rejects(
    step(contested, { transition: 'submit' }),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G3'])),
  )
  const { plan } = await step(contested, { transition: 'submit', acknowledge: ['G3'] })
  assert.deepEqual([plan.state, plan.gates.find(({ id }) => id === 'G3')!.status], ['in_review', 'warn'])
  const edited = await plans().create({
    params: { caseId },
    body: {
      from_plan_id: plan.id,
      without: [plan.items[0]!.id],
      items: [{ title: 'Retire it', action_id: 'retire', artifacts: ['PROG:ZORDERS'] }],
    },
    headers,
  })
  assert.deepEqual(
    edited.items.map(({ title }) => title),
    ['Retire it'],
  )
})

test('a plan cannot be submitted with stale results or without any', async () => {
  const { openCase, plans, step, draft, read, headers } = await open()
  const { caseId } = await openCase()
  const item = { title: 'Retire', action_id: 'retire', artifacts: ['PROG:ZORDERS'] }
  const early = await plans().create({ params: { caseId }, body: { items: [item] }, headers })
  const isG4 = (error: ApiError) => assert.deepEqual(gateIds(error), ['G4'])
  await assert.rejects(step(early, { transition: 'submit' }), refused(422, 'gate_failed', isG4))
  const { plan, project_id } = await draft()
  await read(project_id, 'deps.csv', FIXED, { kind: 'dependency_csv' })
  await assert.rejects(step(plan, { transition: 'submit' }), refused(422, 'gate_failed', isG4))
})

test('an item that ends at a code requiring an exemption cannot be approved without one', async () => {
  const { openCase, investigate, plans, step, review, headers, get, tenant } = await open()
  const { caseId, project_id } = await openCase()
  await investigate(caseId)
  const acceptance = [{ kind: 'rating_at_least' as const, code: 'C' }]
  const item = { title: 'Wrap', action_id: 'wrap_with_exemption', artifacts: ['PROG:ZORDERS'], acceptance }
  const plan = await plans().create({ params: { caseId }, body: { items: [item] }, headers })
  await step(plan, { transition: 'submit' })
  await review(plan, {})
  await assert.rejects(
    step(plan, { transition: 'approve' }, 'reviewer'),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G7'])),
  )
  await app.platform.db
    .insertInto('casework.decisions' as never)
    .values({
      ...{ id: `dec_${caseId}`, tenant_id: tenant.id, workspace_id: 'main', pack_id: 'clean-core', kind: 'exemption' },
      ...{ type: 'PROG', key: 'ZORDERS', project_id, case_id: caseId, value: JSON.stringify({ owner: 'Uma' }) },
      ...{ rationale: 'Until the view is there.', by_id: 'u', by_name: 'Uma', at: clock.now() },
      expires_at: new Date('2027-01-01'),
    } as never)
    .execute()
  assert.equal((await get(plan)).gates.find(({ id }) => id === 'G7')!.status, 'pass')
})

test('a wrapper that needs an exemption is an item of the plan, which passes once the exemption exists', async () => {
  const t = await open()
  const { headers } = t
  const { caseId, project_id } = await t.openCase()
  const WRAPPED = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZBOOKS,ZSD,TABL,T001L,read
PROG,ZORDERS,ZSD,TABL,VBAK,read
`
  await t.read(project_id, 'books.csv', WRAPPED, { kind: 'dependency_csv' })
  const scope = { selector: { packages: ['ZSD'] } }
  const { id: other } = await t.cases().create({ body: { title: 'Beside', project_id, scope }, headers })
  for (const id of [caseId, other]) await t.investigate(id)
  const wrap = { chosen_alternative_id: 'wrap_with_exemption' }
  const of = async (id: string, name: string) =>
    (await t.recommended(id)).items.find(({ pattern }) => pattern?.reference.name === name)!
  const accept = async (name: string, more: object = {}) => {
    const { id, action_id } = await of(caseId, name)
    const exemption = { owner: 'Jane', reason: 'Until the view is there', expires_at: '2027-03-01T00:00:00Z' }
    await t.decide(caseId, id, { status: 'accepted', exemption, ...more })
    return { id, action_id }
  }
  const books = await accept('T001L')
  assert.equal(books.action_id, 'wrap_with_exemption', 'no successor is available')
  const orders = await accept('VBAK', wrap)
  const wrapped = (plan: CasePlan) =>
    plan.items
      .filter(({ action_id }) => action_id === 'wrap_with_exemption')
      .flatMap(({ recommendation_ids = [] }) => recommendation_ids)
      .toSorted()
  const both = [books.id, orders.id].toSorted()
  const generate = (id: string) => t.plans().generate({ params: { caseId: id }, body: undefined as never, headers })
  assert.deepEqual(wrapped(await generate(caseId)), both)
  // A run that finds the object exempted changes nothing about it.
  await t.investigate(caseId)
  const plan = await generate(caseId)
  assert.deepEqual([wrapped(plan), plan.assumptions.filter((line) => /in no item/.test(line))], [both, []])
  await t.step(plan, { transition: 'submit' })
  await t.review(plan, {})
  const approved = await t.step(plan, { transition: 'approve' }, 'reviewer')
  assert.equal(approved.plan.state, 'approved')

  const granted = await of(other, 'T001L')
  await t.decide(other, granted.id, { status: 'accepted' })
  const beside = await generate(other)
  assert.deepEqual(wrapped(beside), [granted.id], 'the exemption already existed')
  assert.equal(beside.gates.find(({ id }) => id === 'G7')!.status, 'pass')
})

test('an accepted recommendation can be given one exemption later, and then its plan passes', async () => {
  const t = await open()
  const { headers } = t
  const { caseId, project_id } = await t.openCase()
  const books = 'from_type,from_name,from_package,to_type,to_name,access\nPROG,ZBOOKS,ZSD,TABL,T001L,read\n'
  await t.read(project_id, 'books.csv', books, { kind: 'dependency_csv' })
  await t.investigate(caseId)
  const { id } = (await t.recommended(caseId)).items.find(({ pattern }) => pattern?.reference.name === 'T001L')!
  const first = await t.decide(caseId, id, { status: 'accepted', note: 'Nothing else is there.' })
  const plan = await t.plans().generate({ params: { caseId }, body: undefined as never, headers })
  await t.step(plan, { transition: 'submit' })
  await t.review(plan, {})
  await assert.rejects(
    t.step(plan, { transition: 'approve' }, 'reviewer'),
    refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G7'])),
  )
  const exemption = { owner: 'Jane', reason: 'Until the view is there', expires_at: '2027-03-01T00:00:00Z' }
  await assert.rejects(t.decide(caseId, id, { status: 'accepted' }), refused(409, 'forbidden_transition'))
  const other = { status: 'accepted' as const, exemption, chosen_alternative_id: first.alternatives[0]!.id }
  await assert.rejects(t.decide(caseId, id, other), refused(422, 'unacceptable'))
  const granted = await t.decide(caseId, id, { status: 'accepted', exemption })
  assert.deepEqual(
    [granted.status, granted.decision!.note, granted.decision!.reason, granted.decision!.expires_at],
    ['accepted', 'Nothing else is there.', 'Until the view is there', exemption.expires_at],
  )
  await assert.rejects(t.decide(caseId, id, { status: 'accepted', exemption }), refused(409, 'forbidden_transition'))
  const kinds = await app
    .client(decisions, t.tenant, 'viewer')
    .list({ query: {}, headers })
    .then(({ items }) => items.map(({ kind }) => kind))
  assert.deepEqual(kinds.toSorted(), ['accept', 'exemption'])
  const { plan: approved } = await t.step(plan, { transition: 'approve' }, 'reviewer')
  assert.equal(approved.state, 'approved')
})

test('a plan starts only with the lists it was approved with, or if someone acknowledges the change', async () => {
  const { approved, step, transports, headers } = await open()
  const { plan, caseId } = await approved()
  await app.platform.db
    .updateTable('casework.case_plans' as never)
    .set({ approved_catalog: 'sha256:other' } as never)
    .where('id' as never, '=', plan.id as never)
    .execute()
  const isG8 = refused(422, 'gate_failed', (error) => assert.deepEqual(gateIds(error), ['G8']))
  await assert.rejects(step(plan, { transition: 'start' }), isG8)
  const params = { caseId, planId: plan.id }
  await assert.rejects(transports().transport({ params, body: { kind: 'file' }, headers }), isG8)
  assert.equal((await step(plan, { transition: 'start', acknowledge: ['G8'] })).plan.state, 'in_delivery')
})

test('a transport can be previewed and then created, and a report shows unplanned objects', async () => {
  const { approved, draft, transports, get, headers, tenant } = await open()
  const early = await draft()
  const at = (plan: CasePlan) => ({ caseId: plan.case_id, planId: plan.id })
  const cts = { kind: 'cts' as const, requests: [{ id: 'DEVK900123' }] }
  await assert.rejects(
    transports().transport({ params: at(early.plan), body: cts, headers }),
    refused(409, 'forbidden_transition'),
  )
  const { plan } = await approved()
  const send = (body: object) => transports().transport({ params: at(plan), body: body as never, headers })
  const shown = await send({ ...cts, dry_run: true })
  assert.deepEqual(
    shown.manifest.objects.map(({ pgmid, object, obj_name }) => `${pgmid} ${object} ${obj_name}`),
    ['R3TR PROG ZORDERS', 'R3TR PROG ZPRICES'],
  )
  assert.equal((await get(plan)).state, 'approved')
  const made = await send(cts)
  assert.ok('requests' in made && made.status === 'prepared' && made.manifest.digest === shown.manifest.digest)
  assert.match(made.manifest.asset_id!, /^ast_/)
  const delivering = await get(plan)
  assert.equal(delivering.state, 'in_delivery')
  assert.ok(delivering.items.every(({ state }) => state === 'in_progress'))
  const reported = await send({
    transport_id: made.id,
    status: 'Succeeded',
    system: 'QAS',
    delivered_item_ids: [plan.items[0]!.id],
    object_list: [
      { pgmid: 'R3TR', object: 'PROG', obj_name: 'ZORDERS' },
      { pgmid: 'R3TR', object: 'PROG', obj_name: 'ZSTRAY' },
    ],
  })
  assert.ok('requests' in reported)
  assert.deepEqual(reported.scope_check, { extra: ['R3TR PROG ZSTRAY'], missing: ['R3TR PROG ZPRICES'] })
  assert.deepEqual([reported.status, reported.requests[0]!.systems[0]!.sid], ['succeeded', 'QAS'])
  assert.equal((await get(plan)).items[0]!.state, 'done')
  await send({ transport_id: made.id, status: 'Fatal', system: 'PRD' })
  const [, failed] = (await get(plan)).items
  assert.deepEqual([failed!.state, failed!.allowed_transitions], ['failed', ['start_item', 'waive']])
  assert.match(failed!.reason!, /failed in PRD/)
  const { items } = await transports('viewer').deliveries({ params: at(plan), query: { channel: 'cts' }, headers })
  assert.deepEqual([items.length, items[0]!.status], [1, 'delivered'])
  const card = await app.client(scorecard, tenant, 'viewer').get({ query: { scope: 'workspace' }, headers })
  assert.equal(card.controls.find(({ id }) => id === 'CC-13')!.status, 'fail')
  await assert.rejects(send({ transport_id: 'trn_none', status: 'failed' }), refused(404, 'transport_not_found'))
})

test('a caller from another tenant or workspace cannot read or change a plan', async () => {
  const { draft, plans, step, get, reviews, transports, webhooks, at, review } = await open()
  const { plan } = await draft()
  const stranger = await open()
  const params = { caseId: plan.case_id, planId: plan.id }
  const missing = refused(404, 'case_not_found')
  const inside = at('other')
  await assert.rejects(stranger.get(plan), missing)
  await assert.rejects(stranger.step(plan, { transition: 'submit' }), missing)
  await assert.rejects(stranger.review(plan, { verdict: 'comment' }), missing)
  await assert.rejects(plans().get({ params, headers: inside }), missing)
  await assert.rejects(plans().list({ params, headers: inside }), missing)
  await assert.rejects(plans().create({ params, body: { from_plan_id: plan.id }, headers: inside }), missing)
  await assert.rejects(plans().generate({ params, body: undefined as never, headers: inside }), missing)
  await assert.rejects(step(plan, { transition: 'submit' }, 'member', inside), missing)
  await assert.rejects(reviews().list({ params, headers: inside }), missing)
  await assert.rejects(transports().transport({ params, body: { kind: 'file' }, headers: inside }), missing)
  await assert.rejects(transports().deliveries({ params, headers: inside }), missing)
  await assert.rejects(webhooks().list({ params, headers: inside }), missing)
  const other = await draft()
  await assert.rejects(get({ ...plan, case_id: other.caseId }), refused(404, 'case_plan_not_found'))
  await assert.rejects(
    review({ ...plan, case_id: other.caseId }, { verdict: 'comment' }),
    refused(404, 'case_plan_not_found'),
  )
})
