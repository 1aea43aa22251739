// The projection over HTTP without a graph, and the outbox in the database: due, leased and failed contexts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { graphProjection } from '@veritrace/contract/casework/graph'
import { ApiError } from '@veritrace/contract/client'
import type { Db } from '@veritrace/platform/db/db'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { openCaseworkApp, ownCorpus } from '../testing.ts'
import {
  countOutbox,
  dueContext,
  markFailed,
  markSynced,
  putBack,
  renewContext,
  takeContext,
  takeDue,
} from './outbox-store.ts'

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

test('without a graph the status says so, changes stay in the outbox, and a rebuild is rejected', async () => {
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

test('callers cannot see or rebuild graphs of another tenant or workspace, and viewers and members cannot rebuild any', async () => {
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

test('a due context is in the outbox once, however often it changes', async () => {
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
  const take = (holder: string) => takeContext(db, context, holder)
  const row = (await take('first'))!
  assert.deepEqual([row.whole, row.attempts, row.was_left], [true, 0, false])
  assert.equal(await take('second'), undefined, 'no one else can take it')
  const away = { last_error: 'The graph answered 503.', next_at: later(15), returns_at: null }
  await markFailed(db, row, 'first', { status: 'retry', attempts: 1, ...away })
  assert.deepEqual(await counts(), [0, 1, 0])

  const again = (await take('first'))!
  await dueContext(db, context, later(30))
  await markSynced(db, again, 'first')
  assert.deepEqual(await counts(), [1, 0, 0], 'a change during the sync is synced next')
  await putBack(db, (await take('first'))!, 'first', later(50))
  assert.deepEqual(await counts(), [1, 0, 0])
  const refused = { last_error: 'The graph rejected it.', next_at: later(60), returns_at: null }
  await markFailed(db, (await take('first'))!, 'first', { status: 'dead', attempts: 8, ...refused })
  assert.deepEqual(await counts(), [0, 0, 1])
  await dueContext(db, context, later(70))
  assert.deepEqual(await counts(), [1, 0, 0], 'the next change starts a new attempt')
  await markSynced(db, (await take('first'))!, 'first')
  assert.deepEqual(await counts(), [0, 0, 0])
})

/** Simulates a lease that expired because its holder did not renew it. */
const letLeaseEnd = ({ tenant }: { tenant: string }) =>
  sql`update casework.outbox set leased_until = now() where tenant_id = ${tenant}`.execute(db)

test('a context of a dead worker goes to another worker, and the first writes nothing when it resumes', async () => {
  const tenant = await app.tenant()
  const context = { tenant: tenant.id, workspace: 'main', name: 'decisions' }
  const now = new Date()
  const stateOf = async () => {
    const { rows } = await sql<{ holder: string | null; status: string }>`
      select holder, status from casework.outbox where tenant_id = ${tenant.id}`.execute(db)
    return rows[0]
  }
  await dueContext(db, context, now)
  const first = (await takeContext(db, context, 'first'))!
  assert.equal(await renewContext(db, first, 'first'), true)
  await letLeaseEnd(context)
  const second = (await takeContext(db, context, 'second'))!
  assert.equal(second.was_left, true)
  assert.equal(await renewContext(db, first, 'first'), false)

  const failed = { attempts: 1, last_error: 'late', next_at: now, returns_at: null }
  await markSynced(db, first, 'first')
  await markFailed(db, first, 'first', { status: 'dead', ...failed })
  await putBack(db, first, 'first', now)
  assert.deepEqual(await stateOf(), { holder: 'second', status: 'pending' })
  await markSynced(db, second, 'second')
  assert.equal(await stateOf(), undefined)
})

test('a context that failed because the graph was unreachable becomes due again, and a rejected one does not', async () => {
  const tenant = await app.tenant()
  const hour = new Date(Date.now() + 3_600_000)
  const addFailed = async (name: string, returns_at: Date | null) => {
    const context = { tenant: tenant.id, workspace: 'main', name }
    await dueContext(db, context, new Date())
    const row = (await takeContext(db, context, 'first'))!
    await markFailed(db, row, 'first', { status: 'dead', attempts: 8, last_error: '', next_at: hour, returns_at })
  }
  await addFailed('estate.away', hour)
  await addFailed('estate.refused', null)
  const taken = async (now: Date) => {
    const names: string[] = []
    for (;;) {
      const row = await takeDue(db, now, 'second')
      if (!row) return names
      if (row.tenant_id === tenant.id) names.push(row.name)
    }
  }
  assert.deepEqual(await taken(new Date()), [])
  assert.deepEqual(await taken(new Date(hour.getTime() + 1)), ['estate.away'])
})
