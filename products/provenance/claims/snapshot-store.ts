// SQL of snapshots.
import type { Db } from '@veritrace/platform/db/db'
import { jsonRows } from '@veritrace/platform/db/json-rows'
import type { Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Tx = Db<Tables>
export type KnownSnapshot = Pick<
  Selectable<Tables['provenance.snapshots']>,
  'id' | 'source_id' | 'text_sha256' | 'text_chars' | 'extractor_version' | 'claims_sha256' | 'held_back' | 'warnings'
>

/** Claims are compared across the pages of a vendor, so its pages must be recorded one after another. */
export const lockVendor = (tx: Tx, id: string) =>
  tx.selectFrom('provenance.vendors').select('id').where('id', '=', id).forUpdate().execute()

const ACCEPTED_SNAPSHOTS = 5

/** For each source the latest accepted snapshots and the latest held-back one, newest first. */
export async function listKnown(tx: Tx, sourceIds: readonly string[]): Promise<KnownSnapshot[]> {
  const { rows } = await sql<KnownSnapshot>`
    select known.id, known.source_id, known.text_sha256, known.text_chars, known.extractor_version,
      known.claims_sha256, known.held_back, known.warnings
    from unnest(${[...sourceIds]}::text[]) as source(id), lateral (
      (select id, source_id, text_sha256, text_chars, extractor_version, claims_sha256, held_back, warnings, seen_at
        from provenance.snapshots where source_id = source.id and held_back = ''
     order by seen_at desc, id desc limit ${ACCEPTED_SNAPSHOTS})
      union all
      (select id, source_id, text_sha256, text_chars, extractor_version, claims_sha256, held_back, warnings, seen_at
        from provenance.snapshots where source_id = source.id and held_back <> '' and extract_status <> 'failed'
        order by seen_at desc, id desc limit 1)) as known
    order by known.seen_at desc, known.id desc`.execute(tx)
  return rows
}

export type NewSnapshot = Required<Selectable<Tables['provenance.snapshots']>>

export async function insertSnapshots(tx: Tx, rows: readonly NewSnapshot[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into provenance.snapshots (id, vendor_id, source_id, url, http_status, content_type, sha256, text_sha256,
      bytes, text_chars, headers, noarchive, rendered, extractor_version, extract_status, extract_error, held_back,
      claims_sha256, warnings, fetched_at, seen_at)
    select id, vendor_id, source_id, url, http_status, content_type, sha256, text_sha256, bytes, text_chars, headers,
      noarchive, rendered, extractor_version, extract_status, extract_error, held_back, claims_sha256, warnings,
      fetched_at, seen_at
    from json_to_recordset(${jsonRows(rows)}::json) as snapshot(id text, vendor_id text, source_id text, url text,
      http_status integer, content_type text, sha256 text, text_sha256 text, bytes bigint, text_chars integer,
      headers jsonb, noarchive boolean, rendered text, extractor_version text, extract_status text, extract_error text,
      held_back text, claims_sha256 text, warnings text[], fetched_at timestamptz, seen_at timestamptz)`.execute(tx)
}

/** Stores a document that could not be read, or updates the row if the same one was seen before. */
export async function saveUnread(tx: Tx, row: NewSnapshot): Promise<void> {
  const { extractor_version, extract_error, seen_at } = row
  const seen = await tx
    .updateTable('provenance.snapshots')
    .set({ extractor_version, extract_error, seen_at })
    .where('source_id', '=', row.source_id)
    .where('sha256', '=', row.sha256)
    .where('extract_status', '=', 'failed')
    .returning('id')
    .execute()
  if (seen.length === 0) await insertSnapshots(tx, [row])
}

export const updateSnapshot = (tx: Tx, id: string, columns: Updateable<Tables['provenance.snapshots']>) =>
  tx.updateTable('provenance.snapshots').set(columns).where('id', '=', id).execute()

export const touchSnapshots = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .updateTable('provenance.snapshots')
    .set({ seen_at: now })
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

/** Snapshots that another extractor version has read, oldest first. */
export const listOutdated = (db: Tx, version: string, after: string, count: number) =>
  db
    .selectFrom('provenance.snapshots')
    .select('id')
    .where('id', '>', after)
    // Two index ranges. "is distinct from" would read all rows.
    .where(
      sql<boolean>`(extractor_version < ${version} or extractor_version > ${version} or extractor_version is null)`,
    )
    .orderBy('id')
    .limit(count)
    .execute()

/** The snapshot with everything that the extractor needs. */
export const findForReading = (db: Tx, id: string) =>
  db
    .selectFrom('provenance.snapshots as snapshot')
    .innerJoin('provenance.sources as source', 'source.id', 'snapshot.source_id')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'snapshot.vendor_id')
    .select([
      'snapshot.id',
      'snapshot.source_id',
      'snapshot.vendor_id',
      'snapshot.url',
      'snapshot.content_type',
      'snapshot.sha256',
      'snapshot.claims_sha256',
      'snapshot.extractor_version',
      'snapshot.warnings',
      'snapshot.rendered',
      'source.kind',
      'source.url as source_url',
      'vendor.slug',
      'vendor.display_name',
      'vendor.primary_domain',
      'vendor.aliases',
    ])
    .where('snapshot.id', '=', id)
    .executeTakeFirst()
