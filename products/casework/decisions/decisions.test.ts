// Decisions through HTTP: what a workspace says about a thing changes its rating there and nowhere else.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { decisions } from '@veritrace/contract/casework/decisions'
import { resolve } from '@veritrace/contract/casework/resolve'
import type { TestApp } from '@veritrace/platform/testing/app'
import { caseworkApp } from '../testing.ts'

let app: TestApp
before(async () => {
  app = await caseworkApp()
})

const scope = (tenant: string) => ({ 'x-tenant-id': tenant, 'x-workspace-id': tenant, 'x-context-id': 'default' })
const overlay = { type: 'TABL', name: 'VBAK', level: 'B', rationale: 'Read only, through one wrapper.' }

test('an overlay changes the level in its workspace and nowhere else, until it is taken back', async () => {
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

test('a decision is given another end only in the future, and only by those who may decide', async () => {
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

test('the decisions of another tenant are not found', async () => {
  const [ours, others] = [await app.tenant(), await app.tenant()]
  const made = await app.client(decisions, ours, 'member').overlay({ body: overlay, headers: scope(ours.id) })
  const stranger = app.client(decisions, others, 'admin')
  await assert.rejects(stranger.revoke({ params: { id: made.id }, headers: scope(others.id) }), { status: 404 })
  assert.deepEqual((await stranger.list({ headers: scope(others.id) })).items, [])
})

test('an overlay is on the thing that is meant, however its name is written', async () => {
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
