// Claims proposed by a model in addition to the rules, for operators of the platform.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'

const count = (description?: string) => t.Integer({ minimum: 0, ...(description && { description }) })

export type ModelProposal = Static<typeof ModelProposal>
export const ModelProposal = named(
  'ModelProposal',
  t.Object({
    id: t.String(),
    vendor_id: t.String(),
    vendor_slug: t.String(),
    vendor_name: t.String(),
    source_url: t.String(),
    evidence_artifact_id: t.String({ description: 'The snapshot that contains the quote' }),
    model: t.String(),
    category: t.String(),
    predicate: t.String(),
    value: t.String(),
    claim_text: t.String(),
    snippet: t.String(),
    snippet_start: count(),
    snippet_end: count(),
    verdict: oneOf(['supports', 'disputed', 'known'], {
      description: '`disputed`: the rules contradict it; `known`: the rules now say the same',
    }),
    decision: oneOf(['', 'confirmed', 'dismissed'], {
      description: 'Decision of an operator; empty if there is none yet',
    }),
    proposed_at: DateTime,
    decided_at: nullable(DateTime),
  }),
)

export type ModelState = Static<typeof ModelState>
export const ModelState = named(
  'ModelState',
  t.Object({
    name: nullable(t.String({ description: 'Null if no model is configured' })),
    resting: t.Boolean({
      description: 'True if it failed three times in a row, and this process pauses calls for 5 minutes',
    }),
    calls_today: count('For all vendors, since midnight UTC'),
    failures_today: count('Calls without an answer'),
    tokens_today: count('Input and output'),
    calls_a_day: count('Limit of calls per day'),
    calls_a_day_for_a_vendor: count(),
    tokens_a_day_for_a_vendor: count(),
    documents_waiting: count('Documents waiting for the model to recover, or for the next day'),
    open: count('Undecided proposals about something that no rule has found'),
    open_disputed: count('Undecided proposals that the rules contradict'),
  }),
)

export const proposals = {
  list: endpoint('GET /app/crawls/proposals', {
    summary: 'List undecided proposals of the model, newest first, with its usage today',
    description:
      'Each quote occurs exactly in its document and contains the value, and the model has confirmed in a second call that the quote supports the value. A proposal never counts as evidence, whatever an operator decides.',
    auth: 'session',
    operator: true,
    query: strict({
      ...pageQuery,
      verdict: t.Optional(oneOf(['disputed', 'supports'], { default: 'disputed' })),
    }),
    ok: t.Object({
      model: ModelState,
      proposals: t.Array(ModelProposal),
      next: t.String({ description: 'Cursor of the next page; empty on the last page' }),
    }),
    errors: ['invalid_cursor'],
  }),
  decide: endpoint('POST /app/crawls/proposals/{id}/decide', {
    summary: 'Confirm or dismiss a proposal',
    description:
      'A dismissed proposal is hidden. A confirmed one is marked as reviewed; if the rules contradict it, it remains unclear.',
    auth: 'session',
    operator: true,
    body: strict({ decision: oneOf(['confirmed', 'dismissed']) }),
    ok: ModelProposal,
    errors: ['model_proposal_not_found'],
  }),
}
