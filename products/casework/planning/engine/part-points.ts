import type { Points } from '../../effort/pert.ts'
import { pointsFor } from '../../effort/points.ts'
import type { Part } from './parcels.ts'

/** The effort of one item for one fix. */
export const pointsOf = ({ fix, objects, sites }: Part): Points =>
  pointsFor(fix.chosen.action, { isPattern: fix.about.kind === 'pattern', objects: objects.length, sites })
