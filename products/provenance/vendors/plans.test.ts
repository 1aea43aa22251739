// Every filter with every order uses an index. Checks query plans, so it needs PostgreSQL.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { VendorQuery } from '@veritrace/contract/provenance/vendors'
import { migrate } from '@veritrace/platform/db/migrate'
import { openDatabase } from '@veritrace/platform/db/open'
import { openLog } from '@veritrace/platform/log'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { type Compilable, sql } from 'kysely'
import { provenanceMigrations } from '../index.ts'
import { countVendors, selectPage } from './store.ts'

const skip = testDatabaseUrl() ? false : 'only PostgreSQL has these query plans'
const ROWS = 5_000
type Database = Awaited<ReturnType<typeof openDatabase>>
let database: Database | undefined

before(async () => {
  if (skip) return
  const options = { url: await makeDatabase(), pool: 2, statementTimeoutMs: 60_000, prepare: false }
  database = await openDatabase({ dataDir: '', database: options }, openLog('silent'))
  await migrate(database!.db, [provenanceMigrations])
  await sql`insert into provenance.vendors
      (id, slug, display_name, primary_domain, verified, ai_act, readiness, source_status, quality)
    select 'ven_' || i, 'vendor-' || i, 'Vendor ' || md5(i::text), md5(i::text) || '.test', i % 10 = 0,
      (array['green', 'amber', 'red', 'unknown'])[1 + i % 4],
      (array['verified', 'fresh', 'sourced', 'incomplete', 'unavailable'])[1 + i % 5],
      (array['ok', 'degraded', 'failing', 'unavailable'])[1 + i % 4], (i * 7919) % 41000
    from generate_series(1, ${ROWS}) i`.execute(database!.db)
  await sql`vacuum analyze provenance.vendors`.execute(database!.db)
})

after(() => database?.close())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  Plans?: Plan[]
}
async function planOf(query: Compilable): Promise<Plan[]> {
  const { sql: text, parameters } = query.compile()
  const { rows } = await database!.pool.query(`explain (analyze, format json) ${text}`, [...parameters])
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]
  return flat(rows[0]['QUERY PLAN'][0].Plan)
}

const FILTERS: Partial<VendorQuery>[] = [
  {},
  { verified: 'true' },
  { verified: 'false' },
  { ai_act: 'red' },
  { readiness: 'fresh' },
  { source_status: 'failing' },
  { q: 'c4ca4238' },
  { q: 'a0b923820' },
  { verified: '1', ai_act: 'green', readiness: 'sourced', source_status: 'ok' },
]

for (const filter of FILTERS)
  for (const sort of ['quality', 'name'] as const)
    test(`vendors by ${sort} with ${JSON.stringify(filter)} are read through an index`, { skip }, async () => {
      for (const offset of [0, 400]) {
        const plan = await planOf(selectPage(database!.db, { offset, limit: 50, sort, ...filter }))
        assert.deepEqual(
          plan.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'vendors'),
          [],
        )
        // Only one page may be sorted, or the few rows that a search has found.
        for (const node of plan) if (node['Node Type'] === 'Sort') assert.ok(node['Actual Rows'] <= 200)
      }
      const count = await planOf(countVendors(database!.db, filter))
      assert.ok(!count.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'vendors'))
    })
