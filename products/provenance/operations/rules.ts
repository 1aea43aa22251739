// Recommendations for operators, and checks of addresses to crawl. Pure.
import type { CrawlSummary } from '@veritrace/contract/provenance/crawls'

/** Error classes of jobs that got no page at all. */
export const FETCH_CLASSES = [
  ...['dns', 'connect', 'tls_invalid', 'tls_expired', 'timeout', 'redirect_loop', 'too_large', 'ssrf_blocked'],
  ...['http_403', 'http_404', 'http_410', 'http_429', 'http_5xx'],
]

const ADVICE: Readonly<Record<string, string>> = {
  dns: 'check the domains for typos and for companies that no longer exist',
  connect: 'they are retried automatically; check domains that still fail after days',
  timeout: 'they are retried automatically; check domains that still fail after days',
  http_5xx: 'they are retried automatically; check domains that still fail after days',
  http_429: 'the hosts ask for fewer requests; raise CRAWL_DELAY_MS if this continues',
  tls_invalid: 'the certificates of the hosts are invalid; contact the vendors',
  tls_expired: 'the certificates of the hosts have expired; contact the vendors',
  http_403: 'the hosts block the crawler; ask the vendors to allow it or to publish /.well-known/trust.json',
  challenge_page: 'the hosts show a bot challenge; ask the vendors to allow the crawler',
  robots_disallowed: 'robots.txt disallows it; ask the vendors to publish /.well-known/trust.json',
  robots_unreachable: 'robots.txt cannot be read, so no page is requested; it is retried automatically',
  http_404: 'the pages have moved; crawl the vendor to find their new addresses',
  http_410: 'the pages are permanently gone; crawl the vendor to find others',
  soft_404: 'the pages have moved; crawl the vendor to find their new addresses',
  empty: 'the pages have no text without scripts; look for a PDF or a plain page of the same kind',
  too_large: 'the documents are over the size limit; look for a smaller page of the same kind',
  parse: 'the documents could not be read; their snapshots are stored for the next extractor version',
  extractor: 'the extractor failed; the next version will read the stored snapshots again',
}

type Counted = Omit<CrawlSummary, 'recommendations'>
export interface Situation extends Counted {
  vendor_count: number
  graphConfigured: boolean
  failuresByClass: readonly { error_class: string; count: number }[]
}

const DAY_MS = 86_400_000
/** Fewer failures of a class are not reported. */
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
      : `${waiting > 0 ? `${many(waiting, 'change')} for the graph ${waiting > 1 ? 'are' : 'is'} waiting, but no` : 'No'} graph is configured: set GRAPH_SYNC_URL, GRAPH_SYNC_CLIENT_ID and GRAPH_SYNC_CLIENT_SECRET.`,
    refused > 0 &&
      `The graph refused ${many(refused, 'change')} because of missing permissions: check the client of the graph sync and its role, then requeue with include_auth.`,
    dead > 0 && `The graph rejected ${many(dead, 'change')}: fix the cause, which is in the log, then requeue.`,
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
          `Nothing has been read ${at.last_crawl_at ? `since ${at.last_crawl_at.slice(0, 10)}` : 'yet'}: is a worker running?`,
        ]
      : []),
    ...failures.map(
      ({ error_class, count }) => `${many(count, 'crawl')} ended with ${error_class}: ${ADVICE[error_class]}.`,
    ),
    ...(at.pending_documents > 0
      ? [
          `${many(at.pending_documents, 'document')} ${at.pending_documents > 1 ? 'are' : 'is'} waiting for the extractor.`,
        ]
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
    ...(unsourced > 0 ? [`${many(unsourced, 'vendor')} without a source: run a crawl to find some.`] : []),
    ...(unread > 0
      ? [`${many(unread, 'vendor')} with sources that were never read: see missing_doc_vendors for the reasons.`]
      : []),
    ...(shared > 0
      ? [`${many(shared, 'domain')} with more than one vendor: see duplicate_domain_groups and merge them.`]
      : []),
  ]
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** The share with three digits, or 0 for an empty whole. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, Math.round((part / whole) * 1000) / 1000)

/** The host of `http://a.b.test:81/` and its parents `b.test` and `test`, each with and without the port. */
export function hostsAbove(url: URL): string[] {
  const labels = url.hostname.replace(/\.$/, '').split('.')
  const names = labels.map((_, i) => labels.slice(i).join('.'))
  return url.port ? names.flatMap((name) => [name, `${name}:${url.port}`]) : names
}

const LOCAL = /^(?:[^.]+|.+\.(?:localhost|local|internal|intranet|lan|home\.arpa))$/

/** IP addresses, and names that are valid only in an internal network. */
export function isInside(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, '')
  return host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host) || LOCAL.test(host)
}
