// Casework in a separate process, including workers, with a tenant on the largest plan.

import { casework, caseworkMigrations } from '@veritrace/casework'
import { contract } from '@veritrace/contract'
import { systemCaller } from '@veritrace/platform/caller'
import { readConfig } from '@veritrace/platform/config/config'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const settings = { RATE_ENTERPRISE: '10000000', APP_AUTH_MODE: 'oidc', LOG_LEVEL: 'warn' }
const config = readConfig([], { ...process.env, ...settings })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [caseworkMigrations] })
// A new tenant each time, because the benches of one run share the database.
const id = newId('bench').replace('_', '-')
const tenant = await ensureTenant(platform.db, { id, displayName: 'Bench', plan: 'enterprise' })
await ensureWorkspace(platform.db, id, 'bench')
const key = await platform.identity.keys.create(systemCaller(tenant.id, tenant.customer_id), { name: 'bench' })
await serve(platform, { port, products: [await casework(platform)] })
console.log('facts', JSON.stringify({ url: url + contract.casework.base, token: key.secret, tenant: tenant.id }))
