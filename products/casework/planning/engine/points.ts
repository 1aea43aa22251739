// How much work an action is on so many objects, in three points. Pure.
import type { Action } from '../../packs/pack.ts'
import type { Part } from './parcels.ts'
import type { Points } from './pert.ts'

export interface Amount {
  /** One thing that many objects refer to, and not something of each object's own. */
  isPattern: boolean
  objects: number
  /** Places in the source. */
  sites: number
}

/** A pattern is thought through once and then applied; where the pack names no effort per place, to each object anew. */
export function pointsFor({ effort, multiplier, wave }: Action, { isPattern, objects, sites }: Amount): Points {
  const each = isPattern && (multiplier || wave === 0) ? 1 : objects
  const more = multiplier ? multiplier.days * (multiplier.per === 'dependent' ? objects : sites) : 0
  return { low: effort.low * each + more, likely: effort.likely * each + more, high: effort.high * each + more }
}

/** What one item does for one fix. */
export const pointsOf = ({ fix, objects, sites }: Part): Points =>
  pointsFor(fix.chosen.action, { isPattern: fix.about.kind === 'pattern', objects: objects.length, sites })
