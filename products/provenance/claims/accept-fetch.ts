// Accepts a fetch: updates its snapshot, claims, events and graph statements.
import { isRemoval } from './change.ts'
import { newContradictions } from './contradictions.ts'
import { changeRow, contradictionRow, type EventRow, type Observed, upgradeRow } from './event-rows.ts'
import {
  acceptedColumns,
  type Page,
  type Reading,
  type RecordedFetch,
  settled,
  snapshotRow,
  type Writes,
} from './fetch.ts'
import { type Known, pagesOf } from './known.ts'
import { countsOf, matchClaims } from './match-claims.ts'
import { undoneRemovals, withoutMoved } from './moves.ts'
import type { KnownSnapshot } from './snapshot-store.ts'
import { rowsOf } from './write-claims.ts'

/** `held` is the held-back snapshot that this fetch confirms, if any. */
export function acceptFetch(
  known: Known,
  writes: Writes,
  page: Page,
  reading: Reading,
  held: KnownSnapshot | undefined,
  now: Date,
): RecordedFetch {
  const { read, accepted } = page
  const { vendor, source, extraction } = read
  const [current] = accepted
  const snapshotId = keepSnapshot(writes, page, reading, held, now)
  const snapshot = { id: snapshotId, sha256: read.snapshot.sha256 }
  const isOwn = ({ source_id }: { source_id: string }): boolean => source_id === source.id
  const matched = matchClaims(reading.current.filter(isOwn), reading.drafts)
  // Claims of the replaced page end, too.
  matched.ended.push(...reading.current.filter((claim) => !isOwn(claim)))
  const rows = rowsOf(matched, { vendorId: vendor.id, sourceId: source.id, snapshotId, now }, now)
  const observed: Observed = {
    vendorId: vendor.id,
    source,
    snapshot,
    before: reading.current[0]?.snapshot_id ?? current?.id ?? null,
    version: extraction.version,
    now,
  }
  const isUpgrade = current !== undefined && current.extractor_version !== extraction.version
  const events = isUpgrade
    ? [upgradeRow(observed, current.extractor_version, countsOf(matched))]
    : eventsOf(known, writes, page, reading, observed)
  writes.ended.push(...rows.ended.map(({ id }) => id))
  writes.added.push(...rows.added)
  writes.moved.push(...rows.moved)
  writes.events.push(...events)
  const after = settled(read, acceptedColumns(read, snapshotId, now))
  writes.sources.push(after)
  writes.statements.push({ vendorId: vendor.id, snapshotId, added: rows.added, ended: rows.ended })
  for (const id of pagesOf(read)) known.current.delete(id)
  known.current.set(
    source.id,
    [...rows.moved, ...rows.added].map((claim) => ({ ...claim, url: source.url })),
  )
  return {
    snapshotId,
    changed: current?.text_sha256 !== page.text,
    claims: reading.drafts.length,
    events: events.filter(({ hidden }) => !hidden).length,
    heldBack: '',
    source: after,
    occasion: isUpgrade ? 'extractor' : current ? 'change' : 'first_reading',
  }
}

/** One row per text: confirms a held-back snapshot, updates one that a new extractor read, or adds a new one. */
function keepSnapshot(
  writes: Writes,
  page: Page,
  { digest }: Reading,
  held: KnownSnapshot | undefined,
  now: Date,
): string {
  const { read, text, accepted } = page
  const known = [held, accepted[0]].find((one) => one?.text_sha256 === text)
  if (!known) {
    writes.snapshots.push(snapshotRow(page, digest, now))
    return read.snapshot.id
  }
  const { version: extractor_version, warnings } = read.extraction
  writes.known.push({ id: known.id, held_back: '', extractor_version, claims_sha256: digest, warnings })
  writes.seenSnapshots.push(known.id)
  return known.id
}

function eventsOf(known: Known, writes: Writes, { read }: Page, reading: Reading, at: Observed): EventRow[] {
  const { current: before, drafts: after, elsewhere } = reading
  const moved = undoneRemovals(
    known.removals.filter(({ source_id }) => source_id !== read.source.id),
    after,
  )
  hide(known, writes, new Set(moved.map(({ id }) => id)))
  const changes = withoutMoved(reading.changes, moved).map((change) => changeRow(change, at))
  for (const { id, payload } of changes.filter(isRemoval))
    known.removals.push({ id, source_id: read.source.id, payload: JSON.parse(payload!) })
  const contradictions = newContradictions(read.source.id, { before, after, elsewhere })
  return [...changes, ...contradictions.map((one) => contradictionRow(one, at))]
}

/** Events of this batch are not stored yet, so hide them in memory. */
function hide(known: Known, writes: Writes, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return
  known.removals = known.removals.filter(({ id }) => !ids.has(id))
  for (const event of writes.events) if (ids.has(event.id)) event.hidden = true
  writes.hidden.push(...ids)
}
