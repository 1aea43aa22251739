// What stands beside a plan, and inside its work packages.
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
  places: t.Integer({ description: 'In the source' }),
  question: optional(t.String({ description: 'What someone has to choose first' })),
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
  bias: t.Number({ description: 'Days needed for each day that was guessed' }),
  applied: t.Boolean({ description: 'An action is calibrated once three of its packages are finished' }),
  by_action: optional(list(t.Object({ action_id: t.String(), factor: t.Number(), finished: t.Integer() }))),
})
