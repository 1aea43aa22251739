// The directory over HTTP compared with only its SQL through the driver, with 100,000 vendors.
import { createHash } from 'node:crypto'
import type { VendorQuery } from '@veritrace/contract/provenance/vendors'
import { type Compilable, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../products/provenance/tables.ts'
import { countVendors, selectPage } from '../products/provenance/vendors/store.ts'
import type { Bench, Result } from './benches.ts'
import { compare, httpTarget, startPeer, type Target } from './measure.ts'
import { TALKATIVE } from './vendors-data.ts'

const AT_ONCE = 20
const DEFAULTS = { offset: 0, limit: 50, sort: 'quality' } as const
const LISTS: Record<string, Partial<VendorQuery>> = {
  'one filter': { readiness: 'fresh' },
  'two filters by name': { ai_act: 'green', source_status: 'ok', sort: 'name' },
  'a word': { q: 'a1b2' },
  'a deep page': { verified: 'true', offset: 9_000 },
}

export const vendorsBench: Bench = {
  name: 'vendors',
  run: async ({ databaseUrl }) => {
    const server = await startPeer('./vendors-server.ts', { DATABASE_URL: databaseUrl })
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    try {
      const results: Result[] = []
      for (const [name, changed] of Object.entries(LISTS)) {
        const query = { ...DEFAULTS, ...changed }
        const { offset, limit, sort, ...filter } = query
        const bare = inLoop(pool, [selectPage(db, query), countVendors(db, filter)].map(compiled))
        const words = new URLSearchParams(
          Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
        )
        results.push(
          await race(`GET /vendors, ${name} / its two queries`, bare, `${server.facts.url}/vendors?${words}`),
        )
      }
      const claims = inLoop(pool, [{ sql: CLAIMS, parameters: [TALKATIVE] }])
      const profile = `${server.facts.url}/vendors/${TALKATIVE}/evidence-profile`
      results.push(await race('profile with 2,000 claims / the query for them', claims, profile))
      return results
    } finally {
      await server.stop()
      await pool.end()
    }
  },
}

const CLAIMS = `select c.id, c.category, c.predicate, c.value, c.state, c.relation, c.confidence, c.details, c.claim_text,
    c.snippet, s.url, n.fetched_at
  from provenance.vendors v join provenance.evidence_claims c on c.vendor_id = v.id
  join provenance.sources s on s.id = c.source_id join provenance.snapshots n on n.id = c.snapshot_id
  where v.slug = $1 and c.valid_to is null order by c.category, c.confidence desc, c.id`

/** Prepared statements, as in our server. */
const nameOf = (text: string): string => createHash('md5').update(text).digest('hex')

interface Statement {
  sql: string
  parameters: readonly unknown[]
}
const compiled = (query: Compilable): Statement => query.compile()

/** The queries of one request in parallel, as the request sends them; many such requests at a time. */
const inLoop = (pool: pg.Pool, statements: readonly Statement[]): Target => ({
  round: async (seconds) => {
    const end = performance.now() + seconds * 1000
    let done = 0
    const loop = async () => {
      for (; performance.now() < end; done++)
        await Promise.all(
          statements.map(({ sql, parameters }) =>
            pool.query({ name: nameOf(sql), text: sql, values: [...parameters] }),
          ),
        )
    }
    await Promise.all(Array.from({ length: AT_ONCE }, loop))
    return done / seconds
  },
})

async function race(what: string, bare: Target, url: string): Promise<Result> {
  const { ratio, ours, floor } = await compare(bare, httpTarget(url), 5, 2)
  return { what, ratio, target: 0.5, detail: `${Math.round(ours)}/s against ${Math.round(floor)}/s` }
}
