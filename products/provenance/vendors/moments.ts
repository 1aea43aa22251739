// `as_of` and `since` take a day or a moment.
import { fail } from '@veritrace/platform/errors'

const DAY = 24 * 3_600_000

/** The moment that is meant: the end of a day, but not later than now. Nobody knows the future. */
export function asOf(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const start = new Date(text)
  if (start > now)
    fail('invalid_query', 'as_of lies in the future.', { errors: [{ path: 'as_of', message: 'lies in the future' }] })
  const meant = isDay(text) ? start.getTime() + DAY - 1 : start.getTime()
  return new Date(Math.min(meant, now.getTime()))
}

export const sinceOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

const isDay = (text: string): boolean => text.length === 10
