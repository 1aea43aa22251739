// Whether an own object is used, according to usage data. Pure.
import type { Artifact } from '@veritrace/contract/casework/artifacts'
import type { Estate, EstateObject } from '../estate/estate.ts'
import type { Pack } from '../packs/pack.ts'

type Usage = NonNullable<Artifact['estate']>['usage']

export const usageOf = (
  pack: Pack,
  { usage_window_days }: Estate,
  { executions, last_used }: Pick<EstateObject, 'executions' | 'last_used'>,
): Usage => ({
  executions,
  last_used,
  window_days: usage_window_days,
  verdict: verdictOf(pack, executions, usage_window_days),
})

/** Below the first length of the window, missing executions mean nothing; from the second on, they are trusted. */
function verdictOf(pack: Pack, executions: number | null, days: number): Usage['verdict'] {
  const { low_confidence_days = 90, high_confidence_days = 365 } = (pack.importers.usage ?? {}) as Record<
    string,
    number
  >
  if (executions === null) return 'unknown'
  if (executions > 0) return 'used'
  if (days < low_confidence_days) return 'unknown'
  return days >= high_confidence_days ? 'unused' : 'likely_unused'
}
