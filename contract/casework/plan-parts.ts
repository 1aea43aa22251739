// Parts of plans and of their work packages.
import { t } from '../endpoint.ts'
import { oneOf } from '../wire.ts'
import { Effort } from './shapes.ts'

const optional = t.Optional
const list = t.Array

export const Content = t.Object({
  key: t.String(),
  title: t.String(),
  finding: t.String(),
  objects: t.Integer(),
  places: t.Integer({ description: 'Places in the source' }),
  question: optional(t.String({ description: 'A decision that someone must make first' })),
})

export const Baseline = t.Object({
  id: oneOf(['do_nothing', 'exempt_all']),
  title: t.String(),
  effort: Effort,
  acceptable: t.Object({ objects: t.Integer(), share: t.Number({ minimum: 0, maximum: 1 }) }),
  text: t.String(),
})

export const Calibration = t.Object({
  actual_items: t.Integer({ description: 'Finished work packages with the days they took' }),
  bias: t.Number({ description: 'Actual days per estimated day' }),
  applied: t.Boolean({ description: 'Actions are calibrated after three finished packages' }),
  by_action: optional(list(t.Object({ action_id: t.String(), factor: t.Number(), finished: t.Integer() }))),
})
