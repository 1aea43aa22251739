// Parses `as_of` and `since`, which are a day or a timestamp.
import { fail } from '@veritrace/platform/errors'

const DAY = 24 * 3_600_000

/** A day means its end, but never later than now. */
export function asOf(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const start = new Date(text)
  if (start > now)
    fail('invalid_query', 'as_of is in the future.', { errors: [{ path: 'as_of', message: 'is in the future' }] })
  const meant = isDay(text) ? start.getTime() + DAY - 1 : start.getTime()
  return new Date(Math.min(meant, now.getTime()))
}

export const sinceOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

const isDay = (text: string): boolean => text.length === 10
