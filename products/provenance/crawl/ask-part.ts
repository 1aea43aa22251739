// What a page asks for while its scripts run, asked for as politely as the page itself: checked, allowed by robots.txt, in
// turn, and counted. The browser itself reaches nobody.
import { asOutsideError } from '@veritrace/platform/outside/outside-error'
import { ownerOf } from '../sources/address.ts'
import type { AskPart } from './browser/visit.ts'
import { CrawlFailure, failureOf, failureOfStatus } from './failure.ts'
import { askOnce, type FetchDeps, type Run } from './request-page.ts'
import { type OneAnswer, REDIRECTS } from './send-request.ts'
import type { inTurn } from './turns.ts'

const MAX_HOPS = 5
/** Of files that several pages have in common, in one crawl. */
const MOST_KEPT_BYTES = 30_000_000
const SHARED = new Set(['script', 'stylesheet'])

export function askPart(deps: FetchDeps, run: Run, take: typeof inTurn, pageUrl: string): AskPart {
  return async (url, type, accept, over) => {
    const known = run.parts.get(url)
    if (known) return known
    const signal = run.signal ? AbortSignal.any([run.signal, over]) : over
    // What robots.txt says of a part is not what it says of the page.
    const own: Run = { ...run, robots: null, signal }
    try {
      const answer = await follow(deps, own, take, pageUrl, url, accept)
      if (answer?.status === 200 && SHARED.has(type)) keep(run, url, answer)
      return answer
    } catch (error) {
      // What may pass leaves half a page, which is none; what will not is not for this page.
      if (error instanceof CrawlFailure && !error.retryable) return undefined
      throw error
    }
  }
}

/** Never a redirect: the browser would follow it by itself. */
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
