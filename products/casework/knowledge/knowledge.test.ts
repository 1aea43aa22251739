// The projection through HTTP without a graph, and the outbox on the database: what is due, on its way, given up.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { graphProjection } from '@veritrace/contract/casework/graph'
import { ApiError } from '@veritrace/contract/client'
import type { Db } from '@veritrace/platform/db/db'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { TestApp } from '@veritrace/platform/testing/app'
import type { Tables } from '../tables.ts'
import { openCaseworkApp, ownCorpus } from '../testing.ts'
import { countOutbox, dueContext, markFailed, markTold, putBack, takeContext } from './outbox-store.ts'

let app: TestApp
let db: Db<Tables>
before(async () => {
  app = await openCaseworkApp({ corpusSpace: ownCorpus() })
  db = app.platform.db
})
after(() => app.close())

const at = (tenant: Tenant, workspace = 'main') => ({
  'x-tenant-id': tenant.id,
  'x-workspace-id': workspace,
  'x-context-id': `urn:tenant:${tenant.id}:ws:${workspace}:graph:default`,
})
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

test('without a graph the status says so, what is to be said waits, and a rebuild is refused', async () => {
  const tenant = await app.tenant()
  const graph = app.client(graphProjection, tenant, 'admin')
  await dueContext(db, { tenant: tenant.id, workspace: 'main', name: 'decisions' }, new Date())
  const status = await graph.status({ headers: at(tenant) })
  assert.deepEqual([status.reachable, status.health], [false, { status: 'not configured' }])
  const own = status.contexts.find(({ name }) => name === 'decisions')!
  assert.deepEqual([own.state, own.statements_present, own.drift], ['missing', null, null])
  assert.equal(own.context_id, `urn:tenant:${tenant.id}:ws:main:graph:decisions`)
  assert.ok(status.outbox.pending > 0 && status.read_model.rows > 0)
  await assert.rejects(
    graph.rebuild({ body: { mode: 'full' }, headers: at(tenant) }),
    refused(503, 'graph_unavailable'),
  )
  const { job, plan } = await graph.rebuild({ body: { mode: 'full', dry_run: true }, headers: at(tenant) })
  assert.equal(job, null)
  assert.ok(plan.statements_to_write > 0 && plan.contexts.includes('catalog.sap.pce-2023-3'))
})

test('nobody sees or rebuilds graphs of another tenant or workspace, and viewers and members rebuild none', async () => {
  const [tenant, stranger] = [await app.tenant(), await app.tenant()]
  await dueContext(db, { tenant: tenant.id, workspace: 'main', name: 'estate.prj_1' }, new Date())
  const seen = async (who: Tenant, workspace?: string) => {
    const { contexts } = await app.client(graphProjection, who, 'viewer').status({ headers: at(who, workspace) })
    return contexts.some(({ name }) => name === 'estate.prj_1')
  }
  assert.deepEqual([await seen(tenant), await seen(tenant, 'other'), await seen(stranger)], [true, false, false])
  const body = { contexts: ['estate.prj_1'], mode: 'full' as const, dry_run: true }
  for (const role of ['viewer', 'member'] as const)
    await assert.rejects(
      app.client(graphProjection, tenant, role).rebuild({ body, headers: at(tenant) }),
      refused(403, 'role_required'),
    )
  await assert.rejects(
    app.client(graphProjection, stranger, 'admin').rebuild({ body, headers: at(stranger) }),
    refused(404, 'context_not_found'),
  )
})

test('a context that is due waits its turn once, however often it changes', async () => {
  const tenant = await app.tenant()
  const context = { tenant: tenant.id, workspace: 'main', name: 'decisions' }
  const now = new Date()
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const counts = async () => {
    const { pending, retrying, dead_letter } = await countOutbox(db, [context])
    return [pending, retrying, dead_letter]
  }
  await dueContext(db, context, now)
  await dueContext(db, context, now, { whole: true })
  assert.deepEqual(await counts(), [1, 0, 0])
  const row = (await takeContext(db, context, now, later(60)))!
  assert.deepEqual([row.whole, row.attempts], [true, 0])
  assert.equal(await takeContext(db, context, later(30), later(90)), undefined, 'nobody else has it meanwhile')
  await markFailed(db, row, { status: 'retry', attempts: 1, last_error: 'The graph answered 503.', next_at: later(15) })
  assert.deepEqual(await counts(), [0, 1, 0])

  const again = (await takeContext(db, context, later(20), later(80)))!
  await dueContext(db, context, later(30))
  await markTold(db, again)
  assert.deepEqual(await counts(), [1, 0, 0], 'what came while it was told is told next')
  const last = (await takeContext(db, context, later(40), later(100)))!
  await putBack(db, last, later(50))
  assert.deepEqual(await counts(), [1, 0, 0])
  const dead = (await takeContext(db, context, later(60), later(120)))!
  await markFailed(db, dead, { status: 'dead', attempts: 8, last_error: 'It said no.', next_at: later(60) })
  assert.deepEqual(await counts(), [0, 0, 1])
  await dueContext(db, context, later(70))
  assert.deepEqual(await counts(), [1, 0, 0], 'the next change tries again')
  await markTold(db, (await takeContext(db, context, later(80), later(140)))!)
  assert.deepEqual(await counts(), [0, 0, 0])
})
