// SQL of the directory's vendors. They belong to no tenant: everyone may read them.
import { MOST_FOUND, type VendorQuery } from '@veritrace/contract/provenance/vendors'
import type { Db } from '@veritrace/platform/db/db'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export type ListedVendor = Awaited<ReturnType<typeof listFeatured>>[number]
export type FoundVendor = NonNullable<Awaited<ReturnType<typeof findVendor>>>

const VENDOR = [
  'vendor.id',
  'vendor.slug',
  'vendor.display_name',
  'vendor.primary_domain',
  'vendor.website_url',
  'vendor.logo_url',
  'vendor.verified',
  'vendor.last_verified_at',
  'vendor.ai_act',
  'vendor.evidence_count',
  'vendor.source_count',
  'vendor.claim_count',
  'vendor.observation_count',
  'vendor.completeness',
  'vendor.source_freshness',
  'vendor.source_status',
  'vendor.confidence_band',
  'vendor.readiness',
  'vendor.warnings',
  'vendor.decision_id',
  'vendor.score',
  'vendor.risk_band',
  'vendor.score_as_of',
] as const

/** A published trust page at a verified host of the vendor's domain. Each comparison uses an index range. */
const hasTrustPage = sql<boolean>`exists (
  select 1 from provenance.pages page join platform.tenants tenant on tenant.id = page.tenant_id
  where page.published and page.domain_status = 'verified' and tenant.deleted_at is null
    and (page.custom_domain = vendor.primary_domain
      or (reverse(page.custom_domain) collate "C" >= reverse(vendor.primary_domain) || '.'
        and reverse(page.custom_domain) collate "C" < reverse(vendor.primary_domain) || '/')))`.as('has_trust_page')

/** A customer has claimed the profile, but has not proved it yet. */
const hasPendingClaim = sql<boolean>`exists (
  select 1 from provenance.profile_claims claim where claim.vendor_id = vendor.id and claim.status = 'pending')`.as(
  'has_pending_claim',
)

export type VendorFilter = Pick<VendorQuery, 'q' | 'verified' | 'ai_act' | 'readiness' | 'source_status'>

/** Finds the rows of the page in an index of filter and order, at any offset, and reads only those rows. */
export function selectPage(db: Db<Tables>, { offset, limit, sort, ...filter }: VendorQuery) {
  const page = filtered(db.selectFrom('provenance.vendors as vendor'), filter)
    .select('vendor.slug')
    .$if(sort === 'name', (rows) => rows.orderBy('vendor.sort_name'))
    .$if(sort === 'quality', (rows) => rows.orderBy('vendor.quality', 'desc'))
    .orderBy('vendor.slug')
    .limit(limit)
    .offset(offset)
  return db
    .selectFrom(page.as('page'))
    .innerJoin('provenance.vendors as vendor', 'vendor.slug', 'page.slug')
    .select(VENDOR)
    .select([hasTrustPage, hasPendingClaim])
    .$if(sort === 'name', (rows) => rows.orderBy('vendor.sort_name'))
    .$if(sort === 'quality', (rows) => rows.orderBy('vendor.quality', 'desc'))
    .orderBy('vendor.slug')
}

/** Counts from the tallies, which know every filter except the search text. A search counts up to MOST_FOUND rows. */
export const countVendors = (db: Db<Tables>, { q, ...filter }: VendorFilter) =>
  isSearch(q)
    ? db
        .selectFrom(
          filtered(db.selectFrom('provenance.vendors as vendor'), { q, ...filter })
            .select(sql`1`.as('one'))
            .limit(MOST_FOUND)
            .as('found'),
        )
        .select((row) => row.fn.countAll<number>().as('total'))
    : db
        .selectFrom('provenance.vendor_tallies as vendor')
        .select(sql<number>`coalesce(sum(vendors), 0)`.as('total'))
        .where(hasFacts(filter))

const isSearch = (q: string | undefined): boolean => Boolean(q?.trim())

const filtered = <O>(
  query: SelectQueryBuilder<Tables & { vendor: Tables['provenance.vendors'] }, 'vendor', O>,
  { q, ...filter }: VendorFilter,
) => query.where(hasFacts(filter)).$if(isSearch(q), (rows) => rows.where(matchesText(q!)))

/**
 * The condition appears twice on purpose. For an unknown prefix, PostgreSQL estimates that one row in 50 matches and scans the
 * whole table. With two such conditions it estimates one in 2,500 and uses the index.
 */
const matchesText = (q: string) => sql<boolean>`vendor.search @@ provenance.search_query(${q})
  and (vendor.search @@ provenance.search_query(${q})) is true`

/** Works on vendors and on tallies of vendors. */
function hasFacts({ verified, ai_act, readiness, source_status }: Omit<VendorFilter, 'q'>) {
  const facts = [sql`true`]
  if (verified !== undefined) facts.push(sql`vendor.verified = ${verified === 'true' || verified === '1'}`)
  if (ai_act !== undefined) facts.push(sql`vendor.ai_act = ${ai_act}`)
  if (readiness !== undefined) facts.push(sql`vendor.readiness = ${readiness}`)
  if (source_status !== undefined) facts.push(sql`vendor.source_status = ${source_status}`)
  return sql<boolean>`${sql.join(facts, sql` and `)}`
}

export async function listVendors(
  db: Db<Tables>,
  query: VendorQuery,
): Promise<{ rows: ListedVendor[]; total: number }> {
  const { offset, limit, sort, ...filter } = query
  const [rows, counted] = await Promise.all([
    selectPage(db, query).execute(),
    countVendors(db, filter).executeTakeFirstOrThrow(),
  ])
  return { rows, total: counted.total }
}

export const listFeatured = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.vendors as vendor')
    .select(VENDOR)
    .select([hasTrustPage, hasPendingClaim])
    .where(sql<boolean>`vendor.featured`)
    .orderBy('vendor.quality', 'desc')
    .orderBy('vendor.slug')
    .limit(24)
    .execute()

/** An event nested as JSON in the row of its vendor. JSON has no dates, so times are in milliseconds. */
export interface NestedEvent {
  id: string
  event_type: string
  severity: string
  cause: string
  payload: Record<string, unknown>
  source_url: string | null
  content_hash: string | null
  observed_ms: number
}

/** The vendor with its newest visible events in one query, up to `at` if given. */
export const findVendor = (db: Db<Tables>, slug: string, at?: Date) =>
  db
    .selectFrom('provenance.vendors as vendor')
    .select(VENDOR)
    .select([
      hasTrustPage,
      hasPendingClaim,
      nested(sql`true`, at).as('recent_events'),
      nested(sql`event_type like 'source.%'`, at).as('source_changes'),
      sql<string | null>`(select event_type from provenance.change_events
        where vendor_id = vendor.id and not hidden and event_type in ('vendor.verified', 'vendor.unverified')
          and observed_at <= ${at ?? null}
        order by observed_at desc, id desc limit 1)`.as('verification_then'),
    ])
    .where('vendor.slug', '=', slug)
    .executeTakeFirst()

const nested = (which: ReturnType<typeof sql>, at?: Date) => sql<NestedEvent[]>`(
  select coalesce(json_agg(e order by e.observed_ms desc, e.id desc), '[]') from (
    select id, event_type, severity, cause, payload, source_url, content_hash,
      floor(extract(epoch from observed_at) * 1000) as observed_ms
    from provenance.change_events
    where vendor_id = vendor.id and not hidden and ${which} ${at ? sql`and observed_at <= ${at}` : sql``}
    order by observed_at desc, id desc limit 20) e)`
