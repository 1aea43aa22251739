// Adds, retires and replaces sources. Each change writes its event in the caller's transaction and is idempotent.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql } from 'kysely'
import type { SourceRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'
import { lockVendors } from '../vendors/derived-store.ts'
import { discovered, type RetireReason, repaired, retired } from './event-rules.ts'
import { chooseNew, type NewSource } from './new-sources-rules.ts'
import { bindHosts, insertSourceEvents, listAddresses, rowOf, SOURCE } from './source-rows-store.ts'

type Tx = Db<Tables>

/** Adds only new pages, up to the limits of a vendor. Unverified guesses are skipped. */
export async function addSources(
  tx: Tx,
  vendorId: string,
  candidates: readonly NewSource[],
  now: Date,
): Promise<SourceRow[]> {
  // Lock the vendor, so that concurrent discoveries do not exceed the limits.
  const [vendor] = await lockVendors(tx, [vendorId])
  if (!vendor) return []
  const chosen = chooseNew(await listAddresses(tx, vendorId), candidates)
  if (chosen.length === 0) return []
  const rows = await tx
    .insertInto('provenance.sources')
    .values(chosen.map((candidate) => rowOf(vendorId, candidate, now)))
    .onConflict((conflict) => conflict.constraint('sources_unique').doNothing())
    .returning(SOURCE)
    .execute()
  await bindHosts(tx, vendorId, rows)
  await insertSourceEvents(
    tx,
    rows.map((row) => discovered(row, now)),
  )
  return rows
}

/** The source is no longer read. Its last content stays, with its age. */
export async function retireSource(
  tx: Tx,
  source: Pick<SourceRow, 'id' | 'vendor_id'>,
  reason: RetireReason,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('provenance.sources')
    .set({ status: 'inactive', inactive_reason: reason, status_reason: reason, next_crawl_at: null })
    .where('id', '=', source.id)
    .where('vendor_id', '=', source.vendor_id)
    // robots.txt may allow the page again later, so the source can still be retired for another reason.
    .where((row) =>
      row.or([
        row('status', '<>', 'inactive'),
        ...(reason === 'robots' ? [] : [row('inactive_reason', '=', 'robots')]),
      ]),
    )
    .returning(['id', 'vendor_id', 'kind', 'url'])
    .executeTakeFirst()
  if (row) await insertSourceEvents(tx, [retired(row, reason, now)])
  return row !== undefined
}

export interface Replacement {
  url: string
  title?: string
  /** How it was found, and why it was accepted. */
  method: string
  reason: string
  from?: string
}

/** Undefined if the old source cannot be replaced, or if the new one was retired for another reason. */
export async function replaceSource(
  tx: Tx,
  old: Pick<SourceRow, 'id' | 'vendor_id' | 'kind' | 'url'>,
  replacement: Replacement,
  now: Date,
): Promise<SourceRow | undefined> {
  if (replacement.url === old.url) return undefined
  // Lock sources before their vendor, as every crawl does. Another order could deadlock.
  const pair = await lockPair(tx, old, replacement.url)
  const [vendor] = await lockVendors(tx, [old.vendor_id])
  const known = await findReplacement(tx, old)
  if (known) return known
  if (!vendor || !pair.some(({ id, status }) => id === old.id && status !== 'inactive')) return undefined
  const source = await takePlace(tx, old, replacement, now)
  if (!source) return undefined
  await retireSource(tx, old, 'replaced', now)
  await bindHosts(tx, old.vendor_id, [source])
  await insertSourceEvents(tx, [repaired(old, source, now)])
  return source
}

const lockPair = (tx: Tx, old: Pick<SourceRow, 'id' | 'vendor_id'>, url: string) =>
  tx
    .selectFrom('provenance.sources')
    .select(['id', 'status'])
    .where('vendor_id', '=', old.vendor_id)
    .where((row) => row.or([row('id', '=', old.id), row('url', '=', url)]))
    .orderBy('id')
    .forUpdate()
    .execute()

const findReplacement = (tx: Tx, old: Pick<SourceRow, 'id' | 'vendor_id'>): Promise<SourceRow | undefined> =>
  tx
    .selectFrom('provenance.sources')
    .select(SOURCE)
    .where('vendor_id', '=', old.vendor_id)
    .where('replacement_for_source_id', '=', old.id)
    .where('status', '<>', 'inactive')
    .executeTakeFirst()

/** A page that was replaced before may come back. One that was retired for another reason may not. */
const takePlace = (
  tx: Tx,
  old: Pick<SourceRow, 'id' | 'vendor_id' | 'kind'>,
  { url, title = '', method, reason, from = '' }: Replacement,
  now: Date,
): Promise<SourceRow | undefined> => {
  const origin = { replacement_for_source_id: old.id, repair_method: method, repair_reason: reason }
  const row: Insertable<Tables['provenance.sources']> = {
    ...rowOf(old.vendor_id, { url, kind: old.kind, title, method: 'repair', from, probe: false }, now),
    ...origin,
  }
  return tx
    .insertInto('provenance.sources')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .constraint('sources_unique')
        .doUpdateSet({
          ...origin,
          status: sql`case when sources.status = 'inactive' then 'pending' else sources.status end`,
          inactive_reason: '',
          failures: 0,
          next_crawl_at: now,
        })
        .where(sql<boolean>`sources.status <> 'inactive' or sources.inactive_reason = 'replaced'`),
    )
    .returning(SOURCE)
    .executeTakeFirst()
}
