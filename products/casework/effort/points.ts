// The effort of an action for a number of objects, as a three-point estimate. Pure.
import type { Action } from '../packs/pack.ts'
import type { Points } from './pert.ts'

export interface Amount {
  /** True for a reference that many objects share, false for an issue of each object itself. */
  isPattern: boolean
  objects: number
  /** The number of places in the source. */
  sites: number
}

/**
 * A pattern is designed once and then applied per place; without an effort per place, it is counted for each object.
 */
export function pointsFor({ effort, multiplier, wave }: Action, { isPattern, objects, sites }: Amount): Points {
  const each = isPattern && (multiplier || wave === 0) ? 1 : objects
  const more = multiplier ? multiplier.days * (multiplier.per === 'dependent' ? objects : sites) : 0
  return { low: effort.low * each + more, likely: effort.likely * each + more, high: effort.high * each + more }
}
