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
}

export const NOT_CALIBRATED: Calibration = { actual_items: 0, bias: 1, by_action: {} }

/** Fewer say more about the items than about the guess. */
const ENOUGH = 3

export function calibrationOf(actuals: readonly Actual[]): Calibration {
  const counted = actuals.filter(({ guessed }) => guessed > 0)
  const byAction = Map.groupBy(counted, ({ action_id }) => action_id)
  return {
    actual_items: counted.length,
    bias: biasOf(counted),
    by_action: Object.fromEntries(
      [...byAction].filter(([, list]) => list.length >= ENOUGH).map(([action, list]) => [action, biasOf(list)]),
    ),
  }
}

function biasOf(actuals: readonly Actual[]): number {
  const guessed = actuals.reduce((sum, one) => sum + one.guessed, 0)
  return guessed > 0 ? round(actuals.reduce((sum, one) => sum + one.actual, 0) / guessed) : 1
}

export const calibrated = (calibration: Calibration | undefined, action: string): number =>
  (calibration && ownValue(calibration.by_action, action)) ?? 1
