// Turns fetches into claims, and differences from before into events, in the caller's transaction.
//
// - Same text, same extractor version: only the last-seen time is updated.
// - The first fetch of a source creates no events, except contradictions with other pages. For a page that replaces
//   another, the claims of the replaced page count as its previous claims.
// - An implausible fetch is held back: no claims or events until the next fetch agrees with it.
// - Another extractor version: differences may come from the extractor, so they are recorded but not published.
//
// Pages of one vendor are evaluated one after another, each against the result of the ones before, and written
// together.
import type { Provenance } from '../deps.ts'
import { acceptFetch } from './accept-fetch.ts'
import { isBackground } from './change.ts'
import { compare } from './compare.ts'
import { digestOf, textHash } from './draft.ts'
import {
  acceptedColumns,
  noWrites,
  type Page,
  type Read,
  type Reading,
  type RecordedFetch,
  settled,
  snapshotRow,
  type Writes,
} from './fetch.ts'
import { elsewhereOf, type Known, loadKnown, pagesOf } from './known.ts'
import { doubtOf, isOfSize } from './plausible.ts'
import { type KnownSnapshot, listKnown, lockVendor } from './snapshot-store.ts'
import type { Draft } from './tables.ts'
import { writeFetches } from './write-fetches.ts'

type Deps = Pick<Provenance, 'clock'>
type Tx = Provenance['db']

/** All reads must be of one vendor, each of a different source. */
export async function recordFetches(deps: Deps, tx: Tx, reads: readonly Read[]): Promise<RecordedFetch[]> {
  const [first] = reads
  if (!first) return []
  const now = deps.clock.now()
  await lockVendor(tx, first.vendor.id)
  const pages = await pagesFor(tx, reads)
  const changed = pages.filter((page) => !isSameReading(page))
  const known = await loadKnown(tx, first.vendor.id, changed, now)
  const writes = noWrites()
  const recorded = pages.map((page) =>
    changed.includes(page) ? judgeFetch(known, writes, page, now) : markSeen(writes, page, now),
  )
  await writeFetches(tx, writes, now)
  return recorded
}

async function pagesFor(tx: Tx, reads: readonly Read[]): Promise<Page[]> {
  const ids = reads.map(({ source }) => source.id)
  const snapshots = Map.groupBy(await listKnown(tx, ids), ({ source_id }) => source_id)
  return reads.map((read) => {
    const own = snapshots.get(read.source.id) ?? []
    const accepted = own.filter(({ held_back }) => held_back === '')
    return { read, text: textHash(read.extraction.text), accepted, last: own[0] }
  })
}

const isSameReading = ({ read, text, accepted: [current] }: Page): boolean =>
  current?.text_sha256 === text && current.extractor_version === read.extraction.version

function markSeen(writes: Writes, { read, accepted: [current] }: Page, now: Date): RecordedFetch {
  const snapshotId = current!.id
  const { warnings } = read.extraction
  if (warnings.join() !== current!.warnings.join()) writes.known.push({ id: snapshotId, warnings })
  writes.seenSnapshots.push(snapshotId)
  writes.seenSources.push(read.source.id)
  const source = settled(read, acceptedColumns(read, snapshotId, now))
  writes.sources.push(source)
  const claims = read.extraction.claims.length
  return { snapshotId, changed: false, claims, events: 0, heldBack: '', source, occasion: 'change' }
}

function judgeFetch(known: Known, writes: Writes, page: Page, now: Date): RecordedFetch {
  const { read, accepted, last } = page
  const reading = readAgainst(known, page, known.drafts.get(page) ?? [])
  const doubt = doubtOf({
    kind: read.source.kind,
    chars: read.extraction.text.length,
    before: accepted.map(({ text_chars }) => text_chars),
    claims: reading.current.filter((claim) => !isBackground(claim)).length,
    changes: reading.changes,
  })
  const isAgreed = last !== undefined && last.held_back !== '' && agrees(last, read, reading)
  if (doubt !== '' && !isAgreed) return holdBack(writes, page, reading, doubt, now)
  return acceptFetch(known, writes, page, reading, isAgreed ? last : undefined, now)
}

/** A page with a clock never has the same text twice, so only its claims and its length must agree. */
const agrees = (held: KnownSnapshot, { extraction }: Read, { digest }: Reading): boolean =>
  held.claims_sha256 === digest &&
  held.extractor_version === extraction.version &&
  isOfSize(extraction.text.length, [held.text_chars])

function readAgainst(known: Known, page: Page, drafts: Draft[]): Reading {
  const ids = pagesOf(page.read)
  const current = ids.flatMap((id) => known.current.get(id) ?? [])
  const elsewhere = elsewhereOf(known, ids)
  const hasBefore = page.accepted.length > 0 || current.length > 0
  const changes = hasBefore ? compare({ before: current, after: drafts, elsewhere }) : []
  return { drafts, digest: digestOf(drafts), current, elsewhere, changes }
}

/** Six hours: long enough to fix a mistake, short enough to publish a real change soon. */
const RETRY_AFTER_MS = 6 * 3_600_000

/** Changes nothing public. ETag and date are cleared, so that the next fetch gets the whole page instead of a 304. */
function holdBack(writes: Writes, page: Page, { digest }: Reading, doubt: string, now: Date): RecordedFetch {
  const { read } = page
  writes.snapshots.push({ ...snapshotRow(page, digest, now), held_back: doubt })
  const { title, content_bytes, last_success_at } = read.source
  const source = settled(read, {
    title,
    content_bytes,
    last_success_at,
    last_crawl_at: now,
    status_reason: `awaiting_confirmation: ${doubt}`,
    next_crawl_at: new Date(now.getTime() + RETRY_AFTER_MS),
    etag: '',
    last_modified: '',
  })
  writes.sources.push(source)
  const snapshotId = read.snapshot.id
  return { snapshotId, changed: false, claims: 0, events: 0, heldBack: doubt, source, occasion: 'change' }
}
