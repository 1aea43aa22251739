// From files to a verified plan: one case through the API, with jobs, two people and a webhook receiver, on the sample
// of a pack.
import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { after, before, describe, type TestContext, test } from 'node:test'
import { assets } from '@veritrace/contract/casework/assets'
import { bundles } from '@veritrace/contract/casework/bundles'
import { type CasePlan, casePlans } from '@veritrace/contract/casework/case-plans'
import { caseRecords } from '@veritrace/contract/casework/case-records'
import { cases } from '@veritrace/contract/casework/cases'
import { estimates } from '@veritrace/contract/casework/estimates'
import { evidence } from '@veritrace/contract/casework/evidence'
import { plan as quickPlans } from '@veritrace/contract/casework/plan'
import { planReviews } from '@veritrace/contract/casework/plan-reviews'
import { type NewTransport, planTransports, type Transport } from '@veritrace/contract/casework/plan-transports'
import { planWebhooks } from '@veritrace/contract/casework/plan-webhooks'
import { projects } from '@veritrace/contract/casework/projects'
import { readiness } from '@veritrace/contract/casework/readiness'
import { recommendations } from '@veritrace/contract/casework/recommendations'
import { runs } from '@veritrace/contract/casework/runs'
import { ApiError } from '@veritrace/contract/client'
import { openReceiver } from '@veritrace/platform/webhooks/testing'
import { Webhook } from 'standardwebhooks'
import type { Server } from '../../apps/server/start.ts'
import { openServer } from '../own-server.ts'
import { JOURNEYS, type Journey } from './casework/samples.ts'
import { join, type Team } from './casework/team.ts'

describe('the journey of a case', () => {
  let server: Server
  before(async () => {
    server = await openServer({ ROLES: 'web,worker', PRODUCTS: 'casework', CASEWORK_WEBHOOK_ALLOW: '127.0.0.1' })
  })
  after(() => server.close())

  for (const journey of JOURNEYS)
    test(`with the pack ${journey.pack} leads from evidence to a verified plan`, async (t) => {
      const team = await join(server, `journey-${journey.pack}`)
      const project = await measureAndPlan(team, journey)
      const caseId = await investigate(team, journey, project)
      const listener = await listen(t, team, caseId)
      await decide(team, caseId)
      const plan = await draftAndEstimate(team, caseId)
      await review(team, plan)
      await listener.heard('plan.approved', ({ data }) =>
        assert.deepEqual([data.plan.id, data.plan.state, data.case.id], [plan.id, 'approved', caseId]),
      )
      await handOver(team, plan)
      await deliver(team, journey, project, plan)
      await listener.heard('plan.verified', ({ data }) => assert.equal(data.plan.state, 'verified'))
      await seal(team, project, plan)
    })
})

/** Parses evidence, measures the estate and drafts a quick plan. */
async function measureAndPlan({ as, until }: Team, { project, pack }: Journey): Promise<string> {
  const { id } = await as('member', projects).create({ body: { ...project, pack, sample: true } })
  const { items } = await until(
    'the sample is parsed',
    () => as('viewer', evidence).list({ params: { id } }),
    (found) => found.items.every(({ status }) => status.startsWith('parsed') || status === 'rejected'),
  )
  assert.deepEqual([...new Set(items.map(({ status }) => status))], ['parsed'])
  const ready = await as('viewer', readiness).get({ query: { project_id: id, include: 'patterns' } })
  const { low, point, high } = ready.interval
  assert.ok(low <= point && point <= high && point > 0 && point < 1, JSON.stringify(ready.interval))
  assert.equal(
    ready.distribution.reduce((sum, { objects }) => sum + objects, 0),
    ready.coverage.objects_total,
  )
  assert.ok(ready.patterns!.length > 0)
  const quick = await as('member', quickPlans).make({
    body: { ...QUICK, scope: { project_id: id }, constraints: { ...CONSTRAINTS, capacity_fte: 3 } },
  })
  assert.equal(quick.totals.objects, ready.coverage.objects_total)
  const lifted = quick.lift_curve.map(({ objects_at_target }) => objects_at_target)
  assert.deepEqual(
    lifted,
    lifted.toSorted((a, b) => a - b),
  )
  assert.ok(lifted.at(-1)! > ready.acceptable.objects, 'the plan improves something')
  return id
}
const QUICK = { key: 'default', objective: 'balanced', granularity: 'pattern', seed: 1 } as const
const CONSTRAINTS = { capacity_fte: 3, days_per_week: 5, sprint_days: 10 }

