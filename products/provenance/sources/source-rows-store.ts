// Rows of sources and their events.
import type { Db } from '@veritrace/platform/db/db'
import { jsonRows } from '@veritrace/platform/db/json-rows'
import { newId } from '@veritrace/platform/ids'
import { sql } from 'kysely'
import type { SourceRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'
import { insertEvents } from '../vendors/derived-store.ts'
import { boundHosts, type NewSource } from './new-sources-rules.ts'

type Tx = Db<Tables>

export const SOURCE = [
  'id',
  'vendor_id',
  'kind',
  'url',
  'canonical_url',
  'title',
  'status',
  'status_reason',
  'http_status',
  'last_success_at',
  'last_crawl_at',
  'next_crawl_at',
  'content_bytes',
  'discovery_method',
  'discovered_from_url',
  'replacement_for_source_id',
  'repair_method',
  'repair_reason',
  'soft_404',
  'inactive_reason',
  'failures',
  'moved_to',
  'etag',
  'last_modified',
  'last_snapshot_id',
  'created_at',
] as const

export const listAddresses = (tx: Tx, vendorId: string) =>
  tx
    .selectFrom('provenance.sources')
    .select(['kind', 'url', 'canonical_url', 'status'])
    .where('vendor_id', '=', vendorId)
    .execute()

export const rowOf = (vendor_id: string, { url, kind, title, method, from }: NewSource, now: Date) => ({
  id: newId('src'),
  vendor_id,
  kind,
  url,
  title,
  discovery_method: method,
  discovered_from_url: from,
  next_crawl_at: now,
  created_at: now,
})

/** Updates the sources of fetches in one statement. The rows must be locked already. */
export async function updateFetched(tx: Tx, rows: readonly SourceRow[]): Promise<void> {
  if (rows.length === 0) return
  const fetched = rows.map(({ kind, url, created_at, discovery_method, discovered_from_url, ...row }) => row)
  await sql`
    update provenance.sources source
    set canonical_url = row.canonical_url, title = row.title, status = row.status, status_reason = row.status_reason,
      http_status = row.http_status, last_success_at = row.last_success_at, last_crawl_at = row.last_crawl_at,
      next_crawl_at = row.next_crawl_at, content_bytes = row.content_bytes, soft_404 = row.soft_404,
      inactive_reason = row.inactive_reason, failures = row.failures, moved_to = row.moved_to, etag = row.etag,
      last_modified = row.last_modified, last_snapshot_id = row.last_snapshot_id
    from json_to_recordset(${jsonRows(fetched)}::json) as row(id text, canonical_url text, title text, status text,
      status_reason text, http_status integer, last_success_at timestamptz, last_crawl_at timestamptz,
      next_crawl_at timestamptz, content_bytes bigint, soft_404 boolean, inactive_reason text, failures integer,
      moved_to text, etag text, last_modified text, last_snapshot_id text)
    where source.id = row.id`.execute(tx)
}

/** Binds other hosts that belong to this vendor alone, because its own domain links to them. */
export async function bindHosts(tx: Tx, vendorId: string, sources: readonly SourceRow[]): Promise<void> {
  const { primary_domain, hosts } = await tx
    .selectFrom('provenance.vendors')
    .select(['primary_domain', 'hosts'])
    .where('id', '=', vendorId)
    .executeTakeFirstOrThrow()
  const bound = [...new Set([...hosts, ...boundHosts(sources, primary_domain)])]
  if (bound.length > hosts.length)
    await tx.updateTable('provenance.vendors').set({ hosts: bound }).where('id', '=', vendorId).execute()
}

export const insertSourceEvents = async (
  tx: Tx,
  events: readonly Omit<Parameters<typeof insertEvents>[1][number], 'id'>[],
): Promise<void> => {
  if (events.length > 0)
    await insertEvents(
      tx,
      events.map((event) => ({ id: newId('evt'), ...event })),
    )
}
