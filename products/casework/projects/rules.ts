// What a project must say of itself. Pure.
import type { FreezePeriod } from '@veritrace/contract/casework/projects'

/** The first period that would end before it begins; both of its days belong to it. */
export function backwardsIn(periods: readonly FreezePeriod[] = []): { path: string; message: string } | undefined {
  const place = periods.findIndex(({ from, to }) => to < from)
  return place < 0
    ? undefined
    : { path: `freeze_periods.${place}.to`, message: 'lies before the day that it begins on' }
}
