// Our whole stack with three tiny endpoints, in a separate process with logging on.
import { contract } from '@veritrace/contract'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { strict } from '@veritrace/contract/wire'
import { systemCaller } from '@veritrace/platform/caller'
import { readConfig } from '@veritrace/platform/config/config'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { implement } from '@veritrace/platform/implement'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'
import { sql } from 'kysely'
import pg from 'pg'

const CONCURRENCY = 20
const Tenant = t.Object({ id: t.String(), display_name: t.String() })
const bench = {
  empty: endpoint('GET /bench/empty', { summary: 'Nothing', auth: 'session', ok: t.Object({ ok: t.Boolean() }) }),
  query: endpoint('GET /bench/query', { summary: 'One indexed query', auth: 'session', ok: Tenant }),
  driver: endpoint('GET /bench/driver', {
    summary: 'The same query in a loop',
    auth: 'session',
    query: strict({ seconds: t.Integer({ minimum: 1, maximum: 60 }) }),
    ok: t.Object({ rate: t.Number() }),
  }),
}

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const limits = {
  RATE_ENTERPRISE: '10000000',
  APP_AUTH_MODE: 'oidc',
  DATABASE_POOL: '10',
  LOG_LEVEL: 'info',
}
const config = readConfig([], { ...process.env, ...limits })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [] })
const tenant = await ensureTenant(platform.db, { id: 'bench', displayName: 'Bench', plan: 'enterprise' })
const key = await platform.identity.keys.create(systemCaller(tenant.id, tenant.customer_id), { name: 'bench' })

const driver = new pg.Pool({ connectionString: config.database.url, max: 10 })
const TEXT = 'select id, display_name from platform.tenants where id = $1'
const endpoints = implement(bench, {
  empty: () => ({ ok: true }),
  query: async (_, caller) => {
    const { rows } = await sql<{ id: string; display_name: string }>`
      select id, display_name from platform.tenants where id = ${caller.tenant}`.execute(platform.db)
    return rows[0]!
  },
  driver: async ({ query }) => ({ rate: await driverRate(query.seconds) }),
})
await serve(platform, { port, products: [{ name: 'provenance', endpoints, jobs: [], pages: [] }] })
console.log('facts', JSON.stringify({ url: `${url}${contract.provenance.base}`, token: key.secret }))

async function driverRate(seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let done = 0
  const loop = async () => {
    for (; performance.now() < end; done++) await driver.query(TEXT, ['bench'])
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, loop))
  return done / seconds
}
