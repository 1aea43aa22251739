// Loads the data that statements are built from.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const findVendor = (db: Db<Tables>, id: string) =>
  db
    .selectFrom('provenance.vendors')
    .select(['id', 'display_name', 'primary_domain', 'aliases'])
    .where('id', '=', id)
    .executeTakeFirst()

export const listCurrentClaims = (db: Db<Tables>, vendorId: string) =>
  db
    .selectFrom('provenance.evidence_claims')
    .select(['id', 'source_id', 'category', 'predicate', 'value', 'state', 'relation', 'confidence', 'details'])
    .where('vendor_id', '=', vendorId)
    .where('valid_to', 'is', null)
    .orderBy('id')
    .execute()

export const listClaims = (db: Db<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('provenance.evidence_claims')
    .select(['id', 'claim_key', 'snapshot_id', 'category', 'predicate', 'value', 'state', 'relation', 'claim_text'])
    .select(['snippet', 'snippet_start', 'snippet_end', 'confidence', 'rule_id', 'rule_version', 'details'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

/** Snapshots with their source. */
export const listSnapshots = (db: Db<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('provenance.snapshots as snapshot')
    .innerJoin('provenance.sources as source', 'source.id', 'snapshot.source_id')
    .select(['snapshot.id', 'snapshot.sha256', 'snapshot.fetched_at'])
    .select(['source.id as source_id', 'source.kind', 'source.url'])
    .where('snapshot.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('snapshot.id')
    .execute()
