// Health through HTTP without credentials, and with failing dependencies.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@veritrace/contract'
import { DEPENDENCIES, type GraphHealth, health } from '@veritrace/contract/graph/health'
import { fakeClock } from '@veritrace/platform/clock'
import { openLog } from '@veritrace/platform/log'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { anotherEngine, openGraphApp } from '../testing.ts'
import { engineCheck } from './checks.ts'
import { type HealthChecks, openHealth } from './read-health.ts'

let app: TestApp
before(async () => {
  // A rate limit so low that every call would need the database.
  const env = { RATE_FREE: '60' }
  app = await openGraphApp({ env })
})
after(() => app.close())

const fine = async () => undefined
const log = openLog('silent')
const all = (changed: Partial<HealthChecks> = {}): HealthChecks => ({
  database: fine,
  engine: fine,
  search: fine,
  queue: fine,
  ...changed,
})

/** Waits until the engine's first worker has started, which takes longer than the limit of a check. */
async function warm() {
  for (let tries = 0; tries < 20; tries++) {
    const found = await app.visitor(health).read()
    if (found.status === 'ok') return found
    await sleep(500)
  }
  return app.visitor(health).read()
}

test('health needs no credentials and checks every dependency', async () => {
  const found = await warm()
  assert.deepEqual([found.status, found.version], ['ok', contract.graph.version])
  assert.deepEqual(Object.keys(found.dependencies), DEPENDENCIES)
  for (const { status, latencyMs } of Object.values(found.dependencies))
    assert.ok(status === 'ok' && latencyMs >= 0 && latencyMs <= 1_000)
  const response = await fetch(`${app.url}/graph/health`)
  assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store'])
})

test('without the database the status is down, without another dependency it is degraded', async () => {
  const fails = async () => assert.fail('away')
  const read = (checks: HealthChecks) => openHealth(checks, { clock: fakeClock(), log })()
  const down = await read(all({ database: fails }))
  assert.deepEqual(
    [down.status, down.dependencies.database.status, down.dependencies.queue.status],
    ['down', 'down', 'ok'],
  )
  for (const part of ['engine', 'search', 'queue'] as const) {
    const { status, dependencies } = await read(all({ [part]: fails }))
    assert.deepEqual([status, dependencies[part].status], ['degraded', 'down'])
  }
})

test('health answers while the database is down, at any rate, and reports it', async () => {
  const { db } = app.platform
  const tables = ['platform.rate_buckets', 'graph.workspaces']
  for (const table of tables) await sql`alter table ${sql.table(table)} rename to away`.execute(db)
  try {
    // The result is cached for a second.
    await sleep(1_100)
    const asked = await Promise.all(Array.from({ length: 5 }, () => fetch(`${app.url}/graph/health`)))
    for (const response of asked) {
      const { status, version, dependencies } = (await response.json()) as GraphHealth
      assert.deepEqual([response.status, status, dependencies?.database.status], [503, 'down', 'down'])
      assert.equal(version, contract.graph.version)
      assert.equal(response.headers.get('ratelimit'), null)
    }
  } finally {
    for (const table of tables) {
      const [schema, name] = table.split('.')
      await sql`alter table ${sql.table(`${schema}.away`)} rename to ${sql.ref(name!)}`.execute(db)
    }
  }
})

test('a hanging dependency delays the answer by a second, once, and does not block the others', async () => {
  let began = 0
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const clock = fakeClock()
  const hangs = () => {
    began += 1
    return promise
  }
  const read = openHealth(all({ engine: hangs }), { clock, log })
  const first = await read()
  assert.deepEqual([first.status, first.dependencies.engine.status], ['degraded', 'down'])
  clock.advance(1_500)
  const [again] = await Promise.all([read(), sleep(50).then(() => resolve(undefined))])
  assert.deepEqual([again.status, began], ['ok', 1], 'the check was not started again while it was hanging')
})

test('many callers within a second share one result', async () => {
  let asked = 0
  const clock = fakeClock()
  const count = async () => {
    asked += 1
  }
  const read = openHealth(all({ database: count }), { clock, log })
  await Promise.all(Array.from({ length: 20 }, read))
  await read()
  assert.equal(asked, 1)
  clock.advance(1_001)
  await read()
  assert.equal(asked, 2)
})

test('a health check leaves nothing in the engine', async () => {
  const engine = await anotherEngine()
  const before = engine.localWorkspaces()
  await engineCheck({ engine })()
  assert.deepEqual(engine.localWorkspaces(), before)
})
