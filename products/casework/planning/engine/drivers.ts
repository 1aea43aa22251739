// What influences an estimate most: the change of p80 if one factor changes and all others stay the same. Pure.

import { round } from '../../effort/pert.ts'
import { quantile } from '../../effort/simulate.ts'
import type { EstimateAssumptions, Estimated } from './estimate.ts'

/** The general assumptions multiply all effort. */
export const multiplierOf = ({ productivity, test_share, coordination }: EstimateAssumptions): number =>
  (1 + test_share + coordination) / productivity

const STEP = 0.1
const LIMIT = 12

export function driversOf(
  totals: Float64Array,
  actions: readonly { name: string; draws: Float64Array }[],
  assumptions: EstimateAssumptions,
): Estimated['drivers'] {
  const p80 = quantile(totals.toSorted(), 0.8)
  const now = multiplierOf(assumptions)
  const assumed = (factor: string, other: Partial<EstimateAssumptions>) => ({
    factor,
    p80_delta: round((p80 * multiplierOf({ ...assumptions, ...other })) / now - p80),
  })
  return [
    ...actions.map(({ name, draws }) => ({
      factor: `uncertainty of ${name}`,
      p80_delta: uncertaintyOf(totals, draws, p80),
    })),
    assumed('10% lower productivity', { productivity: assumptions.productivity * (1 - STEP) }),
    assumed('10 percentage points more for tests', { test_share: assumptions.test_share + STEP }),
    assumed('10 percentage points more for coordination', { coordination: assumptions.coordination + STEP }),
  ]
    .filter(({ p80_delta }) => p80_delta !== 0)
    .sort((a, b) => Math.abs(b.p80_delta) - Math.abs(a.p80_delta) || (a.factor < b.factor ? -1 : 1))
    .slice(0, LIMIT)
}

/** How much lower p80 would be if this part took exactly its median. */
function uncertaintyOf(totals: Float64Array, draws: Float64Array, p80: number): number {
  const median = quantile(draws.toSorted(), 0.5)
  const certain = totals.map((total, at) => total - draws[at]! + median).sort()
  return round(p80 - quantile(certain, 0.8))
}
