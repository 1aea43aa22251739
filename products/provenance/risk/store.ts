// SQL of the risk of a customer's pinned vendors.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export type PinFacts = Awaited<ReturnType<typeof listPinFacts>>[number]
export const listPinFacts = (db: Db<Tables>, tenant: string) =>
  db
    .selectFrom('provenance.pinned_vendors as pin')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'pin.vendor_id')
    .leftJoin('provenance.score_decisions as decision', 'decision.id', 'vendor.decision_id')
    .select([
      'pin.vendor_id',
      'pin.tier',
      'pin.risk_override',
      'pin.review_interval_days',
      'pin.last_reviewed_at',
      'pin.added_at',
      'vendor.display_name',
      'vendor.score',
      'vendor.risk_band',
      'vendor.decision_id',
      'vendor.source_status',
      'vendor.observation_count',
      'decision.items',
      sql<boolean>`'contradicting_claims' = any(vendor.warnings)`.as('contradicts'),
      sql<boolean>`exists (select 1 from provenance.evidence_claims claim where claim.vendor_id = vendor.id
        and claim.category = 'subprocessor' and claim.valid_to is null)`.as('names_subprocessors'),
    ])
    .where('pin.tenant_id', '=', tenant)
    .orderBy('pin.vendor_id')
    .execute()

export interface Certificate {
  claim_id: string
  vendor_id: string
  certification: string
  valid_until: string
}

/**
 * Certificates that expire before the given day. Only the latest renewal of each counts. The first to expire comes
 * first.
 */
export async function listEnding(db: Db<Tables>, tenant: string, before: string): Promise<Certificate[]> {
  const { rows } = await sql<Certificate>`
    select distinct on (claim.vendor_id, split_part(claim.value, ':', 1)) claim.id as claim_id, claim.vendor_id,
      split_part(claim.value, ':', 1) as certification, claim.details->>'expires_on' as valid_until
    from provenance.pinned_vendors pin
    join provenance.evidence_claims claim on claim.vendor_id = pin.vendor_id
    where pin.tenant_id = ${tenant} and claim.category = 'certification' and claim.valid_to is null
      and claim.relation = 'supports' and claim.details->>'expires_on' is not null
    order by claim.vendor_id, split_part(claim.value, ':', 1), claim.details->>'expires_on' desc`.execute(db)
  return rows
    .filter(({ valid_until }) => valid_until < before)
    .toSorted((a, b) => (a.valid_until < b.valid_until ? -1 : 1))
}

export interface Shared {
  subprocessor: string
  vendor_count: number
  vendor_slugs: string[]
}

/** Subprocessors of two or more pinned vendors, grouped by linked vendor or, without a link, by name. */
export async function listShared(db: Db<Tables>, tenant: string): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    select coalesce(linked.display_name, min(claim.value)) as subprocessor,
      count(distinct claim.vendor_id) as vendor_count, array_agg(distinct vendor.slug order by vendor.slug) as vendor_slugs
    from provenance.pinned_vendors pin
    join provenance.vendors vendor on vendor.id = pin.vendor_id
    join provenance.evidence_claims claim on claim.vendor_id = pin.vendor_id
    left join provenance.vendors linked on linked.id = claim.details->>'vendor_id'
    where pin.tenant_id = ${tenant} and claim.category = 'subprocessor' and claim.valid_to is null
      and claim.relation = 'supports'
    group by coalesce(linked.id, provenance.plain_name(claim.value)), linked.display_name
    having count(distinct claim.vendor_id) > 1
    order by vendor_count desc, subprocessor limit 50`.execute(db)
  return rows
}

export async function countAround(db: Db<Tables>, tenant: string, since: Date) {
  const { rows } = await sql<{ changes: number; requests: number }>`
    select (select count(*) from provenance.pinned_vendors pin
        join provenance.change_events event on event.vendor_id = pin.vendor_id
        where pin.tenant_id = ${tenant} and not event.hidden and event.observed_at > ${since}) as changes,
      (select count(*) from provenance.requests
        where tenant_id = ${tenant} and status in ('open', 'in_progress')) as requests`.execute(db)
  return rows[0]!
}
