// How a score was calculated: each item with its evidence, and the duties under the AI Act.
import type { Static } from 'typebox'
import { t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf } from '../wire.ts'

export const AI_ACT = ['green', 'amber', 'red', 'unknown'] as const

export type ScoreDecision = Static<typeof ScoreDecision>
export const ScoreDecision = named(
  'ScoreDecision',
  t.Object({
    id: t.String({ description: 'The same rules and inputs always give the same id' }),
    vendor_id: t.String(),
    rules_version: t.String(),
    as_of: DateTime,
    inputs_hash: t.String(),
    items: t.Array(
      t.Object({
        rule_id: t.String(),
        outcome: oneOf(['met', 'partly', 'not_met', 'not_read', 'inconclusive'], {
          description:
            '`not_read`: a page that may contain the answer could not be read. Like `inconclusive`, it does not count',
        }),
        points: t.Number(),
        max: t.Number({ description: '10, 7.5, 5 or 2.5; does not count if `not_read` or `inconclusive`' }),
        claim_ids: t.Array(t.String()),
        explanation: t.String(),
      }),
    ),
    total: nullable(t.Number()),
    band: oneOf(['low', 'moderate', 'elevated', 'high', 'unknown']),
    ai_act: t.Object({
      verdict: oneOf(AI_ACT),
      note: t.String(),
      duties: t.Array(
        t.Object({
          duty: t.String(),
          title: t.String(),
          actor: t.String(),
          applies_from: t.String({ format: 'date' }),
          status: oneOf([
            'supported',
            'stale',
            'intended',
            'contradicted',
            'refuted',
            'missing',
            'not_read',
            'not_triggered',
          ]),
          claim_ids: t.Array(t.String()),
        }),
      ),
    }),
  }),
)
