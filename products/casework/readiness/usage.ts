// How reliable a usage window is. Pure; the pack sets the limits.
import type { Pack } from '../packs/pack.ts'

export type UsageConfidence = 'low' | 'medium' | 'high'

interface UsageDays {
  low_confidence_days?: number
  high_confidence_days?: number
}

/** Low below the pack's first limit, high from the second on. */
export function confidenceOfWindow(days: number, pack: Pick<Pack, 'importers'>): UsageConfidence {
  const { low, high } = usageDays(pack)
  if (days < low) return 'low'
  return days < high ? 'medium' : 'high'
}

export function usageDays({ importers }: Pick<Pack, 'importers'>): { low: number; high: number } {
  const given = (importers.usage ?? {}) as UsageDays
  return { low: given.low_confidence_days ?? 0, high: given.high_confidence_days ?? 0 }
}
