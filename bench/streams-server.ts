// The workspace of one customer in a separate process, with two more endpoints: record an event, and report memory and
// CPU time.
import { contract } from '@veritrace/contract'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { systemCaller } from '@veritrace/platform/caller'
import { readConfig } from '@veritrace/platform/config/config'
import { transact } from '@veritrace/platform/db/transact'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { implement } from '@veritrace/platform/implement'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'
import { provenance, provenanceMigrations } from '@veritrace/provenance'
import { spentSoFar, timeNow } from './memory.ts'

const bench = {
  tell: endpoint('GET /bench/tell', {
    summary: 'Records an event, and says when it was committed',
    auth: 'session',
    ok: t.Object({ at: t.Number() }),
  }),
  spent: endpoint('GET /bench/spent', {
    summary: 'What is held, and was worked',
    auth: 'session',
    ok: t.Object({ bytes: t.Integer(), cpuMs: t.Number() }),
  }),
}

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const limits = { RATE_ENTERPRISE: '10000000', STREAMS_PER_CALLER: '1000000' }
const settings = { ...limits, APP_AUTH_MODE: 'oidc', LOG_LEVEL: 'info', ROLES: 'web' }
const config = readConfig([], { ...process.env, ...settings })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [provenanceMigrations] })
const tenant = await ensureTenant(platform.db, { id: 'bench-streams', displayName: 'Bench', plan: 'enterprise' })
const key = await platform.identity.keys.create(systemCaller(tenant.id, tenant.customer_id), {
  name: 'bench',
  role: 'admin',
})
const endpoints = implement(bench, {
  tell: async (_input, caller) => {
    const resource = { type: 'page', id: 'page_1', label: 'A page' }
    const changes = [{ field: 'intro', from: 'x'.repeat(200), to: 'y'.repeat(200) }]
    await transact(platform.db, (tx) =>
      platform.events.record(tx, caller, { action: 'page.update', resource, changes }),
    )
    return { at: timeNow() }
  },
  spent: () => spentSoFar(),
})
const product = await provenance(platform)
await serve(platform, { port, products: [{ ...product, endpoints: [...product.endpoints, ...endpoints] }] })
const base = url + contract.provenance.base
const facts = {
  stream: `${base}/app/notifications/stream`,
  tell: `${base}/bench/tell`,
  spent: `${base}/bench/spent`,
  token: key.secret,
}
console.log('facts', JSON.stringify(facts))
