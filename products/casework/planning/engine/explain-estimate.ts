// The text of an estimate: its assumptions, and its confidence with reasons. Pure.

import type { Effort } from '@veritrace/contract/casework/shapes'
import { counted } from '../../model/counted.ts'
import { FIRST_GUESS } from './calibrate.ts'
import type { Estimated, EstimateInput } from './estimate.ts'

export function assumptionsBehind({ assumptions, simulations, seed, calibration }: EstimateInput): string[] {
  const { productivity, test_share, coordination, overrides = {} } = assumptions
  return [
    `Simulated ${simulations} times with seed ${seed} from PERT distributions. Initial estimates tend to be wrong in the same direction, so all packages are correlated by ${FIRST_GUESS} until finished work provides data.`,
    `Productivity ${productivity}, plus ${Math.round(test_share * 100)}% for tests and ${Math.round(coordination * 100)}% for coordination.`,
    ...Object.entries(overrides).map(
      ([action, { low, likely, high }]) => `${action} is estimated at ${low}, ${likely} and ${high} person-days.`,
    ),
    calibration
      ? `The ranges are calibrated by ${counted(calibration.actual_items, 'finished item')}.`
      : 'The ranges are initial estimates of the pack, not yet calibrated by finished items.',
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
      ? [`Only ${counted(actuals, 'finished item shows', 'finished items show')} how accurate the estimates are.`]
      : []),
    ...(spread > WIDE ? [`The range from p10 to p90 is ${Math.round(spread * 100)}% of the median.`] : []),
    ...(open > MUCH_OPEN ? [`${Math.round(open * 100)}% of the items are research or need a decision.`] : []),
  ]
  return { band: reasons.length === 0 ? 'high' : reasons.length === 1 ? 'medium' : 'low', reasons }
}
