// A customer with a million audit entries, in a separate process.
import { contract } from '@veritrace/contract'
import { systemCaller } from '@veritrace/platform/caller'
import { readConfig } from '@veritrace/platform/config/config'
import { encodeCursor } from '@veritrace/platform/db/keyset'
import { selectEntries } from '@veritrace/platform/events/store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'
import { provenance, provenanceMigrations } from '@veritrace/provenance'
import { sql } from 'kysely'

const ROWS = 1_000_000
const TENANT = 'bench-audit'
const BEGUN = Date.UTC(2026, 0, 1)
/** One entry per second. */
const momentOf = (sequence: number): Date => new Date(BEGUN + sequence * 1000)

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const settings = { RATE_ENTERPRISE: '10000000', APP_AUTH_MODE: 'oidc', LOG_LEVEL: 'warn', ROLES: 'web' }
const config = readConfig([], { ...process.env, ...settings, DATABASE_STATEMENT_TIMEOUT_MS: '600000' })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [provenanceMigrations] })
const { db } = platform
await ensureTenant(db, { id: TENANT, displayName: 'Bench', plan: 'enterprise' })
await sql`
  insert into platform.audit_entries (tenant_id, sequence, id, occurred_at, actor, action, resource_type, resource_id,
    resource_label, outcome, changes, request_id, prev_hash, hash)
  select ${TENANT}::text, i, 'aud_bench' || i, ${momentOf(0)}::timestamptz + i * interval '1 second',
    jsonb_build_object('type', 'user', 'id', 'usr_' || i % 50, 'label', 'Someone'), 'page.update', 'page', 'page_' || i % 100,
    'A page', 'success', '[{"field":"intro","from":"before","to":"after"}]', 'req_' || i, md5(i::text), md5((i + 1)::text)
  from generate_series(1, ${ROWS}::int) i`.execute(db)
await sql`
  insert into platform.audit_heads (tenant_id, sequence, hash, occurred_at)
  values (${TENANT}, ${ROWS}, 'bench', ${momentOf(ROWS)})`.execute(db)
await sql`vacuum analyze platform.audit_entries`.execute(db)

interface Plan {
  'Node Type': string
  'Index Name'?: string
  Plans?: Plan[]
}
/** The plan of the query for a time range in the middle of the log. */
async function planOfSpan(): Promise<string[]> {
  const filter = { from: momentOf(ROWS * 0.4), to: momentOf(ROWS * 0.5) }
  const query = sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (format json) ${selectEntries(TENANT, filter, undefined, 51)}`
  const flat = (plan: Plan): string[] => [
    `${plan['Node Type']} ${plan['Index Name'] ?? ''}`.trim(),
    ...(plan.Plans ?? []).flatMap(flat),
  ]
  return flat((await query.execute(db)).rows[0]!['QUERY PLAN'][0].Plan)
}

await serve(platform, { port, products: [await provenance(platform)] })
const key = await platform.identity.keys.create(systemCaller(TENANT, TENANT), { name: 'bench', role: 'admin' })
const log = `${url}${contract.provenance.base}/app/audit-log?limit=50`
const at = (sequence: number): string => `${log}&cursor=${encodeCursor(`audit ${TENANT}`, [sequence])}`
const span = (from: number, to: number): string =>
  `${log}&from=${momentOf(from).toISOString()}&to=${momentOf(to).toISOString()}`
const facts = {
  token: key.secret,
  plan: (await planOfSpan()).join(' < '),
  first: log,
  middle: at(ROWS / 2),
  last: at(51),
  'a tenth of the time, long ago': span(ROWS * 0.1, ROWS * 0.2),
  'a minute in the middle': span(ROWS / 2, ROWS / 2 + 60),
}
console.log('facts', JSON.stringify(facts))
