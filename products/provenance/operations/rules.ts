// What an operator should know and do next, and which addresses may be crawled for a vendor. Pure.
import type { CrawlSummary } from '@veritrace/contract/provenance/crawls'

/** A job with one of these got no page at all. */
export const FETCH_CLASSES = [
  ...['dns', 'connect', 'tls_invalid', 'tls_expired', 'timeout', 'redirect_loop', 'too_large', 'ssrf_blocked'],
  ...['http_403', 'http_404', 'http_410', 'http_429', 'http_5xx'],
]

const ADVICE: Readonly<Record<string, string>> = {
  dns: 'check the domains for slips of the pen and for companies that are gone',
  connect: 'they are tried again by themselves; look at the domains that stay so for days',
  timeout: 'they are tried again by themselves; look at the domains that stay so for days',
  http_5xx: 'they are tried again by themselves; look at the domains that stay so for days',
  http_429: 'the hosts ask for slower visits; raise CRAWL_DELAY_MS if it stays so',
  tls_invalid: 'the hosts show certificates that do not fit; tell the vendors',
  tls_expired: 'the hosts show certificates that have ended; tell the vendors',
  http_403: 'the hosts turn the crawler away; ask the vendors to let it in or to publish /.well-known/trust.json',
  challenge_page: 'the hosts ask for proof of being human; ask the vendors to let the crawler in',
  robots_disallowed: 'robots.txt forbids it; ask the vendors to publish /.well-known/trust.json',
  robots_unreachable: 'robots.txt cannot be read, so nothing is; it is asked for again by itself',
  http_404: 'the pages have moved; a crawl of the vendor looks for their new addresses',
  http_410: 'the pages are gone for good; a crawl of the vendor looks for others',
  soft_404: 'the pages have moved; a crawl of the vendor looks for their new addresses',
  empty: 'the pages have no text without scripts; look for a PDF or a plain page of the same kind',
  too_large: 'the documents are larger than is read; look for a page of the same kind',
  parse: 'the documents could not be read; their snapshots are kept for the next version of the reader',
  extractor: 'the extractor failed; its snapshots are kept and read again by the next version',
}

type Counted = Omit<CrawlSummary, 'recommendations'>
export interface Situation extends Counted {
  vendor_count: number
  graphConfigured: boolean
  failuresByClass: readonly { error_class: string; count: number }[]
}

const DAY_MS = 86_400_000
/** Fewer failures of a class than this say little. */
const FEW = 3

export function recommendationsFor(situation: Situation, now: Date): string[] {
  return [...aboutGraph(situation), ...aboutCrawls(situation, now), ...aboutVendors(situation)]
}

function aboutGraph(at: Situation): string[] {
  const { graph_retry: waiting, graph_auth_dead_letter: refused } = at
  const dead = at.graph_dead_letter - refused
  return [
    at.graphConfigured
      ? ''
      : `${waiting > 0 ? `${many(waiting, 'change')} for the graph ${waiting > 1 ? 'wait' : 'waits'}, and no` : 'No'} graph is configured: set GRAPH_SYNC_URL, GRAPH_SYNC_CLIENT_ID and GRAPH_SYNC_CLIENT_SECRET.`,
    refused > 0 &&
      `The graph refused ${many(refused, 'change')} for want of rights: check the client of the graph sync and its role, then requeue with include_auth.`,
    dead > 0 && `The graph did not take ${many(dead, 'change')}: the log says why; requeue them when that is mended.`,
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '') as string[]
}

function aboutCrawls(at: Situation, now: Date): string[] {
  const silent = at.source_count > 0 && (!at.last_crawl_at || now.getTime() - Date.parse(at.last_crawl_at) > DAY_MS)
  const failures = at.failuresByClass
    .filter(({ error_class, count }) => count >= FEW && ADVICE[error_class])
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
  return [
    ...(silent
      ? [
          `Nothing was read ${at.last_crawl_at ? `since ${at.last_crawl_at.slice(0, 10)}` : 'yet'}: is a worker running?`,
        ]
      : []),
    ...failures.map(
      ({ error_class, count }) => `${many(count, 'crawl')} ended with ${error_class}: ${ADVICE[error_class]}.`,
    ),
    ...(at.pending_documents > 0
      ? [`${many(at.pending_documents, 'document')} ${at.pending_documents > 1 ? 'wait' : 'waits'} for the extractor.`]
      : []),
    ...(at.empty_documents > 0 ? [`${many(at.empty_documents, 'document')} without text: ${ADVICE.empty}.`] : []),
  ]
}

function aboutVendors(at: Situation): string[] {
  const unsourced = at.vendor_count - at.vendors_with_sources
  const unread = at.vendors_with_sources - at.vendors_with_crawled_docs
  const shared = at.duplicate_domain_groups.length
  return [
    ...(at.vendor_count === 0 ? ['The directory is empty: load a list of vendors.'] : []),
    ...(unsourced > 0 ? [`${many(unsourced, 'vendor')} without a source: run a crawl to look for some.`] : []),
    ...(unread > 0
      ? [`${many(unread, 'vendor')} with sources of which none was read: missing_doc_vendors says why.`]
      : []),
    ...(shared > 0
      ? [`${many(shared, 'domain')} with more than one vendor: see duplicate_domain_groups and merge them.`]
      : []),
  ]
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** 0 where there is nothing to divide by; three digits are enough for a share. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, Math.round((part / whole) * 1000) / 1000)

/** `a.b.test:81` is at `a.b.test`, which is below `b.test`; each with its port and without. */
export function hostsAbove(url: URL): string[] {
  const labels = url.hostname.replace(/\.$/, '').split('.')
  const names = labels.map((_, i) => labels.slice(i).join('.'))
  return url.port ? names.flatMap((name) => [name, `${name}:${url.port}`]) : names
}

const LOCAL = /^(?:[^.]+|.+\.(?:localhost|local|internal|intranet|lan|home\.arpa))$/

/** Addresses instead of names, and names that mean something inside a network only. */
export function isInside(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, '')
  return host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host) || LOCAL.test(host)
}
