// What a caller writes, as columns; the dates are checked against each other and against those the row has.
import { fail } from '@veritrace/platform/errors'
import { dateProblems } from './rules.ts'
import type { EvidenceRow } from './tables.ts'

const DATES = ['issued_at', 'valid_from', 'valid_until', 'period_start', 'period_end', 'renewal_due_at'] as const
type DateName = (typeof DATES)[number]
type Dates = Partial<Pick<EvidenceRow, DateName>>

export function wordsAsColumns<W extends Partial<Record<DateName, string | null>>>(words: W, before: Dates = {}) {
  const { issued_at, valid_from, valid_until, period_start, period_end, renewal_due_at, ...texts } = words
  const given = DATES.filter((name) => words[name] !== undefined)
  const dates: Dates = Object.fromEntries(given.map((name) => [name, asDate(words[name] ?? null)]))
  const errors = dateProblems({ ...before, ...dates })
  if (errors.length > 0)
    fail('invalid_body', errors.map(({ path, message }) => `${path} ${message}.`).join(' '), { errors })
  return { ...texts, ...dates }
}

const asDate = (text: string | null): Date | null => (text === null ? null : new Date(text))
