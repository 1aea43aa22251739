// Types of a fetch while it is recorded: what was read, what is known, and the rows to write.
import type { ClaimRow, SourceRow } from '../directory-tables.ts'
import type { Extraction } from '../extract/types.ts'
import type { Recorded } from '../graph-sync/queue-statements.ts'
import type { Occasion } from '../vendors/refresh-vendor.ts'
import type { Change } from './change.ts'
import type { EventRow } from './event-rows.ts'
import type { KnownSnapshot, NewSnapshot } from './snapshot-store.ts'
import type { CurrentClaim, Draft, StatementElsewhere } from './tables.ts'

export interface Read {
  /** The source row before this fetch. */
  source: SourceRow
  /** Columns that the fetch itself changes, regardless of the page's content. */
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
    /** Rendered in a browser: with all files that the scripts requested, or with some. '' if it was not rendered. */
    rendered: '' | 'whole' | 'part'
  }
  extraction: Extraction
}

export interface RecordedFetch {
  /** The snapshot of this content: the existing one if nothing has changed. */
  snapshotId: string
  changed: boolean
  claims: number
  events: number
  /** Why the next fetch must confirm this one; '' if it was accepted. */
  heldBack: string
  /** The source row after the fetch. */
  source: SourceRow
  /** Why the vendor must be refreshed. The caller refreshes once after all pages. */
  occasion: Occasion
}

/** A fetch together with the known snapshots of its page. */
export interface Page {
  read: Read
  /** Hash of the extracted text. */
  text: string
  /** The latest accepted snapshots, newest first. The first one is current. */
  accepted: readonly KnownSnapshot[]
  /** The latest snapshot, accepted or not. */
  last: KnownSnapshot | undefined
}

/** The current claims of the page, and the claims read now. */
export interface Reading {
  drafts: Draft[]
  digest: string
  current: CurrentClaim[]
  elsewhere: StatementElsewhere[]
  changes: Change[]
}

/** All changes of a batch of fetches, grouped so that each kind of row takes one statement. */
export interface Writes {
  snapshots: NewSnapshot[]
  /** Existing snapshots that become current again, or that were read with another result. */
  known: (Pick<KnownSnapshot, 'id'> & Partial<KnownSnapshot>)[]
  seenSnapshots: string[]
  /** Sources whose claims were all found again. */
  seenSources: string[]
  ended: string[]
  added: ClaimRow[]
  moved: ClaimRow[]
  hidden: string[]
  events: EventRow[]
  sources: SourceRow[]
  statements: Recorded[]
}
export const noWrites = (): Writes => ({
  snapshots: [],
  known: [],
  seenSnapshots: [],
  seenSources: [],
  ended: [],
  added: [],
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

/** Columns of a source whose page was accepted. Warnings of the extractor are visible to readers. */
export const acceptedColumns = ({ snapshot, extraction }: Read, snapshotId: string, now: Date): Partial<SourceRow> => ({
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

/** A status reason set by the fetch overrides one from the content: a page that has moved is looked for next. */
export const settled = ({ source, columns = {} }: Read, remarks: Partial<SourceRow>): SourceRow => ({
  ...source,
  ...columns,
  ...remarks,
  ...(columns.status_reason && { status_reason: columns.status_reason }),
})
