// A new extractor version reprocesses all snapshots. Public claims follow the newest accepted snapshot of a page; older
// snapshots only record the result. History is not rewritten: differing claims end and start now, and events are
// hidden, because nothing has changed at the vendor.
import { transact } from '@veritrace/platform/db/transact'
import { INSTALLATION } from '@veritrace/platform/threads/pool'
import { digestOf, draftsOf, textHash } from '../claims/draft.ts'
import { upgradeRow } from '../claims/event-rows.ts'
import { linkSubprocessors } from '../claims/link-subprocessors.ts'
import { countsOf, isUntouched, matchClaims } from '../claims/match-claims.ts'
import { findForReading, listKnown, listOutdated, lockVendor, updateSnapshot } from '../claims/snapshot-store.ts'
import { listCurrentClaims } from '../claims/store.ts'
import { rowsOf, writeClaims } from '../claims/write-claims.ts'
import { insertAllEvents } from '../claims/write-fetches.ts'
import { renderedWarnings } from '../crawl/rendered.ts'
import { readBytes } from '../crawl/snapshots.ts'
import { DocumentTooHard } from '../crawl/threads/pool.ts'
import type { Provenance } from '../deps.ts'
import type { DocumentContext, Extraction } from '../extract/types.ts'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import { queueStatements } from '../graph-sync/queue-statements.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'jobs' | 'blobs'>
type Snapshot = NonNullable<Awaited<ReturnType<typeof findForReading>>>

/** An extractor and its version. */
export interface Extractor {
  version: string
  extract(bytes: Uint8Array, contentType: string, context: DocumentContext): Promise<Extraction>
}

const PAGE = 100
export const REEXTRACT_SNAPSHOTS = 'reextract-snapshots'
export interface ReextractPage {
  after?: string
}

/** Reprocesses one page of outdated snapshots and adds a job for the next, so that a crash repeats little work. */
export async function reextractPage(deps: Deps, extractor: Extractor, { after = '' }: ReextractPage): Promise<void> {
  const ids = (await listOutdated(deps.db, extractor.version, after, PAGE)).map(({ id }) => id)
  for (const id of ids) await reextract(deps, extractor, id)
  const last = ids.at(-1)
  if (last && ids.length === PAGE) await deps.jobs.add(deps.db, REEXTRACT_SNAPSHOTS, { after: last })
}

/** Extracts outside any transaction, because it takes long. */
export async function reextract(deps: Deps, extractor: Extractor, snapshotId: string): Promise<void> {
  const snapshot = await findForReading(deps.db, snapshotId)
  if (!snapshot) return
  const extraction = await readBlob(deps, extractor, snapshot)
  if ('broken' in extraction) {
    // The result of the earlier version stays.
    await updateSnapshot(deps.db, snapshotId, {
      extract_error: extraction.broken,
      extractor_version: extractor.version,
    })
    return
  }
  const warnings = [...renderedWarnings(snapshot.rendered), ...extraction.warnings]
  const reading = { ...extraction, version: extractor.version, warnings }
  await transact(deps.db, (tx) => replaceClaims(deps, tx, snapshot, reading))
}

async function readBlob(
  deps: Deps,
  extractor: Extractor,
  snapshot: Snapshot,
): Promise<Extraction | { broken: string }> {
  const bytes = await readBytes(deps, snapshot.sha256)
  if (!bytes) return { broken: 'The bytes are no longer stored.' }
  const { url, kind, display_name: name, primary_domain: domain, aliases } = snapshot
  return extractor
    .extract(bytes, snapshot.content_type, { url, kind, vendor: { name, domain, aliases } })
    .catch((error: unknown) => {
      // If the extractor is busy or stopping, the job runs again later.
      if (!(error instanceof DocumentTooHard)) throw error
      return { broken: error.message }
    })
}

async function replaceClaims(deps: Deps, tx: Deps['db'], snapshot: Snapshot, extraction: Extraction): Promise<void> {
  const now = deps.clock.now()
  await lockVendor(tx, snapshot.vendor_id)
  const drafts = await linkSubprocessors(tx, snapshot.vendor_id, draftsOf(extraction))
  await updateSnapshot(tx, snapshot.id, {
    extractor_version: extraction.version,
    extract_status: 'completed',
    extract_error: '',
    text_sha256: textHash(extraction.text),
    text_chars: extraction.text.length,
    claims_sha256: digestOf(drafts),
    warnings: extraction.warnings,
  })
  const newest = (await listKnown(tx, [snapshot.source_id])).find(({ held_back }) => held_back === '')
  if (newest?.id !== snapshot.id) return
  const current = await listCurrentClaims(tx, [snapshot.source_id])
  const matched = matchClaims(current, drafts)
  const at = { vendorId: snapshot.vendor_id, sourceId: snapshot.source_id, snapshotId: snapshot.id, now }
  const rows = rowsOf(matched, at, null)
  await writeClaims(tx, rows, now)
  const source = { id: snapshot.source_id, kind: snapshot.kind, url: snapshot.source_url }
  if (snapshot.extractor_version !== extraction.version)
    await insertAllEvents(tx, [
      upgradeRow(
        { vendorId: at.vendorId, source, snapshot, before: snapshot.id, version: extraction.version, now },
        snapshot.extractor_version,
        countsOf(matched),
      ),
    ])
  const isSame = isUntouched(matched)
  // Even without changed claims, new warnings may change which topics count as unread.
  if (isSame && extraction.warnings.join() === snapshot.warnings.join()) return
  const { vendorId, snapshotId } = at
  if (!isSame) await queueStatements(tx, { vendorId, snapshotId, added: rows.added, ended: rows.ended }, now)
  await refreshVendor(deps, tx, snapshot.vendor_id, 'extractor')
}

/** The extractor of this installation. */
export const ours = ({ extractors }: Pick<Provenance, 'extractors'>): Extractor => ({
  version: EXTRACTOR_VERSION,
  extract: (bytes, contentType, context) => extractors.extract(bytes, contentType, context, { tenant: INSTALLATION }),
})
