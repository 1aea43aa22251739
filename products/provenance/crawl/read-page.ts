// From an answer to what it says: judged first, so that an error page in disguise is not taken for evidence.
import type { Provenance } from '../deps.ts'
import type { SourceRow } from '../directory-tables.ts'
import { decode } from '../extract/read/decode.ts'
import type { Extraction } from '../extract/types.ts'
import { pageDirectives } from '../robots/page-directives.ts'
import { CrawlFailure } from './failure.ts'
import { judgePage } from './judge-page.ts'
import { isHtml, isPdf } from './media.ts'
import type { PageAnswer, Run } from './request-page.ts'
import { keepBytes } from './snapshots.ts'
import type { CrawledVendor } from './store.ts'

export interface Reading {
  sha256: string
  extraction: Extraction
  noarchive: boolean
}

export async function readPage(
  deps: Provenance,
  run: Run,
  { source, vendor }: { source: SourceRow; vendor: CrawledVendor },
  page: PageAnswer,
): Promise<Reading> {
  const said = { httpStatus: page.status }
  if (page.body.length === 0) throw new CrawlFailure('empty', 'The answer has no content.', said)
  const html =
    isHtml(page.contentType) && !isPdf(page.contentType, page.body) ? decode(page.body, page.contentType) : ''
  if (html) await judgePage(deps, run, source.url, page, html)
  const sha256 = await keepBytes(deps, page.body, page.contentType)
  const extraction = await extractPage(deps, { source, vendor }, page)
  if (extraction.text.trim() === '') throw new CrawlFailure('empty', 'The page has no text.', said)
  return { sha256, extraction, noarchive: pageDirectives(page.headers, html, deps.crawl.agent).noarchive }
}

async function extractPage(
  { extractors, log }: Provenance,
  { source, vendor }: { source: SourceRow; vendor: CrawledVendor },
  page: PageAnswer,
): Promise<Extraction> {
  const { display_name: name, primary_domain: domain, aliases } = vendor
  try {
    return await extractors.extract(page.body, page.contentType, {
      url: page.url,
      kind: source.kind,
      vendor: { name, domain, aliases },
    })
  } catch (error) {
    log.warn({ err: error, source: source.id }, 'a page could not be read')
    // Of a PDF it is mostly the file; of a page, which never fails to parse, it is us.
    const isFile = isPdf(page.contentType, page.body)
    throw new CrawlFailure(isFile ? 'parse' : 'extractor', 'The document cannot be read.', { httpStatus: page.status })
  }
}
