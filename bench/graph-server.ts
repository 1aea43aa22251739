// The graph product in a separate process, with a tenant on the largest plan.
import { contract } from '@veritrace/contract'
import { graph, graphMigrations } from '@veritrace/graph'
import { systemCaller } from '@veritrace/platform/caller'
import { readConfig } from '@veritrace/platform/config/config'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const settings = { RATE_ENTERPRISE: '10000000', APP_AUTH_MODE: 'oidc', LOG_LEVEL: 'warn' }
const config = readConfig([], { ...process.env, ...settings })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [graphMigrations] })
const tenant = await ensureTenant(platform.db, { id: 'bench-graph', displayName: 'Bench', plan: 'enterprise' })
const key = await platform.identity.keys.create(systemCaller(tenant.id, tenant.customer_id), {
  name: 'bench',
  role: 'admin',
})
await serve(platform, { port, products: [await graph(platform)] })
console.log('facts', JSON.stringify({ url: url + contract.graph.base, token: key.secret, tenant: tenant.id }))
