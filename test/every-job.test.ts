// Runs each job once on a database whose statements are checked for tenant isolation. Otherwise a job that runs once an
// hour would be checked only if the hour happens to pass during the tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { NOTHING } from './job-data.ts'
import { openPartner } from './journeys/replaced/partner.ts'
import { openServer } from './own-server.ts'

test('each job runs, and names the tenants whose rows it accesses', async (t) => {
  const partner = await openPartner((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"object": "list", "data": []}')
  })
  t.after(partner.close)
  const server = await openServer({
    ROLES: 'web,worker',
    GRAPH_SYNC_URL: `${partner.url}/graph`,
    GRAPH_SYNC_CLIENT_ID: 'sync',
    GRAPH_SYNC_CLIENT_SECRET: 's',
    GRAPH_SYNC_TOKEN_URL: `${partner.url}/token`,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_TEAM_PRICE: 'price_1',
    STRIPE_API_URL: partner.url,
  })
  t.after(server.close)
  const { platform, work } = server
  for (const job of work.jobs) await platform.jobs.add(platform.db, job, NOTHING)
  const open = async () => {
    const { rows } = await sql<{ name: string; state: string }>`
      select name, state::text as state from jobs.job
      where data @> '{"probe": true}' and state not in ('completed', 'failed') and output is null`.execute(platform.db)
    return rows
  }
  for (let tries = 0; tries < 240 && (await open()).length > 0; tries++) await sleep(250)
  assert.deepEqual(await open(), [])
})