async function investigate({ as, until, follow }: Team, journey: Journey, project_id: string): Promise<string> {
  const { id, scope, rollup } = await as('member', cases).create({
    body: { title: 'What has to change first?', project_id, scope: journey.scope },
  })
  assert.deepEqual([scope.resolved_count, rollup.acceptable_share], [journey.objects, 0])
  const run = await as('member', runs).investigate({ params: { id }, body: { force: false } })
  const seen = await follow(`/cases/${id}/events`, 'run.finished')
  assert.deepEqual(
    seen,
    seen.map((_, at) => at + 1),
    'events come without gaps',
  )
  const { items } = await until(
    'the run has ended',
    () => as('viewer', runs).list({ params: { id } }),
    (found) => found.items[0]!.finished_at,
  )
  assert.deepEqual([items.length, items[0]!.id, items[0]!.state], [1, run.id, 'succeeded'])
  assert.deepEqual([items[0]!.outputs!.objects, items[0]!.steps.at(-1)!.state], [journey.objects, 'done'])
  return id
}

/** A webhook receiver that verifies each signature; `heard` waits for a message of this type. */
async function listen(t: TestContext, { as, until }: Team, caseId: string) {
  const receiver = await openReceiver(t)
  const { secret } = await as('member', planWebhooks).create({
    params: { caseId },
    body: { url: receiver.url, events: ['plan.approved', 'plan.verified'], description: 'CI', active: true },
  })
  const messages = () =>
    receiver.hits.map(({ body, headers }) => new Webhook(secret!).verify(body, headers as Record<string, string>))
  return {
    heard: async (type: string, look: (message: Message) => void): Promise<void> => {
      const found = await until(
        type,
        async () => (messages() as Message[]).filter((message) => message.type === type),
        ({ length }) => length > 0,
      )
      assert.equal(found.length, 1, `${type} arrives once`)
      look(found[0]!)
      const { body, headers } = receiver.hits.at(-1)!
      const forged = body.replace(caseId, 'cas_other')
      assert.throws(() => new Webhook(secret!).verify(forged, headers as Record<string, string>))
    },
  }
}
interface Message {
  type: string
  data: { case: { id: string }; plan: { id: string; state: string } }
}

/** Accepts everything; if there is a successor, with a note on how well it fits. */
async function decide({ as }: Team, caseId: string): Promise<void> {
  const api = as('member', recommendations)
  const { items } = await api.list({ params: { id: caseId } })
  const withSuccessor = items.filter(({ pattern }) => pattern?.successors.length)
  assert.ok(withSuccessor.length > 0 && items.every(({ citations }) => citations.length > 0))
  for (const { id, pattern } of items) {
    const successor = pattern?.successors[0]
    const fit = { verdict: 'partial' as const, operations: ['read'], note: 'No write access.' }
    const decided = await api.decide({
      params: { id: caseId, recId: id },
      body: {
        status: 'accepted',
        reason: 'Agreed in the board.',
        ...(successor && { feedback: { successor_fit: { successor_id: successor.id, ...fit } } }),
      },
    })
    assert.equal(decided.status, 'accepted')
  }
  const said = await as('viewer', caseRecords).feedback({ params: { id: caseId } })
  assert.equal(
    said.items.filter(({ effect }) => effect.kind === 'successor_fit' && effect.applied).length,
    withSuccessor.length,
  )
}

async function draftAndEstimate({ as, step }: Team, caseId: string): Promise<CasePlan> {
  const plan = await as('member', casePlans).generate({ params: { caseId }, body: DRAFT })
  assert.ok(plan.items.length > 0 && plan.items.every(({ acceptance }) => acceptance.length > 0))
  const { effort, plan_id, basis } = await as('member', estimates).make({
    params: { id: caseId },
    body: { plan_id: plan.id, simulations: 1_000, seed: 1 },
  })
  assert.deepEqual([plan_id, basis.items], [plan.id, plan.items.length])
  assert.ok(effort.p10 < effort.p50 && effort.p50 < effort.p80 && effort.p80 <= effort.p90, JSON.stringify(effort))
  assert.equal((await step('member', plan, { transition: 'submit' })).state, 'in_review')
  return plan
}
const DRAFT = { objective: 'balanced', from: 'accepted', granularity: 'pattern', seed: 1 } as const

