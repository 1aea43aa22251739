// What fetches have read becomes claims, and what differs from before becomes events. One transaction, the caller's.
//
// - The same text, read by the same extractor: seen again, nothing else.
// - The first fetch of a source has no before, so it makes no events; only what contradicts another page is told. A page
//   that replaces another one has a before: what the other one said.
// - A fetch that is hard to believe is held back: claims and events wait until the next fetch agrees with it.
// - The same text or not, read by another extractor: what differs may be our doing, so it is written down and not told.
//
// Pages of one vendor are decided on one after the other, each against what the ones before it have left, and written
// all at once.
import type { Provenance } from '../deps.ts'
import { believe } from './believe-fetch.ts'
import { isBackground } from './change.ts'
import { compare } from './compare.ts'
import { digestOf, textHash } from './draft.ts'
import {
  freshened,
  nothingYet,
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

/** Of one vendor, and each of another source. */
export async function recordFetches(deps: Deps, tx: Tx, reads: readonly Read[]): Promise<RecordedFetch[]> {
  const [first] = reads
  if (!first) return []
  const now = deps.clock.now()
  await lockVendor(tx, first.vendor.id)
  const pages = await pagesFor(tx, reads)
  const changed = pages.filter((page) => !isSameReading(page))
  const known = await loadKnown(tx, first.vendor.id, changed, now)
  const writes = nothingYet()
  const recorded = pages.map((page) =>
    changed.includes(page) ? weigh(known, writes, page, now) : seeAgain(writes, page, now),
  )
  await writeFetches(tx, writes, now)
  return recorded
}

async function pagesFor(tx: Tx, reads: readonly Read[]): Promise<Page[]> {
  const ids = reads.map(({ source }) => source.id)
  const snapshots = Map.groupBy(await listKnown(tx, ids), ({ source_id }) => source_id)
  return reads.map((read) => {
    const own = snapshots.get(read.source.id) ?? []
    const believed = own.filter(({ held_back }) => held_back === '')
    return { read, text: textHash(read.extraction.text), believed, last: own[0] }
  })
}

const isSameReading = ({ read, text, believed: [standing] }: Page): boolean =>
  standing?.text_sha256 === text && standing.extractor_version === read.extraction.version

function seeAgain(writes: Writes, { read, believed: [standing] }: Page, now: Date): RecordedFetch {
  const snapshotId = standing!.id
  const { warnings } = read.extraction
  if (warnings.join() !== standing!.warnings.join()) writes.known.push({ id: snapshotId, warnings })
  writes.seenSnapshots.push(snapshotId)
  writes.seenSources.push(read.source.id)
  const source = settled(read, freshened(read, snapshotId, now))
  writes.sources.push(source)
  const claims = read.extraction.claims.length
  return { snapshotId, changed: false, claims, events: 0, heldBack: '', source, occasion: 'change' }
}

function weigh(known: Known, writes: Writes, page: Page, now: Date): RecordedFetch {
  const { read, believed, last } = page
  const reading = readAgainst(known, page, known.drafts.get(page) ?? [])
  const doubt = doubtOf({
    kind: read.source.kind,
    chars: read.extraction.text.length,
    before: believed.map(({ text_chars }) => text_chars),
    claims: reading.current.filter((claim) => !isBackground(claim)).length,
    changes: reading.changes,
  })
  const isAgreed = last !== undefined && last.held_back !== '' && agrees(last, read, reading)
  if (doubt !== '' && !isAgreed) return holdBack(writes, page, reading, doubt, now)
  return believe(known, writes, page, reading, isAgreed ? last : undefined, now)
}

/** A page with a clock on it never reads the same twice: what counts is that it claims the same and is as long. */
const agrees = (held: KnownSnapshot, { extraction }: Read, { digest }: Reading): boolean =>
  held.claims_sha256 === digest &&
  held.extractor_version === extraction.version &&
  isOfSize(extraction.text.length, [held.text_chars])

function readAgainst(known: Known, page: Page, drafts: Draft[]): Reading {
  const ids = pagesOf(page.read)
  const current = ids.flatMap((id) => known.current.get(id) ?? [])
  const elsewhere = elsewhereOf(known, ids)
  const hasBefore = page.believed.length > 0 || current.length > 0
  const changes = hasBefore ? compare({ before: current, after: drafts, elsewhere }) : []
  return { drafts, digest: digestOf(drafts), current, elsewhere, changes }
}

/** Six hours: long enough for a mistake to be mended, short enough for a change to be news. */
const ASK_AGAIN = 6 * 3_600_000

/** Nothing public moves. The next fetch must bring the whole page, so nothing is kept that would let it say "the same". */
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
    next_crawl_at: new Date(now.getTime() + ASK_AGAIN),
    etag: '',
    last_modified: '',
  })
  writes.sources.push(source)
  const snapshotId = read.snapshot.id
  return { snapshotId, changed: false, claims: 0, events: 0, heldBack: doubt, source, occasion: 'change' }
}
