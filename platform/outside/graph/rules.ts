// Decides when a change is sent to the graph again, and when to give up. Pure.

/** The result of an attempt: `again` to retry, `refused` for an invalid request, `unauthorized` for missing rights. */
export type Refusal = 'again' | 'refused' | 'unauthorized'

export const MOST_ATTEMPTS = 8
/** After the attempts above, four times a day for a week. */
const MOST_RETURNS = 28
const FIRST_WAIT_SECONDS = 15
const LONGEST_WAIT_SECONDS = 6 * 3_600

const AGAIN: ReadonlySet<number> = new Set([408, 425, 429])

/** A graph that is busy or restarting answers the next attempts; only what fails longer is a problem for a person. */
const EXPECTED_RETRIES = 2

export const isExpected = ({ status }: NextStep, attempt: number): boolean =>
  status === 'retry' && attempt <= EXPECTED_RETRIES

/** From the status of an error response. */
export function refusalOf(status: number): Refusal {
  if (status === 401 || status === 403) return 'unauthorized'
  return status >= 500 || AGAIN.has(status) ? 'again' : 'refused'
}

export interface NextStep {
  status: 'retry' | 'dead' | 'auth_dead'
  /** Seconds until the next attempt. */
  wait: number
  /** A dead letter after an outage: it is retried after the delay. */
  returns: boolean
}

/**
 * The step after the failed attempt with this number, 1 for the first. `chance` from 0 to 1 adds jitter.
 * The server's Retry-After is the minimum delay.
 */
export function nextStep(refusal: Refusal, attempt: number, retryAfter: number, chance: number): NextStep {
  if (refusal === 'unauthorized') return { status: 'auth_dead', wait: 0, returns: false }
  const isOver = attempt >= MOST_ATTEMPTS + MOST_RETURNS
  if (refusal === 'refused' || isOver) return { status: 'dead', wait: 0, returns: false }
  const step = Math.min(FIRST_WAIT_SECONDS * 4 ** (attempt - 1), LONGEST_WAIT_SECONDS)
  const wait = Math.max(step * (0.75 + chance / 2), Math.min(retryAfter, LONGEST_WAIT_SECONDS))
  return attempt < MOST_ATTEMPTS ? { status: 'retry', wait, returns: false } : { status: 'dead', wait, returns: true }
}

/** Seconds of a Retry-After header, which is a number or a date (RFC 9110 §10.2.3); 0 if it is missing or invalid. */
export function retryAfterSeconds(header: string | undefined, now: Date): number {
  if (!header) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const until = Date.parse(header)
  return Number.isNaN(until) ? 0 : Math.max(0, (until - now.getTime()) / 1000)
}
