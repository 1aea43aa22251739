// A fetch that is believed: its snapshot, claims, events and statements.
import type { Provenance } from '../deps.ts'
import { queueStatements } from '../graph-sync/queue-statements.ts'
import { newContradictions } from './contradictions.ts'
import { textHash } from './draft.ts'
import { changeRow, contradictionRow, type EventRow, type Observed, upgradeRow } from './event-rows.ts'
import { freshen, type Read, type Reading, type RecordedFetch, snapshotRow } from './fetch.ts'
import { countsOf, matchClaims } from './match-claims.ts'
import { takenBack, withoutMoved } from './moves.ts'
import { insertSnapshot, type KnownSnapshot, updateSnapshot } from './snapshot-store.ts'
import { hideEvents, listToldRemovals } from './store.ts'
import { tell, writeClaims } from './write-claims.ts'

type Tx = Provenance['db']

export async function believe(
  tx: Tx,
  read: Read,
  reading: Reading,
  { standing, held }: { standing: KnownSnapshot | undefined; held: KnownSnapshot | undefined },
  now: Date,
): Promise<RecordedFetch> {
  const { vendor, source, extraction } = read
  const snapshotId = await keepSnapshot(tx, read, reading, { standing, held }, now)
  const at = { vendorId: vendor.id, sourceId: source.id, snapshotId, now }
  const isOwn = ({ source_id }: { source_id: string }): boolean => source_id === source.id
  const matched = matchClaims(reading.current.filter(isOwn), reading.drafts)
  // What the page has replaced speaks no more.
  matched.ended.push(...reading.current.filter((claim) => !isOwn(claim)))
  const written = await writeClaims(tx, matched, at, now)
  const observed: Observed = {
    vendorId: vendor.id,
    source,
    snapshot: { id: snapshotId, sha256: read.snapshot.sha256 },
    before: reading.current[0]?.snapshot_id ?? standing?.id ?? null,
    version: extraction.version,
    now,
  }
  const isUpgrade = standing !== undefined && standing.extractor_version !== extraction.version
  const events = isUpgrade
    ? [upgradeRow(observed, standing.extractor_version, countsOf(matched))]
    : await eventsOf(tx, read, reading, observed)
  await tell(tx, events)
  await freshen(tx, read, snapshotId, now)
  await queueStatements(
    tx,
    { vendor, source, snapshot: { id: snapshotId, sha256: read.snapshot.sha256 }, ...written },
    now,
  )
  const occasion = isUpgrade ? 'extractor' : standing ? 'change' : 'first_reading'
  const told = events.filter(({ hidden }) => !hidden).length
  const changed = standing?.text_sha256 !== textHash(extraction.text)
  return { snapshotId, changed, claims: reading.drafts.length, events: told, heldBack: '', occasion }
}

/** One row for one text: a held one that came again is believed, and what a new extractor reads in a known one is noted. */
async function keepSnapshot(
  tx: Tx,
  read: Read,
  { digest }: Reading,
  { standing, held }: { standing: KnownSnapshot | undefined; held: KnownSnapshot | undefined },
  now: Date,
): Promise<string> {
  const text = textHash(read.extraction.text)
  const known = [held, standing].find((one) => one?.text_sha256 === text)
  if (!known) {
    await insertSnapshot(tx, snapshotRow(read, digest, now))
    return read.snapshot.id
  }
  await updateSnapshot(tx, known.id, {
    held_back: '',
    seen_at: now,
    extractor_version: read.extraction.version,
    claims_sha256: digest,
  })
  return known.id
}

const A_WEEK = 7 * 24 * 3_600_000

async function eventsOf(tx: Tx, read: Read, reading: Reading, at: Observed): Promise<EventRow[]> {
  const { current: before, drafts: after, elsewhere } = reading
  const removals = await listToldRemovals(tx, at.vendorId, read.source.id, new Date(at.now.getTime() - A_WEEK))
  const moved = takenBack(removals, after)
  if (moved.length > 0)
    await hideEvents(
      tx,
      moved.map(({ id }) => id),
    )
  return [
    ...withoutMoved(reading.changes, moved).map((change) => changeRow(change, at)),
    ...newContradictions(read.source.id, { before, after, elsewhere }).map((one) => contradictionRow(one, at)),
  ]
}
