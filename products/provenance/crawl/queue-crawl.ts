// Requests a crawl: inserts the job row, which users can follow, and queues the job.
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import type { Provenance } from '../deps.ts'
import type { CrawlJobRow, SourceRow } from '../directory-tables.ts'
import { domainOf, normalAddress } from '../sources/address.ts'
import { classify } from '../sources/classify.ts'
import { addSources } from '../sources/sources-store.ts'
import type { Trigger } from './begin-crawl.ts'
import { insertJob } from './job-store.ts'
import { type CrawledVendor, findSource, findSourceByUrl, findVendor } from './store.ts'

export const CRAWL_SOURCE = 'crawl-source'
export const CRAWL_VENDOR = 'crawl-vendor'

export interface CrawlOrder {
  vendorId: string
  /** One page of the vendor, known or not. The address of its home page requests a crawl of the whole vendor. */
  sourceUrl?: string | null | undefined
  /** Kind of that page, if it is not known yet. */
  sourceKind?: string | null | undefined
  sourceId?: string | null | undefined
  trigger: Trigger
}
/** Data of the queue job. */
export interface CrawlTask {
  job_id: string
}

type Deps = Pick<Provenance, 'clock' | 'fetch' | 'jobs'>
type Tx = Provenance['db']

/** Without a source, the whole vendor is crawled, including discovery. */
export async function queueCrawl(deps: Deps, tx: Tx, order: CrawlOrder): Promise<CrawlJobRow> {
  const vendor = (await findVendor(tx, order.vendorId)) ?? notFound('vendor', order.vendorId)
  if (vendor.opted_out) fail('unacceptable', `${vendor.display_name} has opted out of crawling.`)
  const source = await sourceOf(deps, tx, vendor, order)
  const job = await insertJob(tx, {
    id: newId('crj'),
    vendor_id: vendor.id,
    source_id: source?.id ?? null,
    source_url: source?.url ?? homeOf(vendor),
    source_kind: source?.kind ?? '',
    trigger: order.trigger,
    created_at: deps.clock.now(),
  })
  await deps.jobs.add(tx, source ? CRAWL_SOURCE : CRAWL_VENDOR, { job_id: job.id } satisfies CrawlTask)
  return job
}

export const homeOf = (vendor: Pick<CrawledVendor, 'website_url' | 'primary_domain'>): string =>
  vendor.website_url || `https://${vendor.primary_domain}/`

async function sourceOf(deps: Deps, tx: Tx, vendor: CrawledVendor, order: CrawlOrder): Promise<SourceRow | undefined> {
  if (order.sourceId) {
    const source = await findSource(tx, order.sourceId)
    return source?.vendor_id === vendor.id ? source : notFound('source', order.sourceId)
  }
  if (!order.sourceUrl) return undefined
  const url = checkedAddress(deps, vendor, order.sourceUrl)
  if (!order.sourceKind && url === normalAddress(homeOf(vendor))) return undefined
  const known = await findSourceByUrl(tx, vendor.id, url)
  if (known) return known
  const kind = order.sourceKind || classify({ url, title: '' }) || 'docs'
  const named = { url, kind, title: '', method: 'operator', from: '', probe: false }
  const [added] = await addSources(tx, vendor.id, [named], deps.clock.now())
  return added ?? fail('unacceptable', 'The page is already known, or the vendor has reached the limit of pages.')
}

/** Only the vendor's own hosts are allowed: statements of others are not its evidence. */
function checkedAddress({ fetch }: Deps, vendor: CrawledVendor, raw: string): string {
  try {
    fetch.check(raw)
  } catch (error) {
    if (error instanceof OutsideError) fail('ssrf_blocked', error.message)
    throw error
  }
  const url = normalAddress(raw) ?? fail('ssrf_blocked')
  const { hostname } = new URL(url)
  if (!isOwnHost(vendor, hostname)) fail('unacceptable', `${hostname} is not a known host of ${vendor.display_name}.`)
  return url
}

export function isOwnHost(
  vendor: Pick<CrawledVendor, 'primary_domain' | 'website_url' | 'hosts'>,
  hostname: string,
): boolean {
  const home = URL.canParse(vendor.website_url) ? new URL(vendor.website_url).hostname : vendor.primary_domain
  const own = [vendor.primary_domain, home].some((host) => domainOf(host) === domainOf(hostname))
  return own || vendor.hosts.map(withoutPort).some((host) => hostname === host || hostname.endsWith(`.${host}`))
}
const withoutPort = (host: string): string => host.replace(/:\d+$/, '')
