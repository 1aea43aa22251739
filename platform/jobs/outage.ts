// Recognizes an outage of another system, which says nothing about the job: a reason to wait, not to give up.
import { isDatabaseDown } from '../db/failures.ts'
import { isAppError } from '../errors.ts'

const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

export function isOutage(error: unknown): boolean {
  if (isAppError(error)) return AWAY.has(error.status) || error.extras.retryable === true
  return isDatabaseDown(error) || (error as { retryable?: unknown } | null)?.retryable === true
}
