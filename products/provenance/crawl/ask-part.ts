// Fetches files that a page requests while its scripts run, under the same rules as the page itself: address check,
// robots.txt, one request at a time, request limit. The browser itself has no network access.
import { asOutsideError } from '@veritrace/platform/outside/outside-error'
import { ownerOf } from '../sources/address.ts'
import type { AskPart } from './browser/visit.ts'
import { CrawlFailure, failureOf, failureOfStatus } from './failure.ts'
import { askOnce, type FetchDeps, type Run } from './request-page.ts'
import { type OneAnswer, REDIRECTS } from './send-request.ts'
import type { inTurn } from './turns.ts'

const MAX_HOPS = 5
/** Memory limit for files shared by several pages of one crawl. */
const MOST_KEPT_BYTES = 30_000_000
const SHARED = new Set(['script', 'stylesheet'])

export function askPart(deps: FetchDeps, run: Run, take: typeof inTurn, pageUrl: string): AskPart {
  return async (url, type, accept, over) => {
    const known = run.parts.get(url)
    if (known) return known
    const signal = run.signal ? AbortSignal.any([run.signal, over]) : over
    // The robots.txt decision for a part must not replace the one for the page.
    const own: Run = { ...run, robots: null, signal }
    try {
      const answer = await follow(deps, own, take, pageUrl, url, accept)
      if (answer?.status === 200 && SHARED.has(type)) keep(run, url, answer)
      return answer
    } catch (error) {
      // A transient failure would leave half a page, so it ends the visit. A permanent one only means the part is
      // missing.
      if (error instanceof CrawlFailure && !error.retryable) return undefined
      throw error
    }
  }
}

/** Never returns a redirect: the browser would follow it itself. */
async function follow(
  deps: FetchDeps,
  run: Run,
  take: typeof inTurn,
  pageUrl: string,
  url: string,
  accept: string,
): Promise<OneAnswer | undefined> {
  let target = url
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    if (!isAllowed(deps, target, pageUrl)) return undefined
    const place = new URL(target)
    place.hash = ''
    const answer = await askOnce(deps, run, place, { accept, isPart: true }, take)
    const { location } = answer.headers
    if (!REDIRECTS.has(answer.status) || !location) {
      const failure = failureOfStatus(answer.status)
      if (failure?.retryable) throw failure
      return answer.status >= 200 && answer.status < 600 && answer.status !== 304 ? answer : undefined
    }
    if (!URL.canParse(location, target)) return undefined
    target = new URL(location, target).href
  }
  return undefined
}

function isAllowed({ fetch }: FetchDeps, url: string, pageUrl: string): boolean {
  try {
    fetch.check(url)
  } catch (error) {
    if (failureOf(asOutsideError(error)).errorClass === 'ssrf_blocked') return false
    throw error
  }
  return ownerOf(url) === ownerOf(pageUrl)
}

function keep({ parts }: Run, url: string, answer: OneAnswer): void {
  let size = answer.body.length
  for (const { body } of parts.values()) size += body.length
  if (size <= MOST_KEPT_BYTES) parts.set(url, answer)
}
