// Queues a crawl for an operator. Internal addresses, and hosts that do not belong to the vendor, are refused before
// anything is queued or fetched.
import type { CrawlJob, CrawlRun } from '@veritrace/contract/provenance/crawls'
import type { Caller } from '@veritrace/platform/caller'
import { afterCommit, transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import { homeOf, isOwnHost, queueCrawl } from '../crawl/queue-crawl.ts'
import type { Provenance } from '../deps.ts'
import { normalAddress } from '../sources/address.ts'
import { hostsAbove, isInside } from './rules.ts'
import {
  findJob,
  findNextSource,
  findNextVendor,
  findQueued,
  findSourceOfKind,
  findVendorAt,
  lockVendorToCrawl,
} from './store.ts'
import { viewJob } from './view.ts'

type Tx = Provenance['db']
type Vendor = NonNullable<Awaited<ReturnType<typeof lockVendorToCrawl>>>

interface Page {
  sourceId?: string
  sourceUrl: string
  sourceKind?: string | undefined
}

export async function runCrawl(deps: Provenance, caller: Caller, body: CrawlRun): Promise<CrawlJob> {
  const url = body.source_url === undefined ? undefined : checkAddress(deps, body.source_url)
  return transact(deps.db, async (tx) => {
    const { vendorId, due } = await chooseVendor(tx, body, url)
    const vendor = (await lockVendorToCrawl(tx, vendorId)) ?? notFound('vendor', vendorId)
    const page = due ?? (await choosePage(tx, vendor, body, url))
    const queued = await findQueued(tx, vendorId, page?.sourceUrl)
    if (queued) return viewJob(queued)
    const { id } = await queueCrawl(deps, tx, { vendorId, ...page, trigger: 'operator' })
    const job = viewJob((await findJob(tx, id))!)
    await deps.events.record(tx, caller, {
      action: 'crawl.run',
      resource: { type: 'crawl_job', id, label: job.vendor_name },
      data: { vendor_id: job.vendor_id, source_url: job.source_url, source_kind: job.source_kind },
    })
    afterCommit(tx, () => deps.meter.count(caller, 'provenance', 'crawl_runs'))
    return job
  })
}

/** Checks the address without a request. Names are checked again when they are resolved. */
function checkAddress({ fetch }: Provenance, address: string): URL {
  try {
    fetch.check(address)
  } catch (error) {
    if (error instanceof OutsideError) fail('ssrf_blocked', error.message)
    throw error
  }
  return new URL(address)
}

/** The given vendor, the vendor of the host, or the vendor of the next due source. */
async function chooseVendor(
  tx: Tx,
  { vendor_id, source_kind }: CrawlRun,
  url: URL | undefined,
): Promise<{ vendorId: string; due?: Page }> {
  if (vendor_id !== undefined) return { vendorId: vendor_id }
  if (url)
    return {
      vendorId: (await findVendorAt(tx, hostsAbove(url))) ?? refuseHost(url, 'belongs to no vendor of the directory'),
    }
  const source = await findNextSource(tx, source_kind)
  if (source) return { vendorId: source.vendor_id, due: { sourceId: source.id, sourceUrl: source.url } }
  if (source_kind !== undefined) fail('source_not_found', `There is no source of kind “${source_kind}” to crawl.`)
  return { vendorId: (await findNextVendor(tx)) ?? fail('vendor_not_found', 'The directory has no vendor to crawl.') }
}

/** Undefined for the whole vendor, which the address of its home page also means. */
async function choosePage(tx: Tx, vendor: Vendor, body: CrawlRun, url: URL | undefined): Promise<Page | undefined> {
  const { source_kind: kind } = body
  if (url) {
    if (!isOwnHost(vendor, url.hostname)) refuseHost(url, `is not a host of ${vendor.display_name}`)
    const sourceUrl = normalAddress(url.href) ?? url.href
    return kind === undefined && sourceUrl === normalAddress(homeOf(vendor))
      ? undefined
      : { sourceUrl, sourceKind: kind }
  }
  if (kind === undefined) return undefined
  const source = await findSourceOfKind(tx, vendor.id, kind)
  if (!source) fail('source_not_found', `${vendor.display_name} has no source of kind “${kind}”.`)
  return { sourceId: source.id, sourceUrl: source.url }
}

function refuseHost(url: URL, problem: string): never {
  if (isInside(url)) fail('ssrf_blocked')
  const message = `${url.hostname} ${problem}`
  fail('unacceptable', `The address cannot be crawled: ${message}.`, { errors: [{ path: 'source_url', message }] })
}
