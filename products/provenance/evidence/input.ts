// The columns for a caller's input. Dates are checked against each other and against the stored row.
import { fail } from '@veritrace/platform/errors'
import { dateProblems } from './rules.ts'
import type { EvidenceRow } from './tables.ts'

const DATES = ['issued_at', 'valid_from', 'valid_until', 'period_start', 'period_end', 'renewal_due_at'] as const
type DateName = (typeof DATES)[number]
type Dates = Partial<Pick<EvidenceRow, DateName>>

export function inputColumns<W extends Partial<Record<DateName, string | null>>>(input: W, before: Dates = {}) {
  const { issued_at, valid_from, valid_until, period_start, period_end, renewal_due_at, ...texts } = input
  const given = DATES.filter((name) => input[name] !== undefined)
  const dates: Dates = Object.fromEntries(given.map((name) => [name, asDate(input[name] ?? null)]))
  const errors = dateProblems({ ...before, ...dates })
  if (errors.length > 0)
    fail('invalid_body', errors.map(({ path, message }) => `${path} ${message}.`).join(' '), { errors })
  return { ...texts, ...dates }
}

const asDate = (text: string | null): Date | null => (text === null ? null : new Date(text))
