// How long to leave a host alone, from what it has answered: pure, so that every process decides alike.

export interface Pace {
  delayMs: number
  strikes: number
}

/** What one request told about the host. */
export interface Told {
  status: number | undefined
  tookMs: number
  /** Of the header Retry-After, in milliseconds. */
  retryAfterMs?: number | undefined
}

const LONGEST_DELAY_MS = 60_000
/** A host that asks for more than this is read more slowly, but read: once a day would never end. */
const LONGEST_CRAWL_DELAY_MS = 30_000
const LONGEST_SILENCE_MS = 24 * 3_600_000
/** An answer that takes this many pauses, or this long, comes from a host that has enough to do. */
const SLOW_MS = 5_000
const MERCY = new Set([429, 503])

/** The pause that robots.txt or our own settings ask for, whichever is longer. */
export function baseDelay(settingsMs: number, crawlDelaySeconds: number | null): number {
  if (settingsMs === 0) return 0
  const asked = Math.min((crawlDelaySeconds ?? 0) * 1000, LONGEST_CRAWL_DELAY_MS)
  return Math.max(settingsMs, asked)
}

/** Twice as slow after each plea, half as much more after each slow answer; a third of it is given back each time. */
export function nextPace(before: Pace, base: number, told: Told): Pace & { pauseMs: number } {
  const current = Math.max(before.delayMs, base)
  const pleads = told.status === undefined || MERCY.has(told.status)
  if (pleads) {
    const delayMs = Math.min(Math.max(current * 2, 1_000), LONGEST_DELAY_MS)
    return { delayMs, strikes: before.strikes + 1, pauseMs: Math.max(delayMs, silenceOf(told)) }
  }
  if (told.tookMs > SLOW_MS) {
    const delayMs = Math.min(current * 1.5, LONGEST_DELAY_MS)
    return { delayMs: Math.round(delayMs), strikes: before.strikes, pauseMs: Math.round(delayMs) }
  }
  const delayMs = Math.round(Math.max(base, current * (2 / 3)))
  return { delayMs, strikes: 0, pauseMs: delayMs }
}

const silenceOf = ({ retryAfterMs }: Told): number => Math.min(retryAfterMs ?? 0, LONGEST_SILENCE_MS)

/** RFC 9110 §10.2.3: seconds, or a date. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
