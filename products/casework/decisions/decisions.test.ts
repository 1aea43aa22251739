// Decisions through HTTP: an overlay changes a rating only in its own workspace.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { decisions } from '@veritrace/contract/casework/decisions'
import { resolve } from '@veritrace/contract/casework/resolve'
import { sql } from 'kysely'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp } from '../testing.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
before(async () => {
  const clocked = await clockedCaseworkApp('2026-03-02T09:00:00Z')
  app = clocked.app
  clock = clocked.clock
})

const DAY = 24 * 3_600_000
const scope = (tenant: string) => ({ 'x-tenant-id': tenant, 'x-workspace-id': tenant, 'x-context-id': 'default' })
const overlay = { type: 'TABL', name: 'VBAK', level: 'B', rationale: 'Read only, through one wrapper.' }

test('an overlay changes the level in its workspace only, until it is revoked', async () => {
  const [ours, others] = [await app.tenant(), await app.tenant()]
  const headers = scope(ours.id)
  const client = app.client(decisions, ours, 'member')
  const levelFor = async (tenant: typeof ours) => {
    const found = await app
      .client(resolve, tenant, 'viewer')
      .one({ query: { q: 'TABL:VBAK' }, headers: scope(tenant.id) })
    return found.rating?.code
  }
  assert.equal(await levelFor(ours), 'C')
  const made = await client.overlay({ body: overlay, headers })
  assert.deepEqual([await levelFor(ours), await levelFor(others)], ['B', 'C'])
  const { items, total } = await client.list({ query: { kind: 'overlay' }, headers })
  assert.deepEqual([items.map(({ id, status }) => [id, status]), total], [[[made.id, 'active']], 1])
  await client.revoke({ params: { id: made.id }, headers })
  assert.equal(await levelFor(ours), 'C')
  assert.equal((await client.list({ query: { status: 'revoked' }, headers })).total, 1)
  await assert.rejects(client.revoke({ params: { id: made.id }, headers }), { code: 'decision_not_found' })
  const actions = (await app.audit(ours)).map(({ action }) => action)
  assert.deepEqual(actions, ['decision.overlay', 'decision.revoke'])
})

test('a new overlay replaces the previous one, which does not return when the new one ends', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  const client = app.client(decisions, tenant, 'member')
  const level = async () =>
    (await app.client(resolve, tenant, 'viewer').one({ query: { q: 'TABL:VBAK' }, headers })).rating?.code
  const ids = async (status: 'active' | 'expired' | 'revoked') =>
    (await client.list({ query: { status }, headers })).items.map(({ id }) => id)
  const renew = (id: string) =>
    client.renew({
      params: { id },
      body: { expires_at: '2999-01-01T00:00:00Z', rationale: 'Reviewed again this year.' },
      headers,
    })
  const end = new Date(clock.now().getTime() + DAY).toISOString()
  const ended = await client.overlay({ body: { ...overlay, expires_at: end }, headers })
  clock.advance(2 * DAY)
  const before = await client.overlay({ body: overlay, headers })
  assert.deepEqual([await ids('expired'), await level()], [[ended.id], 'B'], 'the first one has expired')
  const other = await client.overlay({ body: { ...overlay, name: 'MARA' }, headers })
  const now = await client.overlay({ body: { ...overlay, level: 'D' }, headers })
  assert.deepEqual([await ids('active'), await ids('revoked')], [[now.id, other.id], [before.id]])
  assert.equal(await level(), 'D')
  await assert.rejects(renew(before.id), { code: 'decision_not_found' })
  await assert.rejects(renew(ended.id), { code: 'unacceptable' }, 'a newer one is in force')
  const revoked = (await app.audit(tenant)).filter(({ action }) => action === 'decision.revoke')
  assert.deepEqual(
    revoked.map(({ resource }) => resource.id),
    [before.id],
  )
  await client.revoke({ params: { id: now.id }, headers })
  assert.equal(await level(), 'C', 'the level from the lists')
  const levels = ['A', 'B', 'D', 'A', 'B', 'D']
  await Promise.all(levels.map((one) => client.overlay({ body: { ...overlay, level: one }, headers })))
  const { items } = await client.list({ query: { status: 'active' }, headers })
  assert.deepEqual(
    items.map(({ artifact }) => artifact.name).toSorted(),
    ['MARA', 'VBAK'],
    'only one of the concurrent overlays is in force',
  )
})

