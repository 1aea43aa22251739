// Loads a list of vendors into the directory. Loading is idempotent, and existing values stay as they are.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { chooseNew } from '../sources/new-sources-rules.ts'
import { refreshVendors } from '../vendors/refresh-vendor.ts'
import type { Listing } from './listing.ts'
import { type Filling, fillVendor, insertListed, insertSources, listKnownSources, lockListed } from './store.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>
type Known = Awaited<ReturnType<typeof lockListed>>[number]

export interface Loaded {
  added: number
  known: number
  sources: number
  refused: { listing: Listing; reason: string }[]
}

/** Origin of the list: shipped with the product, or an imported file. */
export type ListOrigin = 'seed' | 'import'

const BATCH_SIZE = 50

export async function loadVendors(
  deps: Deps,
  rows: readonly Listing[],
  options: { origin?: ListOrigin; dryRun?: boolean } = {},
): Promise<Loaded> {
  const total: Loaded = { added: 0, known: 0, sources: 0, refused: [] }
  for (let i = 0; i < rows.length; i += BATCH_SIZE) {
    const batch = rows.slice(i, i + BATCH_SIZE)
    const loaded = await transact(deps.db, (tx) => loadBatch(deps, tx, batch, options.origin ?? 'seed', options.dryRun))
    total.added += loaded.added
    total.known += loaded.known
    total.sources += loaded.sources
    total.refused.push(...loaded.refused)
  }
  return total
}

async function loadBatch(
  deps: Deps,
  tx: Provenance['db'],
  rows: readonly Listing[],
  origin: ListOrigin,
  dryRun = false,
): Promise<Loaded> {
  const now = deps.clock.now()
  const there = await lockListed(
    tx,
    rows.map(({ slug }) => slug),
    rows.map(({ domain }) => domain),
  )
  const { fresh, known, refused } = partition(rows, there)
  const added = fresh.map((listing) => ({ id: newId('ven'), listing }))
  const inserted =
    dryRun || added.length === 0
      ? []
      : await insertListed(
          tx,
          added.map(({ id, listing }) => vendorRow(id, listing, origin, now)),
        )
  const kept = new Set(inserted.map(({ id }) => id))
  const vendors = [
    ...added.filter(({ id }) => dryRun || kept.has(id)),
    ...known.filter(({ vendor }) => !vendor.opted_out).map(({ vendor, listing }) => ({ id: vendor.id, listing })),
  ]
  const sources = await newSources(tx, vendors, origin, now)
  if (!dryRun) {
    for (const { vendor, listing } of known) {
      const filling = fillingOf(vendor, listing)
      if (filling) await fillVendor(tx, vendor.id, filling, now)
    }
    if (sources.length > 0) await insertSources(tx, sources)
    await refreshVendors(deps, tx, [...new Set([...kept, ...sources.map(({ vendor_id }) => vendor_id)])])
  }
  // A concurrent process may have inserted the vendor first. The next run will find it.
  const late = dryRun ? 0 : added.length - kept.size
  return { added: added.length - late, known: known.length + late, sources: sources.length, refused }
}

/** A domain identifies a vendor. A slug that belongs to another domain is refused. */
function partition(rows: readonly Listing[], there: readonly Known[]) {
  const byDomain = new Map(there.map((vendor) => [vendor.primary_domain, vendor]))
  const bySlug = new Map(there.map((vendor) => [vendor.slug, vendor]))
  const fresh: Listing[] = []
  const known: { vendor: Known; listing: Listing }[] = []
  const refused: Loaded['refused'] = []
  for (const listing of rows) {
    const vendor = byDomain.get(listing.domain)
    const taken = bySlug.get(listing.slug)
    if (vendor) known.push({ vendor, listing })
    else if (taken)
      refused.push({ listing, reason: `the slug ${listing.slug} already belongs to ${taken.primary_domain}` })
    else fresh.push(listing)
  }
  return { fresh, known, refused }
}

const vendorRow = (id: string, listing: Listing, origin: ListOrigin, now: Date) => ({
  id,
  slug: listing.slug,
  display_name: listing.name,
  primary_domain: listing.domain,
  website_url: listing.website_url,
  aliases: [...listing.aliases],
  hosts: [...listing.hosts],
  description: listing.description,
  origin,
  created_at: now,
  updated_at: now,
})

/** Fills only empty fields: values from operators and crawls override a list. */
function fillingOf(vendor: Known, listing: Listing): Filling | undefined {
  const filling: Filling = {}
  if (vendor.website_url === '') filling.website_url = listing.website_url
  if (vendor.description === '' && listing.description !== '') filling.description = listing.description
  if (vendor.aliases.length === 0 && listing.aliases.length > 0) filling.aliases = [...listing.aliases]
  if (vendor.hosts.length === 0 && listing.hosts.length > 0) filling.hosts = [...listing.hosts]
  return Object.keys(filling).length > 0 ? filling : undefined
}

/** Skips retired sources, and addresses that are already known in another spelling. */
async function newSources(
  tx: Provenance['db'],
  vendors: readonly { id: string; listing: Listing }[],
  origin: ListOrigin,
  now: Date,
) {
  const known = Map.groupBy(
    await listKnownSources(
      tx,
      vendors.map(({ id }) => id),
    ),
    ({ vendor_id }) => vendor_id,
  )
  return vendors.flatMap(({ id, listing }) => {
    const named = listing.sources.map((source) => ({ ...source, title: '', method: origin, from: '', probe: false }))
    return chooseNew(known.get(id) ?? [], named).map(({ kind, url }) => ({
      id: newId('src'),
      vendor_id: id,
      kind,
      url,
      discovery_method: origin,
      next_crawl_at: now,
      created_at: now,
    }))
  })
}
