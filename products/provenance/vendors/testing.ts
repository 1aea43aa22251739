// Inserts rows of the directory for tests, as crawler and extractor would.
import { newId } from '@veritrace/platform/ids'
import type { Insertable } from 'kysely'
import type { Provenance } from '../deps.ts'
import type { Tables } from '../tables.ts'
import type { ClaimFacts, SourceFacts } from './derive/facts.ts'

type Row<T extends keyof Tables> = Partial<Insertable<Tables[T]>>
type Deps = Pick<Provenance, 'db' | 'clock'>

export async function addVendor(
  { db }: Deps,
  fields: Row<'provenance.vendors'> = {},
): Promise<{ id: string; slug: string }> {
  const slug = `v-${newId('x').slice(-10)}`
  const row = {
    id: newId('ven'),
    slug,
    display_name: 'Cloudy',
    primary_domain: `${slug}.test`,
    website_url: `https://${slug}.test`,
    ...fields,
  }
  await db.insertInto('provenance.vendors').values(row).execute()
  return { id: row.id, slug: row.slug }
}

/** Adds a source that was read now, unless `fields` says otherwise, with its snapshot. */
export async function addSource(
  { db, clock }: Deps,
  vendor_id: string,
  kind: string,
  fields: Row<'provenance.sources'> = {},
) {
  const now = clock.now()
  const id = newId('src')
  const url = `https://${vendor_id.slice(-8)}.test/${kind}/${id.slice(-6)}`
  const read = { status: 'ok' as const, http_status: 200, last_success_at: now, last_crawl_at: now, created_at: now }
  const row = { id, vendor_id, kind, url, ...read, ...fields }
  await db.insertInto('provenance.sources').values(row).execute()
  const snapshot_id = newId('snp')
  const fetched_at = row.last_success_at ?? undefined
  if (fetched_at)
    await addSnapshot(
      { db, clock },
      { id: snapshot_id, vendor_id, source_id: id, url, fetched_at, seen_at: fetched_at },
    )
  return { id, url: row.url, snapshot_id }
}

export const addSnapshot = (
  { db }: Deps,
  fields: Row<'provenance.snapshots'> & {
    id: string
    vendor_id: string
    source_id: string
    fetched_at: Date
    seen_at: Date
  },
) =>
  db
    .insertInto('provenance.snapshots')
    .values({
      url: 'https://cloudy.test/',
      http_status: 200,
      content_type: 'text/html',
      sha256: 'a'.repeat(64),
      text_sha256: 'b'.repeat(64),
      bytes: 1000,
      text_chars: 900,
      extract_status: 'completed',
      ...fields,
    })
    .execute()

/** Adds an affirmed claim of a source, for example `['certification', 'holds', 'soc2_type2']`. */
export async function addClaim(
  { db, clock }: Deps,
  vendor_id: string,
  source: { id: string; snapshot_id: string },
  [category, predicate, value]: readonly [string, string, string],
  fields: Row<'provenance.evidence_claims'> = {},
): Promise<string> {
  const now = clock.now()
  const id = newId('clm')
  await db
    .insertInto('provenance.evidence_claims')
    .values({
      id,
      vendor_id,
      source_id: source.id,
      snapshot_id: source.snapshot_id,
      claim_key: id,
      category,
      predicate,
      value,
      state: 'affirmed',
      relation: 'supports',
      claim_text: `${predicate} ${value}`,
      snippet: `We say ${value}.`,
      snippet_start: 0,
      snippet_end: 10,
      confidence: 0.85,
      rule_id: 'test',
      rule_version: '1',
      valid_from: now,
      last_seen_at: now,
      recorded_at: now,
      ...fields,
    })
    .execute()
  return id
}

export async function addEvent(
  { db, clock }: Deps,
  vendor_id: string,
  event_type: string,
  fields: Row<'provenance.change_events'> = {},
) {
  const id = newId('evt')
  await db
    .insertInto('provenance.change_events')
    .values({ id, vendor_id, event_type, severity: 'minor', payload: '{}', observed_at: clock.now(), ...fields })
    .execute()
  return id
}

export const aSource = (now: Date, kind: string, fields: Partial<SourceFacts> = {}): SourceFacts => ({
  id: `src_${kind}`,
  kind,
  status: 'ok',
  status_reason: '',
  inactive_reason: '',
  soft_404: false,
  warnings: [],
  failures: 0,
  last_success_at: now,
  last_crawl_at: now,
  created_at: now,
  ...fields,
})

let claims = 0
export const aClaim = (category: string, predicate: string, fields: Partial<ClaimFacts> = {}): ClaimFacts => ({
  id: `clm_${++claims}`,
  source_id: 'src_security',
  snapshot_id: 'snp_1',
  category,
  predicate,
  value: 'yes',
  state: 'affirmed',
  relation: 'supports',
  confidence: 0.85,
  details: {},
  ...fields,
})
