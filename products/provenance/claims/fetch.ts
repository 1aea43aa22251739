// A fetch on its way into the directory: what was read, what is known, and the rows that both become.
import type { Provenance } from '../deps.ts'
import type { ClaimRow, SourceRow } from '../directory-tables.ts'
import type { Extraction } from '../extract/types.ts'
import type { Occasion } from '../vendors/refresh-vendor.ts'
import type { Change } from './change.ts'
import { textHash } from './draft.ts'
import { updateSource } from './snapshot-store.ts'
import type { Draft, SaidElsewhere } from './tables.ts'

export interface Read {
  /** As it was before this fetch. */
  source: SourceRow
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
  /** Why the vendor is to be derived anew; the caller does it, since a crawl of many pages derives once. */
  occasion: Occasion
}

/** What is public of the page, and what was read now. */
export interface Reading {
  drafts: Draft[]
  digest: string
  current: ClaimRow[]
  elsewhere: SaidElsewhere[]
  changes: Change[]
}

export const snapshotRow = ({ source, vendor, snapshot, extraction }: Read, digest: string, now: Date) => ({
  ...snapshot,
  headers: JSON.stringify(snapshot.headers),
  vendor_id: vendor.id,
  source_id: source.id,
  text_sha256: textHash(extraction.text),
  text_chars: extraction.text.length,
  extractor_version: extraction.version,
  extract_status: 'completed' as const,
  claims_sha256: digest,
  fetched_at: now,
  seen_at: now,
})

/** The page answered and was believed. What it warns of is the reader's business too. */
export const freshen = (tx: Provenance['db'], { source, snapshot, extraction }: Read, snapshotId: string, now: Date) =>
  updateSource(tx, source.id, {
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
