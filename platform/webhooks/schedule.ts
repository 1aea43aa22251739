// Decides when a message is retried, and when an endpoint is paused or disabled. Pure.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay before each attempt, counted from the previous one. */
export const STEPS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
export const MAX_ATTEMPTS = STEPS.length

const JITTER = 0.2
/** Minimum delay after 429 or a timeout. */
const RELIEF_MS = 60 * SECOND

export interface Outcome {
  at: Date
  /** True only for 2xx. */
  ok: boolean
  statusCode: number | null
  timedOut: boolean
  retryAfterMs: number | null
}

/**
 * The time of the next attempt after attempt number `attempt` failed, or undefined if that was the last one. `random`
 * is from 0 to 1. Retry-After is honored between one and two times the step, which preserves jitter and limits the
 * delay.
 */
export function nextAttemptAt(attempt: number, outcome: Outcome, random: number): Date | undefined {
  const base = STEPS[attempt]
  if (base === undefined || outcome.statusCode === 410) return undefined
  const asked = outcome.retryAfterMs
  const wait =
    asked === null
      ? base * (1 - JITTER + 2 * JITTER * random)
      : Math.min(Math.max(asked, base), 2 * base) * (1 + JITTER * random)
  const least = outcome.statusCode === 429 || outcome.timedOut ? RELIEF_MS : 0
  return new Date(outcome.at.getTime() + Math.max(wait, least))
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3), as milliseconds from now. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (!header) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}

/** The health of an endpoint. */
export interface Health {
  failureStreak: number
  failingSince: Date | null
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastStatusCode: number | null
  circuitTrips: number
  pausedUntil: Date | null
}

/** This many consecutive failures open the circuit. */
export const TRIP_AT = 5
const FIRST_PAUSE_MS = 30 * SECOND
const LONGEST_PAUSE_MS = 30 * MINUTE
const GIVE_UP_MS = 120 * HOUR

export const HEALTHY = {
  failureStreak: 0,
  failingSince: null,
  circuitTrips: 0,
  pausedUntil: null,
} as const satisfies Partial<Health>

/** The health after another attempt. Failures of messages that were sent before a pause change little. */
export function healthAfter(health: Health, outcome: Outcome, random: number): Health {
  const { at, statusCode } = outcome
  if (outcome.ok) return { ...health, ...HEALTHY, lastSuccessAt: at, lastStatusCode: statusCode }
  const failing = {
    ...health,
    failureStreak: health.failureStreak + 1,
    failingSince: health.failingSince ?? at,
    lastFailureAt: at,
    lastStatusCode: statusCode,
  }
  const resting = health.pausedUntil !== null && health.pausedUntil > at
  if (failing.failureStreak < TRIP_AT || resting) return failing
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** health.circuitTrips, LONGEST_PAUSE_MS)
  const pausedUntil = new Date(at.getTime() + pause * (1 - JITTER + 2 * JITTER * random))
  return { ...failing, circuitTrips: health.circuitTrips + 1, pausedUntil }
}

export type DisabledReason = '410' | 'consecutive_failures' | 'manual'

/** Why the endpoint must be disabled after this outcome, if so. */
export function reasonToDisable(health: Health, outcome: Outcome): DisabledReason | undefined {
  if (outcome.statusCode === 410) return '410'
  if (outcome.ok || !health.failingSince) return undefined
  return outcome.at.getTime() - health.failingSince.getTime() >= GIVE_UP_MS ? 'consecutive_failures' : undefined
}
