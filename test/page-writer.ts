// A server with a user who writes pages, for tests with failing dependencies.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import { openServer } from './own-server.ts'

export interface Asked {
  status: number
  ms: number
  body: { code?: string; detail?: string; status?: string; checks?: Record<string, { status: string }> }
  retryAfter: string | null
}

async function ask(url: string, init: RequestInit = {}): Promise<Asked> {
  const began = performance.now()
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
  const body = (await response.json()) as Asked['body']
  return {
    status: response.status,
    ms: performance.now() - began,
    body,
    retryAfter: response.headers.get('retry-after'),
  }
}

export async function openWriter(t: TestContext, env: Record<string, string> = {}) {
  const server = await openServer({ PRODUCTS: 'provenance', RATE_ENTERPRISE: '1000000', ...env })
  t.after(() => server.close())
  const { db, identity } = server.platform
  const id = newId('t').replace('_', '-').toLowerCase()
  const tenant = await ensureTenant(db, { id, displayName: id, plan: 'enterprise' })
  const key = await identity.keys.create(systemCaller(tenant.id, tenant.customer_id), { name: 'test', role: 'admin' })
  const pages = `${server.url}/api/provenance/v1/app/pages`
  const authorization = `Bearer ${key.secret}`
  const write = () =>
    ask(pages, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ slug: newId('p').replace('_', '-').toLowerCase(), display_name: 'Acme' }),
    })
  const read = () => ask(pages, { headers: { authorization } })
  assert.equal((await write()).status, 201)
  return { server, write, read, ready: () => ask(`${server.url}/readyz`) }
}

export async function until(what: string, isSo: () => Promise<boolean>, ms = 15_000): Promise<void> {
  for (const end = performance.now() + ms; !(await isSo()); await sleep(50))
    assert.ok(performance.now() < end, `not in time: ${what}`)
}

export const isReady = (ready: () => Promise<Asked>) =>
  until('it is ready', async () => (await ready()).body.status === 'ok')
