// SQL of claims. A page may have thousands, so each step is one statement for all of them. Rows are passed as json, not
// jsonb: parsing into jsonb costs time and is not needed for a single read.
import type { Db } from '@veritrace/platform/db/db'
import { jsonRows } from '@veritrace/platform/db/json-rows'
import { sql } from 'kysely'
import type { ClaimRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'
import { copyClaims, takesCopy } from './copy-store.ts'
import type { CurrentClaim, ReportedRemoval, StatementElsewhere } from './tables.ts'

type Tx = Db<Tables>

const CLAIM = [
  'claim.id',
  'claim.vendor_id',
  'claim.source_id',
  'claim.snapshot_id',
  'claim.claim_key',
  'claim.category',
  'claim.predicate',
  'claim.value',
  'claim.state',
  'claim.relation',
  'claim.claim_text',
  'claim.snippet',
  'claim.snippet_start',
  'claim.snippet_end',
  'claim.prefix',
  'claim.suffix',
  'claim.confidence',
  'claim.factors',
  'claim.details',
  'claim.rule_id',
  'claim.rule_version',
  'claim.valid_from',
  'claim.valid_to',
  'claim.last_seen_at',
  'claim.recorded_at',
  'source.url',
] as const

export const listCurrentClaims = (tx: Tx, sourceIds: readonly string[]): Promise<CurrentClaim[]> =>
  tx
    .selectFrom('provenance.evidence_claims as claim')
    .innerJoin('provenance.sources as source', 'source.id', 'claim.source_id')
    .select(CLAIM)
    .where('claim.source_id', '=', sql<string>`any(${[...sourceIds]}::text[])`)
    .where('claim.valid_to', 'is', null)
    .orderBy('claim.id')
    .execute()

/** Current claims of the vendor's other pages. */
export const listElsewhere = (tx: Tx, vendorId: string, except: readonly string[]): Promise<StatementElsewhere[]> =>
  tx
    .selectFrom('provenance.evidence_claims as claim')
    .innerJoin('provenance.sources as source', 'source.id', 'claim.source_id')
    .select([
      'claim.source_id',
      'claim.snapshot_id',
      'claim.category',
      'claim.predicate',
      'claim.value',
      'claim.state',
      'claim.relation',
      'claim.snippet',
      'claim.details',
      'claim.confidence',
      'source.url',
    ])
    .where('claim.vendor_id', '=', vendorId)
    .where('claim.valid_to', 'is', null)
    .where(sql<boolean>`claim.source_id <> all(${[...except]}::text[])`)
    .orderBy('claim.id')
    .execute()

export async function insertClaims(tx: Tx, rows: readonly ClaimRow[]): Promise<void> {
  if (rows.length === 0) return
  if (takesCopy(tx, rows)) return copyClaims(tx, rows)
  await sql`
    insert into provenance.evidence_claims (id, vendor_id, source_id, snapshot_id, claim_key, category, predicate, value,
      state, relation, claim_text, snippet, snippet_start, snippet_end, prefix, suffix, confidence, factors, details,
      rule_id, rule_version, valid_from, last_seen_at, recorded_at)
    select id, vendor_id, source_id, snapshot_id, claim_key, category, predicate, value, state, relation,
      claim_text, snippet, snippet_start, snippet_end, prefix, suffix, confidence, factors, details, rule_id,
      rule_version, valid_from, last_seen_at, recorded_at
    from json_to_recordset(${jsonRows(rows)}::json) as claim(id text, vendor_id text, source_id text, snapshot_id text,
      claim_key text, category text, predicate text, value text, state text, relation text, claim_text text, snippet text,
      snippet_start integer, snippet_end integer, prefix text, suffix text, confidence real, factors jsonb, details jsonb,
      rule_id text, rule_version text, valid_from timestamptz, last_seen_at timestamptz, recorded_at timestamptz)`.execute(
    tx,
  )
}

/** Moves claims to another snapshot: snapshot, quote and offsets are written together. */
export async function moveClaims(tx: Tx, rows: readonly ClaimRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update provenance.evidence_claims claim
    set snapshot_id = moved.snapshot_id, snippet = moved.snippet, snippet_start = moved.snippet_start,
      snippet_end = moved.snippet_end, prefix = moved.prefix, suffix = moved.suffix, confidence = moved.confidence,
      factors = moved.factors, details = moved.details, rule_id = moved.rule_id, rule_version = moved.rule_version,
      last_seen_at = moved.last_seen_at
    from json_to_recordset(${jsonRows(rows)}::json) as moved(id text, snapshot_id text, snippet text,
      snippet_start integer, snippet_end integer, prefix text, suffix text, confidence real, factors jsonb,
      details jsonb, rule_id text, rule_version text, last_seen_at timestamptz)
    where claim.id = moved.id`.execute(tx)
}

export const endClaims = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .updateTable('provenance.evidence_claims')
    .set({ valid_to: now })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

export const touchClaims = (tx: Tx, sourceIds: readonly string[], now: Date) =>
  tx
    .updateTable('provenance.evidence_claims')
    .set({ last_seen_at: now })
    .where('source_id', '=', sql<string>`any(${[...sourceIds]}::text[])`)
    .where('valid_to', 'is', null)
    .execute()

/** Reported removals from pages of the vendor since then. */
export const listReportedRemovals = (tx: Tx, vendorId: string, since: Date): Promise<ReportedRemoval[]> =>
  tx
    .selectFrom('provenance.change_events')
    .select(['id', 'source_id', 'payload'])
    .where('vendor_id', '=', vendorId)
    .where(sql<boolean>`not hidden`)
    .where('observed_at', '>=', since)
    .where('event_type', 'in', ['claim.removed', 'certification.removed', 'subprocessor.removed'])
    .execute()

export const hideEvents = (tx: Tx, ids: readonly string[]) =>
  tx
    .updateTable('provenance.change_events')
    .set({ hidden: true })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

export interface Wanted {
  place: number
  hosts: string[]
  domains: string[]
  name: string
  other_names: string[]
}
export interface Link {
  place: number
  /** 0 by host, 1 by domain, 2 by name, 3 by another name. */
  by: number
  id: string
  slug: string
}

/** Candidate vendors of the directory. Each condition uses its own index. */
export async function findLinks(tx: Tx, wanted: readonly Wanted[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    with wanted as (
      select place, hosts, domains, array[provenance.plain_name(name)] as names,
        array(select provenance.plain_name(one) from unnest(other_names) as one) as other_names
      from jsonb_to_recordset(${jsonRows(wanted)}::jsonb)
        as wanted(place integer, hosts text[], domains text[], name text, other_names text[])
    )
    select place, 0 as by, vendor.id, vendor.slug from wanted join provenance.vendors vendor
      on vendor.primary_domain = any(wanted.hosts)
    union all select place, 1, vendor.id, vendor.slug from wanted join provenance.vendors vendor
      on vendor.primary_domain = any(wanted.domains)
    union all select place, 2, vendor.id, vendor.slug from wanted join provenance.vendors vendor
      on vendor.names && wanted.names
    union all select place, 3, vendor.id, vendor.slug from wanted join provenance.vendors vendor
      on vendor.names && wanted.other_names
    order by 1, 2, 3`.execute(tx)
  return rows
}
