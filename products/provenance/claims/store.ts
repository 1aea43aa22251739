// The stored claims. A page may have thousands, so each step is one statement for all of them.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { ClaimRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'
import type { Draft, SaidElsewhere, ToldRemoval } from './tables.ts'

type Tx = Db<Tables>

const CLAIM = [
  'id',
  'vendor_id',
  'source_id',
  'snapshot_id',
  'claim_key',
  'category',
  'predicate',
  'value',
  'state',
  'relation',
  'claim_text',
  'snippet',
  'snippet_start',
  'snippet_end',
  'prefix',
  'suffix',
  'confidence',
  'factors',
  'details',
  'rule_id',
  'rule_version',
  'valid_from',
  'valid_to',
  'last_seen_at',
  'recorded_at',
] as const

export const listCurrentClaims = (tx: Tx, sourceIds: readonly string[]): Promise<ClaimRow[]> =>
  tx
    .selectFrom('provenance.evidence_claims')
    .select(CLAIM)
    .where('source_id', '=', sql<string>`any(${[...sourceIds]}::text[])`)
    .where('valid_to', 'is', null)
    .orderBy('id')
    .execute()

/** What the vendor's other pages say now. */
export const listElsewhere = (tx: Tx, vendorId: string, except: readonly string[]): Promise<SaidElsewhere[]> =>
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

export type NewClaim = Draft & { id: string }

/** From one parameter, so that thousands of rows do not need tens of thousands of them. */
export async function insertClaims(
  tx: Tx,
  rows: readonly NewClaim[],
  at: { vendorId: string; sourceId: string; snapshotId: string; now: Date },
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into provenance.evidence_claims (id, vendor_id, source_id, snapshot_id, claim_key, category, predicate, value,
      state, relation, claim_text, snippet, snippet_start, snippet_end, prefix, suffix, confidence, factors, details,
      rule_id, rule_version, valid_from, last_seen_at, recorded_at)
    select id, ${at.vendorId}, ${at.sourceId}, ${at.snapshotId}, claim_key, category, predicate, value, state, relation,
      claim_text, snippet, snippet_start, snippet_end, prefix, suffix, confidence, factors, details, rule_id,
      rule_version, ${at.now}::timestamptz, ${at.now}::timestamptz, ${at.now}::timestamptz
    from jsonb_to_recordset(${json(rows)}::jsonb) as claim(id text, claim_key text, category text, predicate text,
      value text, state text, relation text, claim_text text, snippet text, snippet_start integer, snippet_end integer,
      prefix text, suffix text, confidence real, factors jsonb, details jsonb, rule_id text, rule_version text)`.execute(
    tx,
  )
}

/** Quote, offsets and snapshot change hands together. */
export async function moveClaims(
  tx: Tx,
  kept: readonly { before: ClaimRow; after: Draft }[],
  snapshotId: string,
  /** The fetch that has found them again; null where only the extractor looked again. */
  seenAt: Date | null,
): Promise<void> {
  if (kept.length === 0) return
  const rows = kept.map(({ before, after }) => ({ ...after, id: before.id }))
  await sql`
    update provenance.evidence_claims claim
    set snapshot_id = ${snapshotId}, snippet = moved.snippet, snippet_start = moved.snippet_start,
      snippet_end = moved.snippet_end, prefix = moved.prefix, suffix = moved.suffix, confidence = moved.confidence,
      factors = moved.factors, details = moved.details, rule_id = moved.rule_id, rule_version = moved.rule_version,
      last_seen_at = coalesce(${seenAt}::timestamptz, last_seen_at)
    from jsonb_to_recordset(${json(rows)}::jsonb) as moved(id text, snippet text, snippet_start integer,
      snippet_end integer, prefix text, suffix text, confidence real, factors jsonb, details jsonb, rule_id text,
      rule_version text)
    where claim.id = moved.id`.execute(tx)
}

export const endClaims = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .updateTable('provenance.evidence_claims')
    .set({ valid_to: now })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

export const touchClaims = (tx: Tx, sourceId: string, now: Date) =>
  tx
    .updateTable('provenance.evidence_claims')
    .set({ last_seen_at: now })
    .where('source_id', '=', sourceId)
    .where('valid_to', 'is', null)
    .execute()

/** What was told to be gone from other pages of the vendor since then. */
export const listToldRemovals = (tx: Tx, vendorId: string, sourceId: string, since: Date): Promise<ToldRemoval[]> =>
  tx
    .selectFrom('provenance.change_events')
    .select(['id', 'payload'])
    .where('vendor_id', '=', vendorId)
    .where(sql<boolean>`not hidden`)
    .where('observed_at', '>=', since)
    .where('event_type', 'in', ['claim.removed', 'certification.removed', 'subprocessor.removed'])
    .where('source_id', 'is distinct from', sourceId)
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
  /** 0 for the very host, 1 for its domain, 2 for the name, 3 for another name. */
  by: number
  id: string
  slug: string
}

/** Vendors of the directory that may be meant: each way is an index of its own. */
export async function findLinks(tx: Tx, wanted: readonly Wanted[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    with wanted as (
      select place, hosts, domains, array[provenance.plain_name(name)] as names,
        array(select provenance.plain_name(one) from unnest(other_names) as one) as other_names
      from jsonb_to_recordset(${json(wanted)}::jsonb)
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

/** Half characters, which a cut may leave, are not JSON for the database. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'string' ? one.toWellFormed() : one))
