// The robots.txt of an origin, cached for up to a day (RFC 9309 §2.3 and §2.4).
import { asOutsideError } from '@veritrace/platform/outside/outside-error'
import type { Provenance } from '../deps.ts'
import type { CrawlHostRow } from '../directory-tables.ts'
import { decide, parseRobots } from '../robots/robots.ts'
import type { Robots } from '../robots/types.ts'
import { CrawlFailure, type ErrorClass, failureOf } from './failure.ts'
import { findHost, saveRobots } from './host-store.ts'
import { retryAfterMs } from './politeness.ts'
import { inTurn } from './turns.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'crawl' | 'fetch'>

export interface RobotsDecision {
  allowed: boolean
  /** The rule that decided, and when the file was read. */
  rule: string
  crawlDelay: number | null
}

const HOUR = 3_600_000
const FRESH_MS = 24 * HOUR
/** When an unreachable robots.txt is requested again. */
const TRY_AGAIN_MS = HOUR
/** RFC 9309 §2.3.1.4: after this time, an unreachable file counts as missing. */
const GIVEN_UP_AFTER_MS = 30 * 24 * HOUR
/** RFC 9309 §2.5 requires at least 500 KiB. */
const MAX_BYTES = 512 * 1024
const TIMEOUT_MS = 20_000

/** The parsed file of an origin. */
export interface RobotsFile {
  host: CrawlHostRow
  rules: Robots
}
interface Asking {
  signal: AbortSignal | undefined
  files: Map<string, RobotsFile>
}

/** Throws if robots.txt is unreachable. Otherwise decides whether the address is allowed. */
export async function askRobots(deps: Deps, url: URL, asking: Asking): Promise<RobotsDecision> {
  const { host, rules } = await fileOf(deps, url.origin, asking)
  if (host.robots_error && !mayUseCopy(host, deps.clock.now())) throw unreachable(host)
  if (!host.robots) return { allowed: true, rule: `no robots.txt${readAt(host)}`, crawlDelay: null }
  const { allowed, rule, line, crawlDelay } = decide(rules, deps.crawl.agent, url)
  return { allowed, rule: `${rule || 'no rule'}${line > 0 ? `, line ${line}` : ''}${readAt(host)}`, crawlDelay }
}

/** Sitemaps and rules of an origin as stored, without a request. */
export async function robotsView(
  { db, crawl }: Pick<Deps, 'db' | 'crawl'>,
  origin: string,
): Promise<{ sitemaps: readonly string[]; allows(url: string): boolean }> {
  const host = await findHost(db, origin)
  const robots = parseRobots(host?.robots ?? new Uint8Array())
  const allows = (url: string): boolean => {
    if (!URL.canParse(url)) return false
    const target = new URL(url)
    return target.origin !== origin || decide(robots, crawl.agent, target).allowed
  }
  return { sitemaps: robots.sitemaps, allows }
}

/** Reads and parses the file once for all pages of a crawl. */
async function fileOf(deps: Deps, origin: string, { signal, files }: Asking): Promise<RobotsFile> {
  const known = files.get(origin)
  if (known && isFresh(known.host, deps.clock.now())) return known
  const host = await freshHost(deps, origin, signal)
  const file = { host, rules: parseRobots(host.robots ?? new Uint8Array()) }
  files.set(origin, file)
  return file
}

async function freshHost(deps: Deps, origin: string, signal?: AbortSignal): Promise<CrawlHostRow> {
  const known = await findHost(deps.db, origin)
  if (known && isFresh(known, deps.clock.now())) return known
  return inTurn(deps, origin, { crawlDelay: null, signal }, async () => {
    // Another process may have read it in the meantime.
    const host = await findHost(deps.db, origin)
    if (host && isFresh(host, deps.clock.now())) return { value: host, observed: { status: 200, tookMs: 0 } }
    return readRobots(deps, origin, host, signal)
  })
}

const isFresh = (host: CrawlHostRow, now: Date): boolean => host.robots_until !== null && host.robots_until > now

