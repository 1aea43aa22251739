// What an estimate says about itself: what was assumed, and how sure it is. Pure.

import type { Effort } from '@veritrace/contract/casework/shapes'
import { counted } from '../../model/counted.ts'
import { FIRST_GUESS } from './calibrate.ts'
import type { Estimated, EstimateInput } from './estimate.ts'

export function assumptionsBehind({ assumptions, simulations, seed, calibration }: EstimateInput): string[] {
  const { productivity, test_share, coordination, overrides = {} } = assumptions
  return [
    `Drawn ${simulations} times with seed ${seed} from PERT distributions; first guesses err together, so all packages are correlated by ${FIRST_GUESS} until finished work says more.`,
    `Productivity ${productivity}; ${Math.round(test_share * 100)} % for tests and ${Math.round(coordination * 100)} % for coordination on top.`,
    ...Object.entries(overrides).map(
      ([action, { low, likely, high }]) => `${action} is taken as ${low}, ${likely} and ${high} person-days.`,
    ),
    calibration
      ? `The ranges are calibrated by ${counted(calibration.actual_items, 'finished item')}.`
      : 'The ranges are first guesses of the pack: no finished item calibrates them yet.',
  ]
}

const WIDE = 0.6
const ENOUGH_ACTUALS = 10
const MUCH_OPEN = 0.3

export function confidenceOf(
  { items, calibration }: EstimateInput,
  { p10, p50, p90 }: Effort,
): Estimated['confidence'] {
  const open =
    items.filter(({ lift, needs_decision }) => lift.objects_improved === 0 || needs_decision).length /
    Math.max(1, items.length)
  const actuals = calibration?.actual_items ?? 0
  const spread = p50 > 0 ? (p90 - p10) / p50 : 0
  const reasons = [
    ...(actuals < ENOUGH_ACTUALS
      ? [`Only ${counted(actuals, 'finished item tells', 'finished items tell')} how good the guesses are.`]
      : []),
    ...(spread > WIDE ? [`The range from p10 to p90 is ${Math.round(spread * 100)} % of the median.`] : []),
    ...(open > MUCH_OPEN ? [`${Math.round(open * 100)} % of the items are research or wait for a decision.`] : []),
  ]
  return { band: reasons.length === 0 ? 'high' : reasons.length === 1 ? 'medium' : 'low', reasons }
}
