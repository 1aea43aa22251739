// Turns a response into an extraction. It is judged first, so that an error page in disguise does not become evidence.
import { INSTALLATION } from '@veritrace/platform/threads/pool'
import type { Provenance } from '../deps.ts'
import type { SourceRow } from '../directory-tables.ts'
import { decode } from '../extract/read/decode.ts'
import type { Extraction } from '../extract/types.ts'
import { pageDirectives } from '../robots/page-directives.ts'
import { CrawlFailure, type Rendered } from './failure.ts'
import { judgePage } from './judge-page.ts'
import { isHtml, isPdf } from './media.ts'
import { renderedWarnings } from './rendered.ts'
import type { PageAnswer, Run } from './request-page.ts'
import { storeBytes } from './snapshots.ts'
import type { CrawledVendor } from './store.ts'
import { DocumentTooHard } from './threads/pool.ts'

export interface Reading {
  sha256: string
  bytes: number
  extraction: Extraction
  noarchive: boolean
  rendered: Rendered
}
interface Place {
  source: SourceRow
  vendor: CrawledVendor
}

export async function readPage(deps: Provenance, run: Run, place: Place, page: PageAnswer): Promise<Reading> {
  return storeAndExtract(deps, place, page, await judged(deps, run, place.source.url, page))
}

/** The HTML of the page; '' for other types. Throws if it is not evidence. */
export async function judged(deps: Provenance, run: Run, asked: string, page: PageAnswer): Promise<string> {
  if (page.body.length === 0) throw new CrawlFailure('empty', 'The answer has no content.', { httpStatus: page.status })
  if (!isHtml(page.contentType) || isPdf(page.contentType, page.body)) return ''
  const html = decode(page.body, page.contentType)
  if (html) await judgePage(deps, run, asked, page, html)
  return html
}

/** Stores the bytes while extracting. Resolves when both are done, because rows that name the bytes follow. */
export async function storeAndExtract(
  deps: Provenance,
  place: Place,
  page: PageAnswer,
  html: string,
): Promise<Reading> {
  const keeping = storeBytes(deps, page.body, page.contentType, place.source.last_snapshot_id !== null)
  const [kept, read] = await Promise.allSettled([keeping, extractPage(deps, place, page)])
  if (kept.status === 'rejected') throw kept.reason
  const { noarchive } = pageDirectives(page.headers, html, deps.crawl.agent)
  const copy = { sha256: kept.value, bytes: page.body.length, noarchive, rendered: page.rendered }
  if (read.status === 'rejected') throw asUnread(deps, place, page, copy, read.reason)
  const warnings = [...renderedWarnings(page.rendered), ...read.value.warnings]
  const extraction = { ...read.value, warnings }
  if (extraction.text.trim() === '')
    throw new CrawlFailure('empty', 'The page has no text.', { httpStatus: page.status })
  return { ...copy, extraction }
}

function extractPage({ extractors }: Provenance, { source, vendor }: Place, page: PageAnswer): Promise<Extraction> {
  const { display_name: name, primary_domain: domain, aliases } = vendor
  const context = { url: page.url, kind: source.kind, vendor: { name, domain, aliases } }
  return extractors.extract(page.body, page.contentType, context, { tenant: INSTALLATION, mayWait: true })
}

/** If the extractor is stopping, nothing is recorded about the page: it is read again later. */
function asUnread(
  { log }: Provenance,
  { source }: Place,
  { body, ...page }: PageAnswer,
  copy: Omit<Reading, 'extraction'>,
  error: unknown,
): unknown {
  if (!(error instanceof DocumentTooHard)) return error
  log.warn({ err: error, source: source.id }, 'a page could not be read')
  // A PDF that fails is usually broken itself. HTML never fails to parse, so it is our fault.
  const errorClass = isPdf(page.contentType, body) ? 'parse' : 'extractor'
  return new CrawlFailure(errorClass, 'The document could not be read.', {
    httpStatus: page.status,
    unread: { page, ...copy, why: error.message },
  })
}