/** The author cannot approve; another user can, once there is a review. */
async function review({ as, step }: Team, plan: CasePlan): Promise<void> {
  await assert.rejects(step('member', plan, { transition: 'approve' }), refused(403))
  await assert.rejects(step('reviewer', plan, { transition: 'approve' }), refused(422, 'gate_failed'))
  const params = { caseId: plan.case_id, planId: plan.id }
  await as('reviewer', planReviews).add({ params, body: { verdict: 'approve', body_md: 'Good.' } })
  const approved = await step('reviewer', plan, { transition: 'approve' })
  assert.deepEqual([approved.state, approved.reviews.approvals], ['approved', 1])
}

async function handOver({ as }: Team, plan: CasePlan): Promise<void> {
  const params = { caseId: plan.case_id, planId: plan.id }
  const transport = as('member', planTransports).transport
  const asked: NewTransport = { kind: 'cts', requests: [{ id: 'DEVK900123' }] }
  const shown = await transport({ params, body: { ...asked, dry_run: true } })
  assert.deepEqual([shown.scope_check.missing, shown.manifest.objects.length > 0], [[], true])
  const before = await as('viewer', casePlans).get({ params })
  assert.deepEqual([before.state, before.transports], ['approved', []])
  const made = (await transport({ params, body: asked })) as Transport
  assert.equal(made.manifest.digest, shown.manifest.digest)
  assert.equal(made.status, 'prepared')
  const report = { transport_id: made.id, status: 'succeeded', system: 'QAS' } as const
  const reported = (await transport({ params, body: report })) as Transport
  assert.equal(reported.status, 'succeeded')
  const after = await as('viewer', casePlans).get({ params })
  assert.equal(after.state, 'in_delivery')
}

/** If it is reported as done too early, the verification sends it back; with the changed files it passes. */
async function deliver({ as, until, step, upload }: Team, journey: Journey, project: string, plan: CasePlan) {
  const params = { caseId: plan.case_id, planId: plan.id }
  const finish = async (isOpen: (state: string) => boolean) => {
    const { items } = await as('viewer', casePlans).get({ params })
    const open = items.filter(({ state }) => isOpen(state)).map(({ id }) => id)
    if (open.length > 0) await step('member', plan, { transition: 'complete_item', item_ids: open })
    await step('member', plan, { transition: 'complete' })
    return until(
      'the verification',
      () => as('viewer', casePlans).get({ params }),
      ({ state }) => state !== 'delivered',
    )
  }
  const early = await finish((state) => state !== 'done')
  assert.deepEqual([early.state, early.verification!.passed], ['in_delivery', false])
  for (const { filename, bytes } of journey.fixed()) await upload(project, filename, bytes)
  const { items } = await until(
    'the new files are parsed',
    () => as('viewer', evidence).list({ params: { id: project } }),
    (found) => found.items.every(({ status }) => !/received|scanning|parsing/.test(status)),
  )
  assert.ok(
    items.every(({ status }) => status.startsWith('parsed')),
    JSON.stringify(items.map(({ status_reason }) => status_reason)),
  )
  const done = await finish((state) => state === 'in_progress')
  assert.deepEqual([done.state, done.verification!.failed_items], ['verified', []])
  assert.equal(done.progress.verified, plan.items.length)
  const { status } = await as('viewer', cases).get({ params: { id: plan.case_id } })
  assert.equal(status, 'verified')
}

/** Everything about the case with one verifiable digest, and the report for the board. */
async function seal({ as, get }: Team, project: string, plan: CasePlan): Promise<void> {
  const id = plan.case_id
  const { digest, content, signature, permalink } = await as('member', bundles).make({
    params: { id },
    body: {} as never,
  })
  assert.equal(`sha256:${createHash('sha256').update(canonical(content)).digest('hex')}`, digest)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signature.public_key }, format: 'jwk' })
  assert.ok(verify(null, Buffer.from(digest), key, Buffer.from(signature.value, 'base64url')))
  assert.match(permalink, /\/app\/studio\/bundle\//)
  const { chain, total } = await as('viewer', caseRecords).audit({ params: { id } })
  assert.ok(chain.verified && total! > 10)
  const made = await as('member', assets).pdf({
    params: { id: project },
    body: { template: 'executive', redact: false },
  })
  const bytes = Buffer.from(await (await get(`/projects/${project}/assets/${made.id}/download`)).arrayBuffer())
  assert.deepEqual([bytes.subarray(0, 5).toString(), bytes.length], ['%PDF-', made.bytes])
  assert.equal(createHash('sha256').update(bytes).digest('hex'), made.sha256)
}

/** JSON with sorted keys and without spaces, as the contract defines; implemented again on purpose. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

const refused = (status: number, code?: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && (code === undefined || error.code === code)
