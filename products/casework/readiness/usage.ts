// How much a usage window tells. Pure; the pack says how long is long.
import type { Pack } from '../packs/pack.ts'

export type UsageConfidence = 'low' | 'medium' | 'high'

interface UsageDays {
  low_confidence_days?: number
  high_confidence_days?: number
}

/** Below the one bound it says little, from the other on it can be relied upon. */
export function confidenceOfWindow(days: number, pack: Pick<Pack, 'importers'>): UsageConfidence {
  const { low, high } = usageDays(pack)
  if (days < low) return 'low'
  return days < high ? 'medium' : 'high'
}

export function usageDays({ importers }: Pick<Pack, 'importers'>): { low: number; high: number } {
  const given = (importers.usage ?? {}) as UsageDays
  return { low: given.low_confidence_days ?? 0, high: given.high_confidence_days ?? 0 }
}
