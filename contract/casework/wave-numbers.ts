// Display numbers of the waves of a plan. In the API, the number of a wave encodes its purpose in every version: 1 quick wins,
// 2 foundations, 3 and above improvement, the last one research. Empty waves are omitted, so these numbers have gaps;
// readers see 1, 2, 3.
import type { PlanItem, PlanWave } from './plan.ts'

/** Maps API numbers to display numbers. */
export const displayNumbers = (items: readonly Pick<PlanItem, 'wave'>[]): ReadonlyMap<number, number> =>
  new Map([...new Set(items.map(({ wave }) => wave))].sort((a, b) => a - b).map((wave, place) => [wave, place + 1]))

/** The start of an item's rationale, which explains why it is in its wave. */
export const wavePrefix = (wave: number): string => `In wave ${wave}`

interface Planned {
  items: readonly Pick<PlanItem, 'wave' | 'rationale_md'>[]
  waves: readonly PlanWave[]
}

/** The plan with display numbers. */
export function withDisplayNumbers<P extends Planned>(plan: P): P {
  const numbers = displayNumbers(plan.items)
  const read = (wave: number): number => numbers.get(wave) ?? wave
  return {
    ...plan,
    items: plan.items.map((item) => ({
      ...item,
      wave: read(item.wave),
      rationale_md: item.rationale_md.replace(
        `${wavePrefix(item.wave)} because`,
        `${wavePrefix(read(item.wave))} because`,
      ),
    })),
    waves: plan.waves.map((wave) => ({ ...wave, n: read(wave.n) })),
  }
}
