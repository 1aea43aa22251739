// What finished items say about guesses. Pure.
import { ownValue } from '@veritrace/platform/names'
import { round } from './pert.ts'

export interface Actual {
  action_id: string
  /** The median that was guessed, and the days that it took. */
  guessed: number
  actual: number
}

export interface Calibration {
  actual_items: number
  /** What was needed by what was guessed: above 1 the guesses are too low. */
  bias: number
  /** The same for actions with enough finished items. */
  by_action: Readonly<Record<string, number>>
  /** How many finished items say so, for the same actions. */
  finished: Readonly<Record<string, number>>
}

export const NOT_CALIBRATED: Calibration = { actual_items: 0, bias: 1, by_action: {}, finished: {} }

/** Fewer say more about the items than about the guess. */
const ENOUGH = 3

export function calibrationOf(actuals: readonly Actual[]): Calibration {
  const counted = actuals.filter(({ guessed }) => guessed > 0)
  const byAction = [...Map.groupBy(counted, ({ action_id }) => action_id)].filter(([, { length }]) => length >= ENOUGH)
  return {
    actual_items: counted.length,
    bias: biasOf(counted),
    by_action: Object.fromEntries(byAction.map(([action, list]) => [action, biasOf(list)])),
    finished: Object.fromEntries(byAction.map(([action, { length }]) => [action, length])),
  }
}

function biasOf(actuals: readonly Actual[]): number {
  const guessed = actuals.reduce((sum, one) => sum + one.guessed, 0)
  return guessed > 0 ? round(actuals.reduce((sum, one) => sum + one.actual, 0) / guessed) : 1
}

export const calibrated = (calibration: Calibration | undefined, action: string): number =>
  (calibration && ownValue(calibration.by_action, action)) ?? 1

/**
 * How much of the uncertainty of an item all items share, as a share of its variance. First guesses err together: who
 * guesses one action too low does so with all. Every finished item of an action says more about its guess.
 */
export function commonOf(calibration: Calibration | undefined, action: string): number {
  const finished = (calibration && ownValue(calibration.finished, action)) ?? 0
  return (FIRST_GUESS * ENOUGH) / (ENOUGH + finished)
}
export const FIRST_GUESS = 0.8

/** As it is told beside a plan. */
export const shownCalibration = ({ actual_items, bias, by_action, finished }: Calibration) => ({
  ...{ actual_items, bias, applied: Object.keys(by_action).length > 0 },
  by_action: Object.entries(by_action).map(([action_id, factor]) => ({
    ...{ action_id, factor, finished: ownValue(finished, action_id) ?? 0 },
  })),
})
