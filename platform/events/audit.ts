// Reads the audit log, newest first.
import type { Db } from '../db/db.ts'
import { decodeCursor, encodeCursor, type Page, type PageQuery, pageBy } from '../db/keyset.ts'
import { fail } from '../errors.ts'
import type { AuditEntry } from './event.ts'
import { type AuditFilter, findSequenceAt, listEntries } from './store.ts'

export type { AuditFilter } from './store.ts'
export { findEntry } from './store.ts'

export const listAudit = (db: Db, tenant: string, query: PageQuery & AuditFilter): Promise<Page<AuditEntry>> =>
  pageBy(
    listOf(tenant),
    query,
    (entry) => [entry.sequence],
    (after, count) => listEntries(db, tenant, query, sequenceAt(after), count),
  )

const listOf = (tenant: string): string => `audit ${tenant}`

/** The checksum of a cursor does not protect it, so its content may be anything. */
function sequenceAt([sequence]: readonly unknown[]): number | undefined {
  if (sequence === undefined) return undefined
  return typeof sequence === 'number' && Number.isSafeInteger(sequence) ? sequence : fail('invalid_cursor')
}

/** Up to `most` entries, newest first, and the cursor of the rest. New entries do not shift it. */
export async function exportAudit(
  db: Db,
  tenant: string,
  query: AuditFilter & { cursor?: string },
  most: number,
): Promise<{ batches: AsyncIterable<AuditEntry[]>; next: string }> {
  const before = sequenceAt(query.cursor ? decodeCursor(listOf(tenant), query.cursor) : [])
  const cut = await findSequenceAt(db, tenant, query, before, most)
  // `cut` is the first omitted entry; the next file starts with it.
  const next = cut === undefined ? '' : encodeCursor(listOf(tenant), [cut + 1])
  return { batches: readBatches(db, tenant, query, before, cut), next }
}

const BATCH = 1_000

async function* readBatches(
  db: Db,
  tenant: string,
  filter: AuditFilter,
  before: number | undefined,
  cut: number | undefined,
): AsyncGenerator<AuditEntry[]> {
  for (let at = before; ; ) {
    const entries = await listEntries(db, tenant, filter, at, BATCH)
    const wanted = cut === undefined ? entries : entries.filter(({ sequence }) => sequence > cut)
    if (wanted.length > 0) yield wanted
    if (wanted.length < BATCH) return
    at = wanted.at(-1)!.sequence
  }
}
