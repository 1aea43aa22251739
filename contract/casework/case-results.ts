// A summary of the results of a case.
import type { Static } from 'typebox'
import { t } from '../endpoint.ts'
import { DateTime, named, oneOf } from '../wire.ts'
import { CodeCounts, JOB_STATES } from './shapes.ts'

const share = t.Number({ minimum: 0, maximum: 1 })

export type CaseRollup = Static<typeof CaseRollup>
export const CaseRollup = named(
  'CaseRollup',
  t.Object({
    distribution: CodeCounts,
    acceptable_share: share,
    interval: t.Object({ low: share, point: share, high: share }),
    findings: t.Integer({ description: 'Findings of checks, without exempted ones' }),
  }),
)

export const RunRef = named('RunRef', t.Object({ id: t.String(), state: oneOf(JOB_STATES), at: DateTime }))
