// The last step of an import: what was read is compared with what stands, and takes its place.
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { addDocuments, type DocumentOwner } from '../documents/add-documents.ts'
import type { ReadDocument } from '../documents/read/document.ts'
import { unindexDocuments } from '../documents/store.ts'
import { contextsOf } from '../knowledge/entry-context.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import type { EntryRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'
import { countDifferences, saysTheSame } from './diff-store.ts'
import { deleteEntry, deleteFailedTwins, findCurrent, listForgettable, updateEntry } from './entry-store.ts'
import type { Importing, ImportOrder } from './import-file.ts'
import type { Tally } from './importers/batches.ts'
import { publishedSize } from './published/published.ts'
import { retireEntries } from './retire-entry.ts'
import { completenessOf, gapOf, sumChanges, summaryOf } from './rules.ts'
import { lockSources } from './source-store.ts'

/** Versions that have been replaced keep their facts for comparisons: this many of each list. */
const KEPT_VERSIONS = 2

interface Read {
  source: ImportOrder['source']
  tally: Tally
  /** Of a text; undefined for a list. */
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
    // Someone else was faster with the same bytes.
    if (before?.content_hash === entry.content_hash && !again) {
      await deleteEntry(tx, entry)
      return before
    }
    const now = deps.clock.now()
    const known = source.complete ? Math.max(sizeOf(before), publishedSize(entry)) : 0
    const completeness = completenessOf(source, tally, known)
    const gap = gapOf(completeness, tally, known)
    if (before && !documents && (await isReadTheSame(tx, before, entry))) {
      const read = await updateEntry(tx, before, { ...readAgain(before, entry, tally, gap, now), completeness })
      await deleteFailedTwins(tx, before)
      await deleteEntry(tx, entry)
      return read
    }
    // Against a sample nearly everything would be new.
    const isComparable = before && before.completeness !== 'sample'
    const changes = isComparable ? sumChanges(await countDifferences(tx, before.id, entry.id)) : null
    if (before) {
      await updateEntry(tx, before, { is_current: false })
      await unindexDocuments(tx, { space: before.space, entry_id: before.id })
    }
    await deleteFailedTwins(tx, entry)
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
    // What is no longer told has to go.
    const told = contextOf(entry) ?? (before && contextOf(before))
    if (told) await dueContext(tx, told, now, { whole: true })
    await retireEntries(tx, current.space, await listForgettable(tx, current, KEPT_VERSIONS), now)
    return current
  })
}

const sizeOf = (before: EntryRow | undefined): number =>
  before?.completeness === 'complete' ? before.counts.artifacts : 0

/** The same bytes say the same to a reader that has learnt nothing: nobody who rests on the version has to look anew. */
const isReadTheSame = async (tx: Db<Tables>, before: EntryRow, entry: EntryRow): Promise<boolean> =>
  before.content_hash === entry.content_hash &&
  before.source_id === entry.source_id &&
  before.uri === entry.uri &&
  before.version_label === entry.version_label &&
  (await saysTheSame(tx, before.id, entry.id))

function readAgain(before: EntryRow, entry: EntryRow, tally: Tally, gap: string, now: Date) {
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
      // What is read again for years does not grow the log.
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
