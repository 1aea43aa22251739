// A folder that was a demo and is not one any more.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findMembership } from '@veritrace/platform/identity/tenancy/store'
import { findUserByEmail, verifyPassword } from '@veritrace/platform/identity/users/users'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { DEMO_ACCOUNT, DEMO_TENANT, seedDemo } from '../apps/server/demo.ts'
import type { Server } from '../apps/server/start.ts'
import { openServer } from './own-server.ts'

const VISITOR = { requestId: 'req_demo', ip: '192.0.2.7', userAgent: 'test' }

test('outside demo mode the printed password of the demo opens nothing, and what it had opened is closed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-was-demo-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const database: Record<string, string> = testDatabaseUrl() ? { DATABASE_URL: await makeDatabase() } : {}
  const env = { ...database, DATA_DIR: folder, PRODUCTS: 'provenance' }
  const demo = await openServer({ ...env, APP_AUTH_MODE: 'demo' })
  assert.equal(await signIn(demo), 'ok')
  const ada = (await findUserByEmail(demo.platform.db, DEMO_ACCOUNT.email))!
  const membership = (await findMembership(demo.platform.db, ada.id, DEMO_TENANT))!
  const how = { authMethod: 'oidc' as const, amr: [], tokens: {} }
  const { secret } = await demo.platform.identity.sessions.start(VISITOR, ada, membership, how)
  assert.ok(await demo.platform.identity.sessions.find(VISITOR, secret))
  await demo.close()

  const strict = await openServer(env)
  t.after(strict.close)
  assert.equal(await signIn(strict), 'wrong')
  assert.equal(await strict.platform.identity.sessions.find(VISITOR, secret), undefined)
  await seedDemo(strict.platform)
  assert.equal(await signIn(strict), 'ok')
})

const signIn = async ({ platform }: Server) =>
  (await verifyPassword(platform, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password)).result
