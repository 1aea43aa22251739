// Crawls one vendor by slug or domain, for the command line. An unknown domain is added to the directory.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import type { Provenance } from '../deps.ts'
import { listShownClaims, type ShownClaim } from '../vendors/facts-store.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'
import { crawlVendor, type Progress, type VendorOutcome } from './crawl-vendor.ts'
import { findVendorByName, insertVendor } from './store.ts'

export interface FoundByCrawl extends VendorOutcome {
  vendor: { slug: string; display_name: string; primary_domain: string; isNew: boolean }
  claims: Pick<ShownClaim, 'category' | 'value' | 'state' | 'snippet' | 'source_url' | 'confidence'>[]
}

/** The user can fix this by giving another name. */
export class UnknownVendor extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnknownVendor'
  }
}

export async function crawlByName(
  deps: Provenance,
  name: string,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<FoundByCrawl> {
  const known = await findVendorByName(deps.db, hostIn(name))
  const vendor = known ?? (await addDomain(deps, name))
  const outcome = await crawlVendor(deps, vendor.id, { trigger: 'cli', onProgress }, signal)
  const claims = await listShownClaims(deps.db, vendor.id)
  const { slug, display_name, primary_domain } = vendor
  return {
    ...outcome,
    vendor: { slug, display_name, primary_domain, isNew: !known },
    claims: claims.map(({ category, value, state, snippet, source_url, confidence }) => ({
      category,
      value,
      state,
      snippet,
      source_url,
      confidence,
    })),
  }
}

/** The host of an address like `https://Acme.example/about`. A slug is returned unchanged. */
const hostIn = (name: string): string =>
  (URL.canParse(name) && /^https?:/i.test(name) ? new URL(name).hostname : name).toLowerCase().replace(/^www\./, '')

/** Keeps credentials, so that the address is refused instead of silently changed. */
const rootOf = ({ protocol, username, host }: URL): string => `${protocol}//${username && `${username}@`}${host}/`

async function addDomain(deps: Provenance, name: string) {
  const domain = hostIn(name)
  if (!/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain))
    throw new UnknownVendor(`There is no vendor “${name}”. To add it, enter its domain, such as example.com.`)
  const website_url = URL.canParse(name) ? rootOf(new URL(name)) : `https://${domain}/`
  try {
    deps.fetch.check(website_url)
  } catch (error) {
    if (error instanceof OutsideError) throw new UnknownVendor(`${website_url} cannot be crawled: ${error.message}`)
    throw error
  }
  const label = domain.split('.').at(-2)!
  const row = {
    id: newId('ven'),
    slug: domain.replaceAll('.', '-'),
    display_name: label[0]!.toUpperCase() + label.slice(1),
    primary_domain: domain,
    website_url,
    origin: 'operator' as const,
  }
  return transact(deps.db, async (tx) => {
    const added = await insertVendor(tx, row)
    if (!added) throw new UnknownVendor(`Another vendor already has the name ${row.slug}.`)
    await refreshVendor(deps, tx, row.id)
    return row
  })
}
