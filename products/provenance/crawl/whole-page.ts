// Renders a page that is empty without scripts, if there is a browser.
import type { Provenance } from '../deps.ts'
import { decode } from '../extract/read/decode.ts'
import { isShell } from '../sources/shell.ts'
import { askPart } from './ask-part.ts'
import { BrowserFailure } from './browser/visit.ts'
import { CrawlFailure, Deferred } from './failure.ts'
import { holdTurns } from './held-turns.ts'
import { isHtml, isPdf } from './media.ts'
import type { FetchDeps, PageAnswer, Run } from './request-page.ts'

type Deps = FetchDeps & Pick<Provenance, 'browser'>

/** Returns the page unchanged if it needs no scripts or there is no browser. Then judgePage reports what is missing. */
export async function wholePage(deps: Deps, run: Run, vendor: string, page: PageAnswer): Promise<PageAnswer> {
  const { browser } = deps
  if (!browser || page.rendered !== '' || page.status !== 200) return page
  if (!isHtml(page.contentType) || isPdf(page.contentType, page.body)) return page
  if (!isShell(decode(page.body, page.contentType))) return page
  const turns = holdTurns()
  const sent = { ...page, userAgent: deps.crawl.userAgent }
  try {
    const ask = askPart(deps, run, turns.take, page.url)
    const { html, whole } = await browser.render(vendor, sent, ask)
    // ETag and date belong to the shell, which may stay the same for years.
    const { etag: _, 'last-modified': __, ...headers } = page.headers
    return {
      ...page,
      headers,
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from(html),
      rendered: whole ? 'whole' : 'part',
    }
  } catch (error) {
    run.signal?.throwIfAborted()
    throw asCrawlFailure(error, page.status)
  } finally {
    await turns.leave()
  }
}

/** Falls back to the page as sent, because discovery can work with it. */
export async function wholeIfPossible(deps: Deps, run: Run, vendor: string, page: PageAnswer): Promise<PageAnswer> {
  try {
    return await wholePage(deps, run, vendor, page)
  } catch (error) {
    if (error instanceof CrawlFailure || error instanceof Deferred) return page
    throw error
  }
}

function asCrawlFailure(error: unknown, httpStatus: number): unknown {
  if (!(error instanceof BrowserFailure)) return error
  const { why, message } = error
  if (why === 'late') return new CrawlFailure('timeout', message, { httpStatus })
  if (why === 'too_much')
    return new CrawlFailure('too_large', `The page is too large for the browser. ${message}`, { httpStatus })
  if (why === 'broken')
    return new CrawlFailure('extractor', `The scripts of the page failed. ${message}`, {
      ...{ httpStatus, reason: 'browser_crashed', retryable: true },
    })
  return new CrawlFailure('empty', `The page is empty without scripts, and they cannot be run. ${message}`, {
    ...{ httpStatus, reason: 'needs_browser' },
  })
}
