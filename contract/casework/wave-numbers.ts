// How people count the waves of a plan. On the wire a number says what a wave is for, in every version alike: 1 what is
// soon done, 2 foundations, from 3 on lift, the last one research. A wave that would hold nothing is not there, so that these numbers
// have gaps; who reads counts 1, 2, 3.
import type { PlanItem, PlanWave } from './plan.ts'

/** From the number on the wire to the one that is read. */
export const waveNumbers = (items: readonly Pick<PlanItem, 'wave'>[]): ReadonlyMap<number, number> =>
  new Map([...new Set(items.map(({ wave }) => wave))].sort((a, b) => a - b).map((wave, place) => [wave, place + 1]))

/** How the reason of an item begins to say why it stands where it does. */
export const inWave = (wave: number): string => `In wave ${wave}`

interface Planned {
  items: readonly Pick<PlanItem, 'wave' | 'rationale_md'>[]
  waves: readonly PlanWave[]
}

/** The plan as it is shown, with the numbers that are read. */
export function withReadNumbers<P extends Planned>(plan: P): P {
  const numbers = waveNumbers(plan.items)
  const read = (wave: number): number => numbers.get(wave) ?? wave
  return {
    ...plan,
    items: plan.items.map((item) => ({
      ...item,
      wave: read(item.wave),
      rationale_md: item.rationale_md.replace(`${inWave(item.wave)} because`, `${inWave(read(item.wave))} because`),
    })),
    waves: plan.waves.map((wave) => ({ ...wave, n: read(wave.n) })),
  }
}
