// Requests one page: allowed by robots.txt at every hop, in turn at every host, within limits.
import { asOutsideError } from '@veritrace/platform/outside/outside-error'
import type { Provenance } from '../deps.ts'
import type { Candidate } from '../sources/candidates.ts'
import { judge } from '../sources/judge.ts'
import type { Occasion } from '../vendors/refresh-vendor.ts'
import { CrawlFailure, Deferred, failureOf, failureOfStatus, type Rendered } from './failure.ts'
import type { Baseline } from './host-store.ts'
import { isReadable, typeOf } from './media.ts'
import { retryAfterMs } from './politeness.ts'
import { askRobots, type RobotsFile } from './robots-of.ts'
import { type OneAnswer, type PageRequest, REDIRECTS, sendRequest } from './send-request.ts'
import type { Copy } from './store.ts'
import { inTurn } from './turns.ts'

export type FetchDeps = Pick<Provenance, 'db' | 'clock' | 'crawl' | 'fetch'>

/** State of one crawl of a vendor or a source. */
export interface Run {
  signal: AbortSignal | undefined
  /** Number of requests so far, by origin. */
  asked: Map<string, number>
  /** The robots.txt decision for the last address. */
  robots: { allowed: boolean; rule: string } | null
  /** Pages that discovery has read, so they need no second request. */
  kept: Map<string, PageAnswer>
  /** The addresses that led to each final address. */
  landed: Map<string, Set<string>>
  /** Result of discovery, once it has run. */
  found?: readonly Candidate[]
  /** Only in a vendor crawl: reasons to refresh the vendor after the last page. */
  occasions?: Set<Occasion>
  /** Only in a vendor crawl: known snapshots by id. */
  copies?: ReadonlyMap<string, Copy>
  /** robots.txt files by origin, and baselines for addresses that cannot exist. */
  files: Map<string, RobotsFile>
  baselines: Map<string, Baseline | undefined>
  /** Scripts and styles that several pages share. */
  parts: Map<string, OneAnswer>
  /** Why the home page could not be read, with its robots.txt decision. */
  homeFailure?: { failure: CrawlFailure; robots: Run['robots'] }
}
export const newRun = (signal?: AbortSignal): Run => ({
  signal,
  asked: new Map(),
  robots: null,
  kept: new Map(),
  landed: new Map(),
  files: new Map(),
  baselines: new Map(),
  parts: new Map(),
})

interface Hop {
  status: number
  from: string
  to: string
}
export interface PageAnswer {
  /** The final address, after redirects. */
  url: string
  /** 304 only if the request was conditional. */
  status: number
  headers: Record<string, string>
  contentType: string
  body: Buffer
  /** As sent, or rendered with its scripts. */
  rendered: Rendered
  hops: Hop[]
  /** The robots.txt decision for the last hop. */
  robots: Run['robots']
}

const MAX_HOPS = 10
const DAY = 24 * 3_600_000

/** Returns the response with any status; `getPage` decides what is a failure. Throws CrawlFailure or Deferred. */
export async function requestPage(
  deps: FetchDeps,
  run: Run,
  url: string,
  request: PageRequest = {},
): Promise<PageAnswer> {
  const hops: Hop[] = []
  const seen = new Set<string>()
  let target = checked(deps, url)
  for (;;) {
    if (seen.has(target.href) || hops.length > MAX_HOPS)
      throw new CrawlFailure('redirect_loop', `There are too many redirects (${hops.length}).`, {
        httpStatus: hops.at(-1)?.status,
      })
    seen.add(target.href)
    const answer = await askOnce(deps, run, target, request)
    const location = answer.headers.location
    if (!REDIRECTS.has(answer.status) || !location)
      return { ...readable(answer), url: target.href, rendered: '', hops, robots: run.robots }
    const next = checked(deps, resolved(location, target))
    hops.push({ status: answer.status, from: target.href, to: next.href })
    target = next
  }
}

/** The page if it exists and is readable. Otherwise throws. */
export async function getPage(deps: FetchDeps, run: Run, url: string, request: PageRequest = {}): Promise<PageAnswer> {
  const page = await requestPage(deps, run, url, request)
  const isConditional = Boolean(request.etag || request.lastModified)
  if (page.status === 304 && isConditional) return page
  const failure = failureOfStatus(page.status)
  if (!failure) return page
  if (GUARDED.has(page.status) && isChallenge(url, page))
    throw new CrawlFailure('challenge_page', `The page is protected by a challenge (${page.status}).`, {
      httpStatus: page.status,
    })
  throw withRetryAfter(failure, page.headers, deps.clock.now())
}
const GUARDED = new Set([403, 429, 503])

function isChallenge(url: string, { url: finalUrl, status, headers, body }: PageAnswer): boolean {
  return judge({ url, finalUrl, status, headers, body: body.toString('latin1') }).verdict === 'challenge_page'
}

function withRetryAfter(failure: CrawlFailure, headers: Record<string, string>, now: Date): CrawlFailure {
  const ms = retryAfterMs(headers['retry-after'], now)
  const { errorClass, message, httpStatus, retryable } = failure
  if (ms === undefined) return failure
  return new CrawlFailure(errorClass, message, { httpStatus, retryable, until: new Date(now.getTime() + ms) })
}

function checked({ fetch }: FetchDeps, url: string): URL {
  try {
    fetch.check(url)
  } catch (error) {
    throw failureOf(asOutsideError(error))
  }
  const target = new URL(url)
  target.hash = ''
  return target
}

function resolved(location: string, base: URL): string {
  if (URL.canParse(location, base.href)) return new URL(location, base).href
  throw new CrawlFailure('parse', 'The redirect has no valid address.')
}

export async function askOnce(
  deps: FetchDeps,
  run: Run,
  target: URL,
  request: PageRequest,
  take: typeof inTurn = inTurn,
): Promise<OneAnswer> {
  const { origin } = target
  const robots = await askRobots(deps, target, run)
  run.robots = { allowed: robots.allowed, rule: robots.rule }
  if (!robots.allowed) throw new CrawlFailure('robots_disallowed', `robots.txt disallows this page: ${robots.rule}.`)
  const asked = run.asked.get(origin) ?? 0
  if (asked >= deps.crawl.maxPages)
    throw new Deferred(
      `The limit of ${asked} requests to ${origin} per crawl is reached.`,
      new Date(deps.clock.now().getTime() + DAY),
    )
  run.asked.set(origin, asked + 1)
  const turn = { crawlDelay: robots.crawlDelay, signal: run.signal }
  return take(deps, origin, turn, async () => {
    const began = deps.clock.now()
    const value = await sendRequest(deps, target, request, run.signal)
    const now = deps.clock.now()
    const observed = {
      status: value.status,
      tookMs: now.getTime() - began.getTime(),
      retryAfterMs: retryAfterMs(value.headers['retry-after'], now),
    }
    return { value, observed }
  })
}

function readable(answer: OneAnswer): OneAnswer {
  if (answer.status >= 300 || isReadable(answer.contentType)) return answer
  throw new CrawlFailure('unsupported_type', `The type ${typeOf(answer.contentType)} is not supported.`, {
    httpStatus: answer.status,
  })
}
