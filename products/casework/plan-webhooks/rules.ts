// Which webhooks receive an event, and what follows from an attempt. Pure.
import type { DeliveryStatus } from '@veritrace/contract/casework/plan-transports'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The delay after each failed attempt. After the last one, no attempt follows. */
export const RETRY_STEPS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  8 * HOUR,
  24 * HOUR,
]
const JITTER = 0.2

export interface Tried {
  ok: boolean
  status: number | null
  /** True if another attempt cannot succeed because the address is forbidden. */
  isFinal: boolean
  retryAfterMs: number | null
}

export interface AfterTry {
  status: Extract<DeliveryStatus, 'delivered' | 'retrying' | 'failed' | 'dead_letter'>
  /** Milliseconds until the next attempt. */
  wait?: number
  /** The receiver wants no further messages. */
  disables: boolean
}

/** What follows from attempt number `attempt`; `random` is between 0 and 1. */
export function afterTry(attempt: number, tried: Tried, random: number): AfterTry {
  if (tried.ok) return { status: 'delivered', disables: false }
  if (tried.status === 410) return { status: 'failed', disables: true }
  if (tried.isFinal) return { status: 'failed', disables: false }
  const step = RETRY_STEPS[attempt - 1]
  if (step === undefined) return { status: 'dead_letter', disables: false }
  const spread = step * (1 - JITTER + 2 * JITTER * random)
  return { status: 'retrying', wait: Math.max(spread, Math.min(tried.retryAfterMs ?? 0, 2 * step)), disables: false }
}

export const wantsEvent = (events: readonly string[], type: string): boolean =>
  events.includes('*') || events.includes(type)
