// A database that was once used for a demo.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { DEMO_TENANT } from '@veritrace/platform/identity/tenancy/demo-tenant'
import { findMembership } from '@veritrace/platform/identity/tenancy/store'
import { deleteTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { tryPassword } from '@veritrace/platform/identity/users/testing'
import { findUserByEmail } from '@veritrace/platform/identity/users/users'
import { openTestApp } from '@veritrace/platform/testing/app'
import { DEMO_ACCOUNT, seedDemo } from './demo.ts'
import { shutDemo } from './shut-demo.ts'

const VISITOR = { requestId: 'req_demo', ip: '192.0.2.7', userAgent: 'test' }

test('outside demo mode the published demo password is useless; in demo mode a start restores everything', async (t) => {
  const none = { name: 'provenance' as const, endpoints: [], jobs: [], pages: [] }
  const app = await openTestApp({ product: 'provenance', migrations: [] }, () => none)
  t.after(() => app.close())
  const platform = { ...app.platform, config: { ...app.platform.config, products: [] } }
  const { sessions } = platform.identity
  const signIn = async () => (await tryPassword(platform, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password)).result
  await seedDemo(platform)
  assert.equal(await signIn(), 'ok')
  const ada = (await findUserByEmail(platform.db, DEMO_ACCOUNT.email))!
  const membership = (await findMembership(platform.db, ada.id, DEMO_TENANT))!
  const { secret } = await sessions.start(VISITOR, ada, membership, { authMethod: 'oidc', amr: [], tokens: {} })
  assert.ok(await sessions.find(VISITOR, secret))

  await shutDemo(platform)
  assert.equal(await signIn(), 'wrong')
  assert.equal(await sessions.find(VISITOR, secret), undefined)
  await seedDemo(platform)
  assert.equal(await signIn(), 'ok')

  await deleteTenant(platform, systemCaller(DEMO_TENANT, 'demo'))
  assert.equal(await findMembership(platform.db, ada.id, DEMO_TENANT), undefined)
  await seedDemo(platform)
  assert.ok(await findMembership(platform.db, ada.id, DEMO_TENANT), 'the next start of the demo restores it')
})
