// Validation of projects. Pure.
import type { FreezePeriod } from '@veritrace/contract/casework/projects'

/** The first period that ends before it starts. Both its days belong to a period. */
export function backwardsIn(periods: readonly FreezePeriod[] = []): { path: string; message: string } | undefined {
  const place = periods.findIndex(({ from, to }) => to < from)
  return place < 0 ? undefined : { path: `freeze_periods.${place}.to`, message: 'must not be before the start date' }
}
