// Finds candidates. `rules.ts` ranks them.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface Found {
  id: string
  title: string
  /** Other names. */
  words: string
  subtitle: string
  slug: string
  status: string
}

/** Limit for each query, before ranking. */
const CANDIDATES = 100

/**
 * Vendors whose names contain the words, the best first, and vendors with similar names. Each uses an index and reads
 * no more than it needs. Pinned vendors come first among equals.
 */
export async function findVendors(db: Db<Tables>, tenant: string, plain: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with likely as (
      (select id from provenance.vendors where search @@ provenance.search_query(${plain})
        order by quality desc, slug limit ${CANDIDATES})
      union
      (select id from provenance.vendors order by ${plain}::text <<-> sort_name limit ${CANDIDATES}))
    select vendor.id, display_name as title, primary_domain as subtitle, slug, readiness as status,
      primary_domain || ' ' || array_to_string(aliases, ' ') as words
    from likely join provenance.vendors vendor on vendor.id = likely.id
    order by exists (select 1 from provenance.pinned_vendors pin
      where pin.tenant_id = ${tenant} and pin.vendor_id = vendor.id) desc, quality desc, slug`.execute(db)
  return rows
}

/** Filters the customer's own rows by tenant, then sorts them by similarity. */
export const findEvidence = (db: Db<Tables>, tenant: string, plain: string): Promise<Found[]> =>
  own(
    db,
    sql`select id, title, kind || ' ' || coalesce(filename, '') as words, kind as subtitle, '' as slug,
        review_status as status
      from provenance.evidence where tenant_id = ${tenant}`,
    plain,
  )

export const findStatements = (db: Db<Tables>, tenant: string, plain: string, now: Date): Promise<Found[]> =>
  own(
    db,
    sql`select id, title, kind as words, kind as subtitle, '' as slug,
        case when status in ('sent', 'viewed') and sign_by <= ${now} then 'expired' else status end as status
      from provenance.statements where tenant_id = ${tenant}`,
    plain,
  )

export const findPages = (db: Db<Tables>, tenant: string, plain: string): Promise<Found[]> =>
  own(
    db,
    sql`select id, display_name as title, slug || ' ' || headline || ' ' || coalesce(custom_domain, '') as words,
        coalesce(custom_domain, slug) as subtitle, slug, case when published then 'published' else 'draft' end as status
      from provenance.pages where tenant_id = ${tenant}`,
    plain,
  )

async function own(db: Db<Tables>, rows: ReturnType<typeof sql>, plain: string): Promise<Found[]> {
  const found = await sql<Found>`
    select id, title, words, subtitle, slug, status from (${rows}) as own
    order by ${plain}::text <<-> lower(title || ' ' || words), id desc limit ${CANDIDATES}`.execute(db)
  return found.rows
}
