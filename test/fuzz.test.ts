// Whatever is sent, the response matches the API description. Driven by the OpenAPI document that the server itself
// serves.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { findUserByEmail } from '@veritrace/platform/identity/users/users'
import fc from 'fast-check'
import { DEMO_ACCOUNT, seedDemo } from '../apps/server/demo.ts'
import type { Server } from '../apps/server/start.ts'
import { checker } from './fuzz/checker.ts'
import { exchange, isJson } from './fuzz/exchange.ts'
import { openKnown } from './fuzz/known.ts'
import { operationsOf } from './fuzz/operations.ts'
import { headersToTry, type OpenApi, type Operation, requestFor, type Sent } from './fuzz/requests.ts'
import { strictServer } from './own-server.ts'

const SEED = 42
/** For all operations together, so that the duration of the test does not grow with their number. */
const REQUESTS = 1_000
const FEWEST = 2

test('no request causes a server error', async (t) => {
  const server = await strictServer()
  const headers = await headersOf(server)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
  const operations = operationsOf(document)
  const runs = Math.max(FEWEST, Math.floor(REQUESTS / operations.length / 2))
  const resolve = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!
  const check = checker(document)
  const known = openKnown()
  const succeeded = new Set<Operation>()

  for (const { method, path, operation } of operations)
    await t.test(`${method} ${path}`, async () => {
      const ask = async (sent: Sent) => {
        const answer = await exchange(agent, server.url, { ...sent, headers: { ...headers, ...sent.headers } })
        check(operation, answer, String(sent.body ?? ''))
        if (answer.status < 300) succeeded.add(operation)
        if (answer.status < 300 && isJson(answer)) known.add(path, JSON.parse(answer.text))
      }
      for (const hostile of [false, true]) {
        const source = { resolve, known: known.take(), hostile }
        const property = fc.asyncProperty(requestFor(method, path, operation, source), ask)
        // Repeating the same request would reveal nothing new.
        await fc.assert(property, { seed: SEED, numRuns: runs, plugins: [fc.ignoreEqualValues()] })
      }
      const trials = headersToTry(document, method, operation)
      const source = { resolve, known: known.take(), hostile: false }
      const requests = requestFor(method, path, operation, source)
      for (const [i, sent] of fc.sample(requests, { seed: SEED, numRuns: trials.length }).entries())
        await ask({ ...sent, headers: { ...sent.headers, ...trials[i] } })
    })
  // Otherwise the schemas of successful responses would hardly be tested.
  assert.ok(succeeded.size > operations.length / 3, `only ${succeeded.size} operations succeeded`)
})

test('headers that are too large are rejected with a problem document, and a URL may contain a long query', async () => {
  const { url } = await strictServer()
  const long = 'x'.repeat(20_000)
  const refused = await fetch(url, { headers: { 'x-long': long } })
  assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/)
  const { status, code } = (await refused.json()) as { status: number; code: string }
  assert.deepEqual([refused.status, status, code], [431, 431, 'headers_too_large'])
  assert.equal((await fetch(`${url}/?${long}`)).status, 200)
})

/** The owner of the demo company, which has data of every kind; also an operator of the platform. */
async function headersOf({ platform }: Server): Promise<Record<string, string>> {
  await seedDemo(platform)
  const demo = await ensureTenant(platform.db, { id: 'demo', displayName: 'Demo' })
  const { id, displayName } = (await findUserByEmail(platform.db, DEMO_ACCOUNT.email))!
  const owner = { ...systemCaller(demo.id, demo.customer_id), actor: { type: 'user' as const, id, label: displayName } }
  const { secret } = await platform.identity.keys.create(owner, { name: 'fuzz', kind: 'pat' })
  const scope = { 'x-tenant-id': demo.id, 'x-workspace-id': demo.id, 'x-context-id': 'default' }
  return { authorization: `Bearer ${secret}`, ...scope }
}
