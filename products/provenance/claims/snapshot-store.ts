// What was read of a source before, and what is read now.
import type { Db } from '@veritrace/platform/db/db'
import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Tx = Db<Tables>
export type KnownSnapshot = Awaited<ReturnType<typeof listBelieved>>[number]

/** Claims of one vendor are compared across its pages, so its pages are recorded one after the other. */
export const lockVendor = (tx: Tx, id: string) =>
  tx.selectFrom('provenance.vendors').select('id').where('id', '=', id).forUpdate().execute()

const GOOD_ONES = 5

/** The last good ones; the first is what is public of the source. */
export const listBelieved = (tx: Tx, sourceId: string) =>
  selectLast(tx, sourceId).where('held_back', '=', '').limit(GOOD_ONES).execute()

/** The last of all, believed or not. */
export const findLast = (tx: Tx, sourceId: string) => selectLast(tx, sourceId).limit(1).executeTakeFirst()

const selectLast = (tx: Tx, sourceId: string) =>
  tx
    .selectFrom('provenance.snapshots')
    .select(['id', 'text_sha256', 'text_chars', 'extractor_version', 'claims_sha256', 'held_back'])
    .where('source_id', '=', sourceId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')

export const insertSnapshot = (tx: Tx, row: Insertable<Tables['provenance.snapshots']>) =>
  tx.insertInto('provenance.snapshots').values(row).execute()

export const updateSnapshot = (tx: Tx, id: string, columns: Updateable<Tables['provenance.snapshots']>) =>
  tx.updateTable('provenance.snapshots').set(columns).where('id', '=', id).execute()

export const updateSource = (tx: Tx, id: string, columns: Updateable<Tables['provenance.sources']>) =>
  tx.updateTable('provenance.sources').set(columns).where('id', '=', id).execute()

/** Snapshots that another extractor has read, oldest first. */
export const listOutdated = (db: Tx, version: string, after: string, count: number) =>
  db
    .selectFrom('provenance.snapshots')
    .select('id')
    .where('id', '>', after)
    // Two ranges of an index; "is distinct from" would read them all.
    .where(
      sql<boolean>`(extractor_version < ${version} or extractor_version > ${version} or extractor_version is null)`,
    )
    .orderBy('id')
    .limit(count)
    .execute()

/** With what the extractor must know to read it. */
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
      'source.kind',
      'source.url as source_url',
      'vendor.slug',
      'vendor.display_name',
      'vendor.primary_domain',
      'vendor.aliases',
    ])
    .where('snapshot.id', '=', id)
    .executeTakeFirst()