/** An old copy still counts. A file that was unreachable for a month counts as missing. */
const mayUseCopy = (host: CrawlHostRow, now: Date): boolean =>
  host.robots_fetched_at !== null ||
  (host.robots_failing_since !== null && now.getTime() - host.robots_failing_since.getTime() > GIVEN_UP_AFTER_MS)

async function readRobots(deps: Deps, origin: string, before: CrawlHostRow | undefined, signal?: AbortSignal) {
  const began = deps.clock.now()
  const found = await fetchRobots(deps, origin, signal)
  const now = deps.clock.now()
  const until = (ms: number): Date => new Date(now.getTime() + ms)
  if ('error' in found) {
    const since = before?.robots_failing_since ?? now
    await saveRobots(deps.db, origin, now, {
      ...forgotten(before, now),
      robots_status: found.status,
      robots_until: until(Math.max(TRY_AGAIN_MS, found.retryAfter ?? 0)),
      robots_error: found.error,
      robots_failing_since: since,
    })
  } else
    await saveRobots(deps.db, origin, now, {
      robots: found.body,
      robots_status: found.status,
      robots_fetched_at: now,
      robots_until: until(FRESH_MS),
      robots_error: '',
      robots_failing_since: null,
    })
  const value = await findHost(deps.db, origin)
  if (!value) throw new Error(`The host ${origin} was deleted while its robots.txt was read.`)
  const status = found.status ?? undefined
  return { value, observed: { status, tookMs: now.getTime() - began.getTime(), retryAfterMs: found.retryAfter } }
}

/** The copy of a file that was unreachable for a month is dropped. */
const forgotten = (before: CrawlHostRow | undefined, now: Date) =>
  before?.robots_failing_since && now.getTime() - before.robots_failing_since.getTime() > GIVEN_UP_AFTER_MS
    ? { robots: null, robots_fetched_at: null }
    : {}

type Found =
  | { body: Buffer | null; status: number | null; retryAfter?: undefined }
  | { error: ErrorClass; status: number | null; retryAfter?: number | undefined }

async function fetchRobots(deps: Deps, origin: string, signal?: AbortSignal): Promise<Found> {
  const { crawl, fetch, clock } = deps
  try {
    const headers = {
      'user-agent': crawl.userAgent,
      accept: 'text/plain, */*;q=0.5',
      ...(crawl.from && { from: crawl.from }),
    }
    const options = { headers, redirects: 5, maxBytes: 50_000_000, timeoutMs: TIMEOUT_MS, ...(signal && { signal }) }
    const answer = await fetch.stream(`${origin}/robots.txt`, options)
    const { status } = answer
    if (status >= 200 && status < 300) return { body: await beginningOf(answer.body), status }
    answer.body.destroy()
    // 429 says nothing about the file: a request to slow down must not count as permission.
    const retryAfter = retryAfterMs(String(answer.headers['retry-after'] ?? ''), clock.now())
    if (status >= 500 || status === 429) return { error: 'robots_unreachable', status, retryAfter }
    return { body: null, status }
  } catch (thrown) {
    signal?.throwIfAborted()
    const error = asOutsideError(thrown)
    // RFC 9309 §2.3.1.2: after five redirects the file may count as missing.
    if (error.kind === 'redirect_loop') return { body: null, status: error.status ?? null }
    const { errorClass } = failureOf(error)
    return { error: errorClass === 'parse' ? 'robots_unreachable' : errorClass, status: error.status ?? null }
  }
}

async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_BYTES) break
  }
  body.destroy()
  return Buffer.concat(chunks).subarray(0, MAX_BYTES)
}

const readAt = (host: CrawlHostRow): string =>
  host.robots_fetched_at ? `, read ${host.robots_fetched_at.toISOString()}` : ''

function unreachable(host: CrawlHostRow): CrawlFailure {
  const failure = host.robots_error as ErrorClass
  const what = host.robots_status ? `responds with ${host.robots_status}` : `is unreachable (${failure})`
  return new CrawlFailure(failure, `${host.origin}/robots.txt ${what}, so we request nothing from this host.`, {
    httpStatus: host.robots_status,
  })
}
