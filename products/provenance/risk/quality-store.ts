// Statistics on the quality of the directory: one query for each table.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Counts<N extends string> = Record<N, number>

async function first<T>(db: Db<Tables>, query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await query.execute(db)
  return rows[0] as T
}

export type VendorCounts = Counts<
  | 'vendors'
  | 'publishable'
  | 'with_sources'
  | 'with_docs'
  | 'with_claims'
  | 'verified'
  | 'fresh'
  | 'recent'
  | 'stale'
  | 'never_read'
  | 'ok'
  | 'degraded'
  | 'failing'
  | 'untried'
  | 'contradictions'
  | 'duplicate_domains'
>
export const countQualityOfVendors = (db: Db<Tables>) =>
  first<VendorCounts>(
    db,
    sql`select count(*) as vendors,
      count(*) filter (where readiness in ('verified', 'fresh', 'sourced')) as publishable,
      count(*) filter (where source_count > 0) as with_sources,
      count(*) filter (where observation_count > 0) as with_docs,
      count(*) filter (where claim_count > 0) as with_claims,
      count(*) filter (where verified) as verified,
      count(*) filter (where source_freshness = 'fresh') as fresh,
      count(*) filter (where source_freshness = 'recent') as recent,
      count(*) filter (where source_freshness = 'stale') as stale,
      count(*) filter (where source_freshness = 'unavailable') as never_read,
      count(*) filter (where source_status = 'ok') as ok,
      count(*) filter (where source_status = 'degraded') as degraded,
      count(*) filter (where source_status = 'failing') as failing,
      count(*) filter (where source_status = 'unavailable') as untried,
      count(*) filter (where 'contradicting_claims' = any(warnings)) as contradictions,
      (select count(*) from (select 1 from provenance.vendors group by primary_domain having count(*) > 1) as shared)
        as duplicate_domains
    from provenance.vendors`,
  )

export type ClaimCounts = Counts<'orphan_claims' | 'claims_without_snippet' | 'low_confidence_claims'>
export const countQualityOfClaims = (db: Db<Tables>, low: number) =>
  first<ClaimCounts>(
    db,
    sql`select count(*) filter (where source.status = 'inactive') as orphan_claims,
      count(*) filter (where btrim(claim.snippet) = '') as claims_without_snippet,
      count(*) filter (where claim.confidence < ${low}) as low_confidence_claims
    from provenance.evidence_claims claim join provenance.sources source on source.id = claim.source_id
    where claim.valid_to is null`,
  )

export interface KindCount {
  kind: string
  vendors: number
  sources: number
  read: number
  stale: number
  robots_blocked: number
  soft_404: number
}
/** Counts by kind of source. The limit for stale sources depends on the kind. */
export async function countQualityOfSources(
  db: Db<Tables>,
  stale: { status: Date; others: Date },
): Promise<KindCount[]> {
  const { rows } = await sql<KindCount>`
    select kind, count(distinct vendor_id) filter (where status <> 'inactive') as vendors,
      count(*) filter (where status <> 'inactive') as sources,
      count(*) filter (where status <> 'inactive' and last_success_at is not null) as read,
      count(*) filter (where status <> 'inactive' and last_success_at <
        case when kind = 'status' then ${stale.status}::timestamptz else ${stale.others}::timestamptz end) as stale,
      count(*) filter (where inactive_reason = 'robots') as robots_blocked,
      count(*) filter (where status <> 'inactive' and soft_404) as soft_404
    from provenance.sources group by kind order by kind`.execute(db)
  return rows
}

export type WorkCounts = Counts<'pending_reextract' | 'delivered' | 'retry' | 'dead'>
export const countQualityOfWork = (db: Db<Tables>, version: string) =>
  first<WorkCounts>(
    db,
    sql`select
      (select count(*) from provenance.snapshots snapshot join provenance.sources source
        on source.last_snapshot_id = snapshot.id where snapshot.extractor_version is distinct from ${version})
        as pending_reextract,
      (select count(*) from provenance.graph_outbox where status = 'delivered') as delivered,
      (select count(*) from provenance.graph_outbox where status in ('pending', 'retry')) as retry,
      (select count(*) from provenance.graph_outbox where status in ('dead', 'auth_dead')) as dead`,
  )

export type CustomerCounts = Counts<'team_customers' | 'trials_ending_7d' | 'unpaid'>
/** Covers all customers, so only operators may see it. */
export const countCustomers = (db: Db<Tables>, now: Date, soon: Date) =>
  first<CustomerCounts>(
    db,
    sql`select count(*) filter (where plan <> 'free') as team_customers,
      count(*) filter (where plan = 'free' and trial_ends_at > ${now} and trial_ends_at <= ${soon}) as trials_ending_7d,
      count(*) filter (where subscription_status in ('past_due', 'unpaid', 'incomplete')) as unpaid
    from platform.tenants where deleted_at is null`,
  )
