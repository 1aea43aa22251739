// Looks for the new address of a page that is gone, and switches only if the new page proves to be the same.
import { transact } from '@veritrace/platform/db/transact'
import { INSTALLATION } from '@veritrace/platform/threads/pool'
import type { Provenance } from '../deps.ts'
import type { SourceRow } from '../directory-tables.ts'
import { classify } from '../sources/classify.ts'
import { acceptReplacement, type ComparedPage, type RepairCandidate, repairCandidates } from '../sources/repair.ts'
import { replaceSource } from '../sources/sources-store.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'
import { discover, tryPage } from './discover.ts'
import { CrawlFailure } from './failure.ts'
import type { CrawlOutcome } from './outcome.ts'
import { readPage } from './read-page.ts'
import type { PageAnswer, Run } from './request-page.ts'
import { snapshotKey } from './snapshots.ts'
import { MOVED } from './source-state.ts'
import { type CrawledVendor, findSnapshot, findSource, findVendor, updateSource } from './store.ts'

/** Failures that suggest that the page has moved. */
const GONE = new Set(['http_404', 'http_410', 'soft_404'])
/** Each candidate costs a request. */
const MOST_TRIES = 3

/** A check without database queries. */
export const mayNeedRepair = (source: SourceRow, outcome: CrawlOutcome): boolean =>
  GONE.has(outcome.errorClass) || source.status_reason === MOVED

/** The replacement source, if one was found and accepted. */
export async function repairSource(deps: Provenance, run: Run, outcome: CrawlOutcome): Promise<SourceRow | undefined> {
  const source = outcome.sourceId === null ? undefined : await findSource(deps.db, outcome.sourceId)
  const vendor = source && (await findVendor(deps.db, source.vendor_id))
  if (!source || !vendor || !needsRepair(source, outcome)) return undefined
  const old = await lastGood(deps, source, vendor)
  // Nothing was ever read there, so no page can be compared with it.
  if (!old) return undefined
  const moved = source.status_reason === MOVED
  const found = moved ? [] : await discover(deps, run, vendor, new Set())
  const places = repairCandidates({
    kind: source.kind,
    url: source.url,
    redirect: moved ? { to: source.moved_to, seen: 2 } : undefined,
    canonical: source.canonical_url || undefined,
    found,
  })
  return tryPlaces(deps, run, { source, vendor, old }, places.slice(0, MOST_TRIES))
}

const needsRepair = (source: SourceRow, outcome: CrawlOutcome): boolean =>
  source.status !== 'inactive' && mayNeedRepair(source, outcome)

interface Case {
  source: SourceRow
  vendor: CrawledVendor
  old: ComparedPage
}

async function tryPlaces(
  deps: Provenance,
  run: Run,
  { source, vendor, old }: Case,
  places: readonly RepairCandidate[],
): Promise<SourceRow | undefined> {
  for (const place of places) {
    const page = await tryPage(deps, run, place.url)
    const read = page && (await compared(deps, run, { source, vendor, old }, place, page))
    if (!read) continue
    const verdict = acceptReplacement(old, read)
    if (!verdict.accept) {
      await updateSource(deps.db, source.id, {
        repair_method: 'proposed',
        repair_reason: `${place.url} may have replaced it. ${verdict.reason}`,
      })
      continue
    }
    run.kept.set(place.url, page)
    return transact(deps.db, async (tx) => {
      const replacement = { url: place.url, method: place.method, reason: `${place.reason} ${verdict.reason}` }
      const taken = await replaceSource(tx, source, replacement, deps.clock.now())
      await refreshVendor(deps, tx, vendor.id)
      return taken
    })
  }
  return undefined
}

/** Undefined if the page is not evidence. */
async function compared(
  deps: Provenance,
  run: Run,
  { source, vendor }: Case,
  place: RepairCandidate,
  page: PageAnswer,
): Promise<ComparedPage | undefined> {
  try {
    const { extraction } = await readPage(deps, run, { source: { ...source, url: place.url }, vendor }, page)
    const { title, text, claims } = extraction
    // A redirect vouches for its target. Other candidates must be recognized as the same kind.
    const seen = classify({ url: page.url, title, text })
    return { kind: seen || (place.method === 'redirect' ? source.kind : ''), text, claims }
  } catch (error) {
    if (error instanceof CrawlFailure) return undefined
    throw error
  }
}

async function lastGood(deps: Provenance, source: SourceRow, vendor: CrawledVendor): Promise<ComparedPage | undefined> {
  const snapshot = source.last_snapshot_id ? await findSnapshot(deps.db, source.last_snapshot_id) : undefined
  const blob = snapshot && (await deps.blobs.get(snapshotKey(snapshot.sha256)))
  if (!snapshot || !blob) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of blob.stream) chunks.push(chunk as Buffer)
  const context = {
    url: snapshot.url,
    kind: source.kind,
    vendor: { name: vendor.display_name, domain: vendor.primary_domain, aliases: vendor.aliases },
  }
  const { text, claims } = await deps.extractors.extract(Buffer.concat(chunks), snapshot.content_type, context, {
    tenant: INSTALLATION,
    mayWait: true,
  })
  return { kind: source.kind, text, claims }
}