test('the migration revokes all but the newest of several overlays on one artifact', async () => {
  const [ours, others] = [await app.tenant(), await app.tenant()]
  const said = (tenant: typeof ours, level: string, more: object = {}) =>
    app
      .client(decisions, tenant, 'member')
      .overlay({ body: { ...overlay, level, ...more }, headers: scope(tenant.id) })
      .then(({ id }) => id)
  const first = await said(ours, 'A')
  clock.advance(60_000)
  const second = await said(ours, 'B')
  clock.advance(60_000)
  const third = await said(ours, 'D')
  const beside = [await said(ours, 'A', { name: 'MARA' }), await said(others, 'A')]
  const { db } = app.platform
  await sql`update casework.decisions set revoked_at = null where id in (${first}, ${second})`.execute(db)
  const revision = async () => {
    const { rows } = await sql<{ tenant: string }>`
      select concat(tenant_id, ' ', decisions_revision) as tenant from casework.workspaces
      where tenant_id in (${ours.id}, ${others.id}) order by tenant_id = ${ours.id} desc`.execute(db)
    return rows.map(({ tenant }) => tenant)
  }
  const [oursWas, othersWas] = await revision()
  await sql`delete from casework.outbox where tenant_id = ${ours.id}`.execute(db)
  const migration = await readFile(new URL('../migrations/0023-one-overlay.sql', import.meta.url), 'utf8')
  await sql.raw(migration).execute(db)
  const { rows } = await sql<{ id: string; ended: string | null }>`
    select d.id, n.id as ended from casework.decisions d
    left join casework.decisions n on n.tenant_id = d.tenant_id and n.key = d.key and n.at = d.revoked_at
    where d.tenant_id in (${ours.id}, ${others.id}) order by d.at, d.id`.execute(db)
  assert.deepEqual(
    rows.map(({ id, ended }) => [id, ended]),
    [[first, second], [second, third], ...[third, ...beside].map((id) => [id, null])],
  )
  const [oursIs, othersIs] = await revision()
  assert.deepEqual([oursIs === oursWas, othersIs === othersWas], [false, true], 'only our decisions have changed')
  const due = await sql<{ name: string }>`
    select name from casework.outbox where tenant_id = ${ours.id} and status = 'pending' and whole`.execute(db)
  assert.deepEqual(due.rows, [{ name: 'decisions' }], 'the graph is due for an update')
})

test('an expiry date can be changed only to the future, and only by callers who may decide', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  const client = app.client(decisions, tenant, 'member')
  const made = await client.overlay({ body: overlay, headers })
  const params = { id: made.id }
  const past = { expires_at: '2020-01-01T00:00:00Z', rationale: 'Because it was so before.' }
  await assert.rejects(client.renew({ params, body: past, headers }), { code: 'unacceptable' })
  const body = { expires_at: '2999-01-01T00:00:00Z', rationale: 'Reviewed again this year.' }
  assert.equal((await client.renew({ params, body, headers })).expires_at, '2999-01-01T00:00:00.000Z')
  await assert.rejects(app.client(decisions, tenant, 'reviewer').renew({ params, body, headers }), {
    code: 'role_required',
  })
  await assert.rejects(client.overlay({ body: { ...overlay, level: 'Z' }, headers }), { code: 'unacceptable' })
})

test('a caller from another tenant cannot find a decision', async () => {
  const [ours, others] = [await app.tenant(), await app.tenant()]
  const made = await app.client(decisions, ours, 'member').overlay({ body: overlay, headers: scope(ours.id) })
  const stranger = app.client(decisions, others, 'admin')
  await assert.rejects(stranger.revoke({ params: { id: made.id }, headers: scope(others.id) }), { status: 404 })
  assert.deepEqual((await stranger.list({ headers: scope(others.id) })).items, [])
})

test('an overlay finds its artifact whatever the capitalization of the name', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  const body = { ...overlay, type: 'tabl', name: ' vbak ' }
  const { artifact } = await app.client(decisions, tenant, 'member').overlay({ body, headers })
  assert.deepEqual([artifact.type, artifact.name], ['TABL', 'VBAK'])
  const found = await app.client(resolve, tenant, 'viewer').one({ query: { q: 'TABL:VBAK' }, headers })
  assert.equal(found.rating?.code, 'B')
  const own = { ...overlay, type: 'PROG', name: 'Z_unlisted' }
  assert.equal(
    (await app.client(decisions, tenant, 'member').overlay({ body: own, headers })).artifact.name,
    'Z_unlisted',
  )
})
