// Rows of sources and what goes with them into the database.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
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

/** Hosts off the vendor's domain that are the vendor's alone, since its own domain has led there. */
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

export const tell = async (
  tx: Tx,
  events: readonly Omit<Parameters<typeof insertEvents>[1][number], 'id'>[],
): Promise<void> => {
  if (events.length > 0)
    await insertEvents(
      tx,
      events.map((event) => ({ id: newId('evt'), ...event })),
    )
}
