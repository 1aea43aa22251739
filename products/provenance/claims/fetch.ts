// A fetch on its way into the directory: what was read, what is known, and the rows that both become.
import type { ClaimRow, SourceRow } from '../directory-tables.ts'
import type { Extraction } from '../extract/types.ts'
import type { Recorded } from '../graph-sync/queue-statements.ts'
import type { Occasion } from '../vendors/refresh-vendor.ts'
import type { Change } from './change.ts'
import type { EventRow } from './event-rows.ts'
import type { KnownSnapshot, NewSnapshot } from './snapshot-store.ts'
import type { Draft, SaidElsewhere, StandingClaim } from './tables.ts'

export interface Read {
  /** As it was before this fetch. */
  source: SourceRow
  /** What the fetch itself does to it, whatever the page says. */
  columns?: Partial<SourceRow>
  vendor: { id: string; display_name: string; primary_domain: string; aliases: readonly string[] }
  snapshot: {
    id: string
    url: string
    http_status: number
    content_type: string
    sha256: string
    bytes: number
    headers: Record<string, string>
    noarchive: boolean
    /** Made by its scripts in a browser, of all that they asked for or of a part. */
    rendered: '' | 'whole' | 'part'
  }
  extraction: Extraction
}

export interface RecordedFetch {
  /** The snapshot that stands for what was read: the known one where nothing has changed. */
  snapshotId: string
  changed: boolean
  claims: number
  events: number
  /** Why the next fetch must agree first; '' where this one is believed. */
  heldBack: string
  /** As the fetch has left it. */
  source: SourceRow
  /** Why the vendor is to be derived anew; the caller does it, since a crawl of many pages derives once. */
  occasion: Occasion
}

/** A fetch beside what is known of its page. */
export interface Page {
  read: Read
  /** The hash of its text. */
  text: string
  /** The last good snapshots, newest first; the first is what is public of the page. */
  believed: readonly KnownSnapshot[]
  /** The last of all, believed or not. */
  last: KnownSnapshot | undefined
}

/** What is public of the page, and what was read now. */
export interface Reading {
  drafts: Draft[]
  digest: string
  current: StandingClaim[]
  elsewhere: SaidElsewhere[]
  changes: Change[]
}

/** All that a batch of fetches does to the tables, gathered so that each kind of row is one statement. */
export interface Writes {
  snapshots: NewSnapshot[]
  /** Snapshots that stand again, or are read otherwise than before. */
  known: (Pick<KnownSnapshot, 'id'> & Partial<KnownSnapshot>)[]
  seenSnapshots: string[]
  /** Whose claims were all found again. */
  seenSources: string[]
  ended: string[]
  begun: ClaimRow[]
  moved: ClaimRow[]
  hidden: string[]
  events: EventRow[]
  sources: SourceRow[]
  statements: Recorded[]
}
export const nothingYet = (): Writes => ({
  snapshots: [],
  known: [],
  seenSnapshots: [],
  seenSources: [],
  ended: [],
  begun: [],
  moved: [],
  hidden: [],
  events: [],
  sources: [],
  statements: [],
})

export const snapshotRow = (
  { read: { source, vendor, snapshot, extraction }, text }: Page,
  digest: string,
  now: Date,
): NewSnapshot => ({
  ...snapshot,
  vendor_id: vendor.id,
  source_id: source.id,
  text_sha256: text,
  text_chars: extraction.text.length,
  extractor_version: extraction.version,
  extract_status: 'completed',
  extract_error: '',
  held_back: '',
  claims_sha256: digest,
  warnings: extraction.warnings,
  fetched_at: now,
  seen_at: now,
})

/** The page answered and was believed. What it warns of is the reader's business too. */
export const freshened = ({ snapshot, extraction }: Read, snapshotId: string, now: Date): Partial<SourceRow> => ({
  status: 'ok',
  http_status: snapshot.http_status,
  last_success_at: now,
  last_crawl_at: now,
  content_bytes: snapshot.bytes,
  title: extraction.title.slice(0, 500),
  failures: 0,
  soft_404: false,
  last_snapshot_id: snapshotId,
  ...(extraction.warnings.length > 0 && { status_reason: extraction.warnings.join(', ') }),
})

/** The remarks about the page give way to those of the fetch: a page that has moved is looked for next. */
export const settled = ({ source, columns = {} }: Read, remarks: Partial<SourceRow>): SourceRow => ({
  ...source,
  ...columns,
  ...remarks,
  ...(columns.status_reason && { status_reason: columns.status_reason }),
})
