// Shared by tests: a vendor whose pages are read day by day.
import { createHash } from 'node:crypto'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { SourceRow } from '../directory-tables.ts'
import { extract } from '../extract/extract.ts'
import type { Extraction } from '../extract/types.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'
import { addVendor } from '../vendors/testing.ts'
import type { Read, RecordedFetch } from './fetch.ts'
import { recordFetches } from './record-fetch.ts'

export type Deps = Pick<Provenance, 'db' | 'clock'>
export interface TestVendor {
  id: string
  slug: string
  display_name: string
  primary_domain: string
  aliases: string[]
}

export async function aVendor(deps: Deps, fields: Partial<TestVendor> = {}): Promise<TestVendor> {
  const named = { display_name: 'Acme', aliases: [] as string[], ...fields }
  const vendor = await addVendor(deps, named)
  return { primary_domain: `${vendor.slug}.test`, ...named, ...vendor }
}

/** Adds a page that has not been read yet. */
export async function aPage(
  { db, clock }: Deps,
  vendor: TestVendor,
  kind: string,
  fields: { replacement_for_source_id?: string } = {},
): Promise<string> {
  const id = newId('src')
  const url = `https://${vendor.primary_domain}/${kind}/${id.slice(-6)}`
  const row = { id, vendor_id: vendor.id, kind, url, created_at: clock.now(), ...fields }
  await db.insertInto('provenance.sources').values(row).execute()
  return id
}

/** Records a fetch in which the page answers with this body. */
export async function fetched(
  deps: Deps,
  vendor: TestVendor,
  sourceId: string,
  body: string,
  how: { type?: string; change?: (read: Extraction) => Extraction } = {},
): Promise<RecordedFetch> {
  const [recorded] = await fetchedTogether(deps, vendor, [[sourceId, body]], how)
  return recorded!
}

/** Records fetches of several pages in one batch. */
export async function fetchedTogether(
  deps: Deps,
  vendor: TestVendor,
  pages: readonly (readonly [sourceId: string, body: string])[],
  { type = 'text/html', change = (read: Extraction): Extraction => read } = {},
): Promise<RecordedFetch[]> {
  const reads = await Promise.all(pages.map(([id, body]) => aRead(deps, vendor, id, body, { type, change })))
  return transact(deps.db, async (tx) => {
    const recorded = await recordFetches(deps, tx, reads)
    await refreshVendor(deps, tx, vendor.id, recorded[0]!.occasion)
    return recorded
  })
}

async function aRead(
  deps: Deps,
  vendor: TestVendor,
  sourceId: string,
  body: string,
  { type, change }: { type: string; change: (read: Extraction) => Extraction },
): Promise<Read> {
  const source = await findSource(deps, sourceId)
  const bytes = Buffer.from(body)
  const names = { name: vendor.display_name, domain: vendor.primary_domain, aliases: vendor.aliases }
  const extraction = change(await extract(bytes, type, { url: source.url, kind: source.kind, vendor: names }))
  const snapshot = {
    id: newId('snp'),
    url: source.url,
    http_status: 200,
    content_type: type,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    headers: {},
    noarchive: false,
    rendered: '' as const,
  }
  return { source, vendor, snapshot, extraction }
}

const findSource = ({ db }: Deps, id: string): Promise<SourceRow> =>
  db.selectFrom('provenance.sources').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const eventsOf = ({ db }: Deps, vendorId: string) =>
  db
    .selectFrom('provenance.change_events')
    .select(['id', 'event_type', 'severity', 'cause', 'hidden', 'payload', 'source_id', 'content_hash'])
    .where('vendor_id', '=', vendorId)
    .orderBy('observed_at')
    .orderBy('event_type')
    .orderBy('id')
    .execute()

export const claimsOf = ({ db }: Deps, vendorId: string) =>
  db
    .selectFrom('provenance.evidence_claims')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .orderBy('valid_from')
    .orderBy('id')
    .execute()

/** HTML of a list of subprocessors. */
export const listPage = (
  rows: readonly (readonly [name: string, purpose: string, place: string])[],
  intro = '',
): string =>
  `<title>Subprocessors</title><h1>Subprocessors</h1><p>${intro || 'These companies process data for us.'}</p>
  <table><tr><th>Name</th><th>Purpose</th><th>Location</th></tr>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</table>`
