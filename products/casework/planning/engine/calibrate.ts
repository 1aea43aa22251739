// Calibrates effort estimates with finished items. Pure.
import { ownValue } from '@veritrace/platform/names'
import { round } from '../../effort/pert.ts'

export interface Actual {
  action_id: string
  /** The estimated median, and the actual days. */
  guessed: number
  actual: number
}

export interface Calibration {
  actual_items: number
  /** Actual divided by estimated effort: above 1, the estimates are too low. */
  bias: number
  /** The same factor for each action with enough finished items. */
  by_action: Readonly<Record<string, number>>
  /** The number of finished items for these actions. */
  finished: Readonly<Record<string, number>>
}

export const NOT_CALIBRATED: Calibration = { actual_items: 0, bias: 1, by_action: {}, finished: {} }

/** With fewer items, the factor would say more about the items than about the estimate. */
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
 * The share of an item's variance that all items have in common. Initial estimates tend to be wrong in the same
 * direction, because someone who underestimates an action once does so everywhere. Finished items of an action reduce
 * this share.
 */
export function commonOf(calibration: Calibration | undefined, action: string): number {
  const finished = (calibration && ownValue(calibration.finished, action)) ?? 0
  return (FIRST_GUESS * ENOUGH) / (ENOUGH + finished)
}
export const FIRST_GUESS = 0.8

/** The calibration as shown with a plan. */
export const shownCalibration = ({ actual_items, bias, by_action, finished }: Calibration) => ({
  ...{ actual_items, bias, applied: Object.keys(by_action).length > 0 },
  by_action: Object.entries(by_action).map(([action_id, factor]) => ({
    ...{ action_id, factor, finished: ownValue(finished, action_id) ?? 0 },
  })),
})
