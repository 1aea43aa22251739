// SQL of crawls: vendors and sources to read, and their updates.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { SourceRow } from '../directory-tables.ts'
import { SOURCE } from '../sources/source-rows-store.ts'
import type { Tables } from '../tables.ts'

export { isDatabaseDown } from '@veritrace/platform/db/failures'

export type CrawledVendor = NonNullable<Awaited<ReturnType<typeof findVendor>>>
export const findVendor = (db: Db<Tables>, id: string) =>
  db
    .selectFrom('provenance.vendors')
    .select([
      'id',
      'slug',
      'display_name',
      'primary_domain',
      'website_url',
      'aliases',
      'hosts',
      'opted_out',
      'next_discovery_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export const findVendorByName = (db: Db<Tables>, name: string) =>
  db
    .selectFrom('provenance.vendors')
    .select(['id', 'slug', 'display_name', 'primary_domain', 'opted_out'])
    .where((row) => row.or([row('slug', '=', name), row('primary_domain', '=', name)]))
    .orderBy('slug')
    .executeTakeFirst()

export const insertVendor = (tx: Db<Tables>, vendor: Insertable<Tables['provenance.vendors']>) =>
  tx
    .insertInto('provenance.vendors')
    .values(vendor)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'slug'])
    .executeTakeFirst()

export const updateVendor = (tx: Db<Tables>, id: string, columns: Updateable<Tables['provenance.vendors']>) =>
  tx.updateTable('provenance.vendors').set(columns).where('id', '=', id).execute()

export const findSource = (db: Db<Tables>, id: string): Promise<SourceRow | undefined> =>
  db.selectFrom('provenance.sources').select(SOURCE).where('id', '=', id).executeTakeFirst()

/** Locks in order of id, so that concurrent crawls cannot deadlock. */
export const lockSources = (tx: Db<Tables>, ids: readonly string[]): Promise<SourceRow[]> =>
  tx
    .selectFrom('provenance.sources')
    .select(SOURCE)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const findSourceByUrl = (db: Db<Tables>, vendorId: string, url: string): Promise<SourceRow | undefined> =>
  db
    .selectFrom('provenance.sources')
    .select(SOURCE)
    .where('vendor_id', '=', vendorId)
    .where('url', '=', url)
    .executeTakeFirst()

export const listReadSources = (db: Db<Tables>, vendorId: string): Promise<SourceRow[]> =>
  readSources(db, vendorId).select(SOURCE).orderBy('created_at').orderBy('id').execute()

/** Kinds of sources whose last crawl succeeded. */
export async function listGoodKinds(db: Db<Tables>, vendorId: string): Promise<Set<string>> {
  const rows = await readSources(db, vendorId).select('kind').distinct().where('failures', '=', 0).execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** Active sources, and sources that robots.txt closed at the last crawl. */
const readSources = (db: Db<Tables>, vendorId: string) =>
  db
    .selectFrom('provenance.sources')
    .where('vendor_id', '=', vendorId)
    .where((row) => row.or([row('status', '<>', 'inactive'), row('inactive_reason', '=', 'robots')]))

export const updateSource = (tx: Db<Tables>, id: string, columns: Updateable<Tables['provenance.sources']>) =>
  tx.updateTable('provenance.sources').set(columns).where('id', '=', id).execute()

export const updateSources = (
  tx: Db<Tables>,
  ids: readonly string[],
  columns: Updateable<Tables['provenance.sources']>,
) =>
  tx
    .updateTable('provenance.sources')
    .set(columns)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

export type Copy = Awaited<ReturnType<typeof listSnapshots>>[number]

export const listSnapshots = (db: Db<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('provenance.snapshots')
    .select(['id', 'url', 'sha256', 'content_type', 'bytes', 'extractor_version', 'extract_status'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

export const findSnapshot = async (db: Db<Tables>, id: string): Promise<Copy | undefined> =>
  (await listSnapshots(db, [id]))[0]

/** Due sources, locked so that two schedulers do not take the same ones. */
export const lockDueSources = (tx: Db<Tables>, now: Date, count: number) =>
  tx
    .selectFrom('provenance.sources as source')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'source.vendor_id')
    .select(['source.id', 'source.vendor_id', 'source.url', 'source.kind'])
    .where(sql<boolean>`(source.status <> 'inactive' or source.inactive_reason = 'robots')`)
    .where('source.next_crawl_at', '<=', now)
    .where(sql<boolean>`not vendor.opted_out`)
    .orderBy('source.next_crawl_at')
    .limit(count)
    .forUpdate('source')
    .skipLocked()
    .execute()

export const lockVendorsToDiscover = (tx: Db<Tables>, now: Date, count: number) =>
  tx
    .selectFrom('provenance.vendors')
    .select(['id', 'website_url', 'primary_domain'])
    .where(sql<boolean>`not opted_out`)
    .where((row) => row.or([row('next_discovery_at', 'is', null), row('next_discovery_at', '<=', now)]))
    .orderBy(sql`next_discovery_at nulls first`)
    .orderBy('id')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute()
