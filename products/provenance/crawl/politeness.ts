// The pause of a host, computed from its responses. Pure, so that all processes decide alike.

export interface Pace {
  delayMs: number
  strikes: number
}

/** What one request showed about the host. */
export interface HostResponse {
  status: number | undefined
  tookMs: number
  /** The Retry-After header in milliseconds. */
  retryAfterMs?: number | undefined
}

const LONGEST_DELAY_MS = 60_000
/** A longer Crawl-delay is cut to this: with a pause of a day, a crawl would never end. */
const LONGEST_CRAWL_DELAY_MS = 30_000
const LONGEST_RETRY_PAUSE_MS = 24 * 3_600_000
/** Responses that take longer than this come from a busy host. */
const SLOW_MS = 5_000
const OVERLOADED = new Set([429, 503])

/** The pause of robots.txt or of our settings, whichever is longer. */
export function baseDelay(settingsMs: number, crawlDelaySeconds: number | null): number {
  if (settingsMs === 0) return 0
  const asked = Math.min((crawlDelaySeconds ?? 0) * 1000, LONGEST_CRAWL_DELAY_MS)
  return Math.max(settingsMs, asked)
}

/** The pause doubles on overload, grows by half after a slow response, and shrinks by a third after any other. */
export function nextPace(before: Pace, base: number, observed: HostResponse): Pace & { pauseMs: number } {
  const current = Math.max(before.delayMs, base)
  const isOverloaded = observed.status === undefined || OVERLOADED.has(observed.status)
  if (isOverloaded) {
    const delayMs = Math.min(Math.max(current * 2, 1_000), LONGEST_DELAY_MS)
    return { delayMs, strikes: before.strikes + 1, pauseMs: Math.max(delayMs, retryPauseOf(observed)) }
  }
  if (observed.tookMs > SLOW_MS) {
    const delayMs = Math.min(current * 1.5, LONGEST_DELAY_MS)
    return { delayMs: Math.round(delayMs), strikes: before.strikes, pauseMs: Math.round(delayMs) }
  }
  const delayMs = Math.round(Math.max(base, current * (2 / 3)))
  return { delayMs, strikes: 0, pauseMs: delayMs }
}

const retryPauseOf = ({ retryAfterMs }: HostResponse): number => Math.min(retryAfterMs ?? 0, LONGEST_RETRY_PAUSE_MS)

/** RFC 9110 §10.2.3: seconds, or a date. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
