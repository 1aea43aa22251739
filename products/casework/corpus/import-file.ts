// Imports one version of a file: stores it by its hash, reads it, compares it with the previous version and makes it
// current. Until the last step everyone sees the previous version, and a file that cannot be read replaces nothing.
import { createHash } from 'node:crypto'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import type { EntryRow } from '../model/tables.ts'
import type { SourceSpec } from '../packs/pack.ts'
import { forgetLists } from '../rating/lists.ts'
import { readAll } from './bytes.ts'
import { deleteEarlierFailures, deleteEntry, findCurrent, insertEntry, updateEntry } from './entry-store.ts'
import { analyzeFacts, deleteFacts, insertFacts } from './fact-store.ts'
import type { Tally } from './importers/batches.ts'
import { Unreadable } from './importers/record.ts'
import { readDocuments, tallyOf } from './read-documents.ts'
import { mediaTypeOf } from './rules.ts'
import { swapEntry } from './swap-entry.ts'
import { readList } from './threads/read-list.ts'

const MANY_FACTS = 5000

export type Importing = Pick<Casework, 'db' | 'blobs' | 'clock' | 'log' | 'documentReaders' | 'packs'>

export interface ImportOrder {
  /** `deps.corpusSpace`, or `spaceOf(scope)` for an upload to a workspace. */
  space: string
  /** The pack's ID. */
  pack: string
  source: Pick<
    SourceSpec,
    'id' | 'kind' | 'title' | 'importer' | 'version_label' | 'license' | 'list_id' | 'role' | 'complete'
  >
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  uri: string
  /** Origin of the bytes, if it is not `uri`. */
  from?: string
  mediaType?: string
  /** The file's own date, if known. */
  asOf: Date | null
  /** Import even if the current version has the same bytes. */
  again?: boolean
}

/** Returns the current entry if nothing is new, otherwise the new one: ready, degraded or failed. */
export async function importFile(deps: Importing, order: ImportOrder, signal?: AbortSignal): Promise<EntryRow> {
  const bytes = await readAll(order.bytes)
  const hex = createHash('sha256').update(bytes).digest('hex')
  const current = await findCurrent(deps.db, placeOf(order))
  if (current?.content_hash === `sha256:${hex}` && !order.again) return current
  const entry = await register(deps, order, bytes, hex)
  try {
    const documents = await readDocuments(deps, order, bytes, signal)
    const tally = documents ? tallyOf(documents) : await writeFacts(deps, order, entry, bytes, signal)
    const current = await swapEntry(deps, entry, {
      source: order.source,
      tally,
      documents,
      again: order.again ?? false,
    })
    forgetLists(deps)
    return current
  } catch (error) {
    await deleteFacts(deps.db, [entry.id])
    if (error instanceof Unreadable) return markFailed(deps, entry, error.message)
    await deleteEntry(deps.db, entry)
    throw error
  }
}

const placeOf = ({ space, pack, source, uri }: ImportOrder) => ({
  space,
  pack_id: pack,
  source_id: source.id,
  list_id: source.list_id ?? null,
  uri,
})

async function register(deps: Importing, order: ImportOrder, bytes: Uint8Array, hex: string): Promise<EntryRow> {
  const mediaType = order.mediaType ?? mediaTypeOf(order.uri)
  // Each space has its own copy, so that deleting a tenant deletes its uploads.
  const blobKey = order.source.license.may_store_text ? `corpus/${order.space}/${hex}` : null
  if (blobKey && !(await deps.blobs.head(blobKey)))
    await deps.blobs.put(blobKey, bytes, { contentType: mediaType, sha256: hex })
  const now = deps.clock.now()
  const { source } = order
  return insertEntry(deps.db, {
    id: newId('ent'),
    ...placeOf(order),
    kind: source.kind,
    title: source.title,
    version_label: source.version_label,
    revision: hex.slice(0, 12),
    content_hash: `sha256:${hex}`,
    bytes: bytes.length,
    media_type: mediaType,
    language: 'en',
    license: JSON.stringify(source.license),
    status: 'extracting',
    status_reason: '',
    completeness: 'partial',
    counts: JSON.stringify({ documents: 0, artifacts: 0, statements: 0, rejected: 0 }),
    validation: JSON.stringify({ conforms: true, violations: 0, warnings: 0 }),
    changes: null,
    rejected: '[]',
    log: JSON.stringify([
      { at: now.toISOString(), step: 'registered', message: order.from ?? order.uri },
      { at: now.toISOString(), step: 'fetched', message: `${bytes.length} bytes` },
      { at: now.toISOString(), step: 'extracting', message: source.importer },
    ]),
    blob_key: blobKey,
    supersedes: null,
    is_current: false,
    as_of: order.asOf,
    first_seen_at: now,
    fetched_at: now,
    extracted_at: null,
    retired_at: null,
  })
}

/** Writes batch by batch while the next one is read. */
async function writeFacts(
  deps: Importing,
  { source }: ImportOrder,
  entry: EntryRow,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Tally> {
  const parts = readList(source.importer, bytes, signal)
  for (let part = await parts.next(); ; part = await parts.next()) {
    if (part.done) {
      if (part.value.facts >= MANY_FACTS) await analyzeFacts(deps.db)
      return part.value
    }
    await insertFacts(deps.db, entry.id, source.role ?? source.kind, part.value)
  }
}

async function markFailed(deps: Importing, entry: EntryRow, reason: string): Promise<EntryRow> {
  const now = deps.clock.now()
  deps.log.warn({ entry: entry.id, source: entry.source_id, reason }, 'corpus file cannot be read')
  return transact(deps.db, async (tx) => {
    await deleteEarlierFailures(tx, entry)
    return updateEntry(tx, entry, {
      status: 'failed',
      status_reason: reason,
      validation: JSON.stringify({ conforms: false, violations: 1, warnings: 0 }),
      extracted_at: now,
      log: JSON.stringify([...entry.log, { at: now.toISOString(), step: 'failed', message: reason }]),
    })
  })
}
