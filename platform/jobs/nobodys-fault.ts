// Whether a failure says anything about the job: somebody else who is away is a reason to wait, and none to give up.
import { isDatabaseDown } from '../db/failures.ts'
import { isAppError } from '../errors.ts'

const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

export function isNobodysFault(error: unknown): boolean {
  if (isAppError(error)) return AWAY.has(error.status) || error.extras.retryable === true
  return isDatabaseDown(error) || (error as { retryable?: unknown } | null)?.retryable === true
}
