// Finds what may fit; which of it does, and how well, `rules.ts` says.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface Found {
  id: string
  title: string
  /** What else it is known by. */
  words: string
  subtitle: string
  slug: string
  status: string
}

/** Of either way, before they are ranked. */
const CANDIDATES = 100

/**
 * Names that hold the words, the best known first, and names that look like them: two indexes, each read no further
 * than it is needed. Those that the customer has pinned come first among equals.
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

/** The customer's own rows are found by the customer first, then by likeness. */
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
