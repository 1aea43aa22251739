// What a fetch has read becomes claims, and what differs from before becomes events. One transaction, the caller's.
//
// - The same text, read by the same extractor: seen again, nothing else.
// - The first fetch of a source has no before, so it makes no events; only what contradicts another page is told. A page
//   that replaces another one has a before: what the other one said.
// - A fetch that is hard to believe is held back: claims and events wait until the next fetch agrees with it.
// - The same text or not, read by another extractor: what differs may be our doing, so it is written down and not told.
import type { Provenance } from '../deps.ts'
import { believe } from './believe-fetch.ts'
import { isBackground } from './change.ts'
import { compare } from './compare.ts'
import { digestOf, draftsOf, textHash } from './draft.ts'
import { freshen, type Read, type Reading, type RecordedFetch, snapshotRow } from './fetch.ts'
import { linkSubprocessors } from './link-subprocessors.ts'
import { doubtOf, isOfSize } from './plausible.ts'
import {
  findLast,
  insertSnapshot,
  type KnownSnapshot,
  listBelieved,
  lockVendor,
  updateSnapshot,
  updateSource,
} from './snapshot-store.ts'
import { listCurrentClaims, listElsewhere, touchClaims } from './store.ts'

type Deps = Pick<Provenance, 'clock'>
type Tx = Provenance['db']

export async function recordFetch(deps: Deps, tx: Tx, read: Read): Promise<RecordedFetch> {
  const now = deps.clock.now()
  await lockVendor(tx, read.vendor.id)
  const believed = await listBelieved(tx, read.source.id)
  const [standing] = believed
  if (standing && isSameReading(standing, read)) return seeAgain(tx, read, standing, now)
  const last = await findLast(tx, read.source.id)
  const reading = await readAgainst(tx, read, standing !== undefined)
  const doubt = doubtOf({
    kind: read.source.kind,
    chars: read.extraction.text.length,
    before: believed.map(({ text_chars }) => text_chars),
    claims: reading.current.filter((claim) => !isBackground(claim)).length,
    changes: reading.changes,
  })
  const isAgreed = last !== undefined && last.held_back !== '' && agrees(last, read, reading)
  if (doubt !== '' && !isAgreed) return holdBack(tx, read, reading, doubt, now)
  return believe(tx, read, reading, { standing, held: isAgreed ? last : undefined }, now)
}

const isSameReading = (known: KnownSnapshot, { extraction }: Read): boolean =>
  known.text_sha256 === textHash(extraction.text) && known.extractor_version === extraction.version

/** A page with a clock on it never reads the same twice: what counts is that it claims the same and is as long. */
const agrees = (held: KnownSnapshot, { extraction }: Read, { digest }: Reading): boolean =>
  held.claims_sha256 === digest &&
  held.extractor_version === extraction.version &&
  isOfSize(extraction.text.length, [held.text_chars])

async function seeAgain(tx: Tx, read: Read, standing: KnownSnapshot, now: Date): Promise<RecordedFetch> {
  await updateSnapshot(tx, standing.id, { seen_at: now })
  await touchClaims(tx, read.source.id, now)
  await freshen(tx, read, standing.id, now)
  const claims = read.extraction.claims.length
  return { snapshotId: standing.id, changed: false, claims, events: 0, heldBack: '', occasion: 'change' }
}

async function readAgainst(tx: Tx, { source, vendor, extraction }: Read, hasBefore: boolean): Promise<Reading> {
  const drafts = await linkSubprocessors(tx, vendor.id, draftsOf(extraction))
  const pages = source.replacement_for_source_id ? [source.id, source.replacement_for_source_id] : [source.id]
  const current = await listCurrentClaims(tx, pages)
  const elsewhere = await listElsewhere(tx, vendor.id, pages)
  const changes = hasBefore || current.length > 0 ? compare({ before: current, after: drafts, elsewhere }) : []
  return { drafts, digest: digestOf(drafts), current, elsewhere, changes }
}

/** Six hours: long enough for a mistake to be mended, short enough for a change to be news. */
const ASK_AGAIN = 6 * 3_600_000

/** Nothing public moves. The next fetch must bring the whole page, so nothing is kept that would let it say "the same". */
async function holdBack(tx: Tx, read: Read, { digest }: Reading, doubt: string, now: Date): Promise<RecordedFetch> {
  await insertSnapshot(tx, { ...snapshotRow(read, digest, now), held_back: doubt })
  const { title, content_bytes, last_success_at } = read.source
  await updateSource(tx, read.source.id, {
    title,
    content_bytes,
    last_success_at,
    last_crawl_at: now,
    status_reason: `awaiting_confirmation: ${doubt}`,
    next_crawl_at: new Date(now.getTime() + ASK_AGAIN),
    etag: '',
    last_modified: '',
  })
  return { snapshotId: read.snapshot.id, changed: false, claims: 0, events: 0, heldBack: doubt, occasion: 'change' }
}
