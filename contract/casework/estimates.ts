// Estimates: the effort of a case as a probability distribution, never as a single number.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { Calibration } from './plan-parts.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf, Effort } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const Days = t.Number({ minimum: 0, maximum: 10_000, description: 'Person-days' })

export type EstimateRequest = Static<typeof EstimateRequest>
export const EstimateRequest = named(
  'EstimateRequest',
  strict({
    plan_id: optional(
      t.String({
        minLength: 1,
        maxLength: 64,
        description: 'Default: the current plan of the case or, without one, the accepted recommendations',
      }),
    ),
    assumptions: optional(
      strict({
        productivity: t.Number({ minimum: 0.1, maximum: 3, default: 1, description: '0.8 takes 25% longer' }),
        test_share: t.Number({ minimum: 0, maximum: 3, default: 0.3 }),
        coordination: t.Number({ minimum: 0, maximum: 3, default: 0.1 }),
        day_rate: optional(t.Number({ minimum: 0, maximum: 1_000_000 })),
        currency: optional(formed('a currency such as EUR', '^[A-Z]{3}$')),
        overrides: optional(
          t.Record(t.String({ maxLength: 80 }), strict({ low: Days, likely: Days, high: Days }), {
            maxProperties: 100,
            description: 'Replaces the three-point estimates of these actions',
          }),
        ),
      }),
    ),
    simulations: t.Integer({ minimum: 100, maximum: 100_000, default: 10_000 }),
    seed: t.Integer({ minimum: 0, maximum: 2_147_483_647, default: 1 }),
  }),
)

export type Estimate = Static<typeof Estimate>
export const Estimate = named(
  'Estimate',
  t.Object({
    id: t.String(),
    case_id: t.String(),
    plan_id: nullable(t.String()),
    basis: t.Object({
      items: t.Integer(),
      objects: t.Integer(),
      by_action: t.Record(t.String(), t.Object({ items: t.Integer(), effort: Effort })),
    }),
    effort: Effort,
    mean: t.Number(),
    histogram: t.Object({
      bins: list(t.Number(), { description: 'Bin edges: one more than counts' }),
      counts: list(t.Integer()),
    }),
    by_wave: list(t.Object({ wave: t.Integer(), effort: Effort })),
    by_package: list(t.Object({ package: t.String(), effort: Effort })),
    drivers: list(t.Object({ factor: t.String(), p80_delta: t.Number() })),
    cost: optional(t.Object({ p50: t.Number(), p80: t.Number(), currency: t.String() })),
    calendar: optional(
      t.Object({
        p50_finish: nullable(t.String()),
        p80_finish: nullable(t.String()),
        capacity_fte: t.Number(),
      }),
    ),
    assumptions: list(t.String()),
    confidence: t.Object({ band: oneOf(['low', 'medium', 'high']), reasons: list(t.String()) }),
    calibration: Calibration,
    inputs_digest: t.String({ description: 'Equal inputs give equal estimates' }),
    created_by: Actor,
    created_at: DateTime,
  }),
)

export const estimates = {
  make: endpoint('POST /cases/{id}/estimate', {
    summary: 'Estimate a plan of a case, or its accepted recommendations',
    auth: 'bearer',
    may: MAY.decide,
    body: EstimateRequest,
    bodyOptional: true,
    ok: Estimate,
    status: 201,
    errors: [
      'case_not_found',
      'gone',
      'case_plan_not_found',
      'scope_empty',
      'nothing_to_estimate',
      'unacceptable',
      'planner_busy',
    ],
  }),
  list: endpoint('GET /cases/{id}/estimates', {
    summary: 'List the estimates of a case, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery }),
    ok: countedPageOf(Estimate),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
}
