// Casework with lists as long as real ones, and one query by primary key through the same stack, in a separate process.
import { casework, caseworkMigrations } from '@veritrace/casework'
import { contract } from '@veritrace/contract'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { strict } from '@veritrace/contract/wire'
import { systemCaller } from '@veritrace/platform/caller'
import { readConfig } from '@veritrace/platform/config/config'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import { implement } from '@veritrace/platform/implement'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'
import { sql } from 'kysely'
import { fillLists } from './resolve-data.ts'

const bench = {
  key: endpoint('GET /bench/key', {
    summary: 'One query by primary key',
    auth: 'bearer',
    query: strict({ key: t.String(), type: t.String(), entry: t.String() }),
    ok: t.Object({ state: t.String() }),
  }),
}

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const limits = {
  RATE_ENTERPRISE: '10000000',
  APP_AUTH_MODE: 'oidc',
  DATABASE_POOL: '10',
  LOG_LEVEL: 'warn',
  ROLES: 'web',
}
const config = readConfig([], { ...process.env, ...limits })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [caseworkMigrations] })
const product = await casework(platform)
const entry = await fillLists(platform.db)
const tenant = await ensureTenant(platform.db, { id: 'bench', displayName: 'Bench', plan: 'enterprise' })
await ensureWorkspace(platform.db, tenant.id, 'main')
const key = await platform.identity.keys.create(systemCaller(tenant.id, tenant.customer_id), { name: 'bench' })
const endpoints = implement(bench, {
  key: async ({ query }) => {
    const { rows } = await sql<{ state: string }>`select state from casework.facts
      where key = ${query.key} and type = ${query.type} and entry_id = ${query.entry}`.execute(platform.db)
    return rows[0]!
  },
})
await serve(platform, { port, products: [{ ...product, endpoints: [...product.endpoints, ...endpoints] }] })
console.log('facts', JSON.stringify({ url: url + contract.casework.base, token: key.secret, entry }))
