// The last step of an import: compares the new entry with the current one and replaces it.
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { addDocuments, type DocumentOwner } from '../documents/add-documents.ts'
import type { ReadDocument } from '../documents/read/document.ts'
import { unindexDocuments } from '../documents/store.ts'
import { contextsOf } from '../knowledge/entry-context.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import type { EntryRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'
import { countDifferences, hasSameFacts } from './diff-store.ts'
import { deleteEarlierFailures, deleteEntry, findCurrent, listRetirable, updateEntry } from './entry-store.ts'
import type { Importing, ImportOrder } from './import-file.ts'
import type { Tally } from './importers/batches.ts'
import { publishedSize } from './published/published.ts'
import { retireEntries } from './retire-entry.ts'
import { completenessOf, gapOf, sumChanges, summaryOf } from './rules.ts'
import { lockSources } from './source-store.ts'

/** Number of replaced versions per list that keep their facts, for comparisons. */
const KEPT_VERSIONS = 2

interface Read {
  source: ImportOrder['source']
  tally: Tally
  /** Undefined for a list. */
  documents: readonly ReadDocument[] | undefined
  again: boolean
}

export async function swapEntry(
  deps: Importing,
  entry: EntryRow,
  { source, tally, documents, again }: Read,
): Promise<EntryRow> {
  const contextOf = await contextsOf(deps, entry)
  return transact(deps.db, async (tx) => {
    await lockSources(tx, [entry])
    const before = await findCurrent(tx, entry)
    // Another import of the same bytes was faster.
    if (before?.content_hash === entry.content_hash && !again) {
      await deleteEntry(tx, entry)
      return before
    }
    const now = deps.clock.now()
    const known = source.complete ? Math.max(sizeOf(before), publishedSize(entry)) : 0
    const completeness = completenessOf(source, tally, known)
    const gap = gapOf(completeness, tally, known)
    if (before && !documents && (await isUnchanged(tx, before, entry))) {
      const read = await updateEntry(tx, before, { ...fieldsOfReread(before, entry, tally, gap, now), completeness })
      await deleteEarlierFailures(tx, before)
      await deleteEntry(tx, entry)
      return read
    }
    // Compared with a sample, nearly everything would look new.
    const isComparable = before && before.completeness !== 'sample'
    const changes = isComparable ? sumChanges(await countDifferences(tx, before.id, entry.id)) : null
    if (before) {
      await updateEntry(tx, before, { is_current: false })
      await unindexDocuments(tx, { space: before.space, entry_id: before.id })
    }
    await deleteEarlierFailures(tx, entry)
    const { status, status_reason, counts, validation, message } = summaryOf(tally, documents?.length, gap)
    const current = await updateEntry(tx, entry, {
      status,
      status_reason,
      completeness,
      counts: JSON.stringify(counts),
      validation: JSON.stringify(validation),
      changes: changes && JSON.stringify(changes),
      rejected: JSON.stringify(tally.sample),
      supersedes: before?.id ?? null,
      is_current: true,
      extracted_at: now,
      log: JSON.stringify([...entry.log, { at: now.toISOString(), step: status, message }]),
    })
    if (documents) await addDocuments(tx, ownerOf(current), documents)
    // If the new version has no context in the graph, clear the context of the previous one.
    const context = contextOf(entry) ?? (before && contextOf(before))
    if (context) await dueContext(tx, context, now, { whole: true })
    await retireEntries(tx, current.space, await listRetirable(tx, current, KEPT_VERSIONS), now)
    return current
  })
}

const sizeOf = (before: EntryRow | undefined): number =>
  before?.completeness === 'complete' ? before.counts.artifacts : 0

/** An unchanged file read by an unchanged importer gives the same facts, so no case becomes stale. */
const isUnchanged = async (tx: Db<Tables>, before: EntryRow, entry: EntryRow): Promise<boolean> =>
  before.content_hash === entry.content_hash &&
  before.source_id === entry.source_id &&
  before.uri === entry.uri &&
  before.version_label === entry.version_label &&
  (await hasSameFacts(tx, before.id, entry.id))

function fieldsOfReread(before: EntryRow, entry: EntryRow, tally: Tally, gap: string, now: Date) {
  const { status, status_reason, counts, validation, message } = summaryOf(tally, 0, gap)
  return {
    ...{
      status,
      status_reason,
      title: entry.title,
      as_of: entry.as_of,
      fetched_at: entry.fetched_at,
      extracted_at: now,
    },
    license: JSON.stringify(entry.license),
    counts: JSON.stringify(counts),
    validation: JSON.stringify(validation),
    rejected: JSON.stringify(tally.sample),
    log: JSON.stringify([
      // Replaces the line of the previous re-read, so that the log does not grow.
      ...before.log.filter((line) => !line.message.startsWith(AGAIN)),
      { at: now.toISOString(), step: status, message: `${AGAIN} ${message}` },
    ]),
  }
}

const AGAIN = 'read again:'

const ownerOf = ({ id, space, pack_id, kind, source_id, license, as_of }: EntryRow): DocumentOwner => ({
  entry_id: id,
  space,
  pack: pack_id,
  kind,
  source_id,
  license,
  as_of,
})
