// What a model proposes beside the rules, for operators of the platform.
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
    evidence_artifact_id: t.String({ description: 'The snapshot that the quote stands in' }),
    model: t.String(),
    category: t.String(),
    predicate: t.String(),
    value: t.String(),
    claim_text: t.String(),
    snippet: t.String(),
    snippet_start: count(),
    snippet_end: count(),
    verdict: oneOf(['supports', 'disputed', 'known'], {
      description: 'disputed: the rules read it otherwise; known: they have come to say the same',
    }),
    decision: oneOf(['', 'confirmed', 'dismissed'], { description: 'Of an operator; empty while it waits for one' }),
    proposed_at: DateTime,
    decided_at: nullable(DateTime),
  }),
)

export type ModelState = Static<typeof ModelState>
export const ModelState = named(
  'ModelState',
  t.Object({
    name: nullable(t.String({ description: 'Null where no model is configured' })),
    resting: t.Boolean({
      description: 'It failed three times in a row and is left alone by this process for five minutes',
    }),
    calls_today: count('About all vendors, since midnight UTC'),
    failures_today: count('Those of them that were not answered'),
    tokens_today: count('In and out'),
    calls_a_day: count('Most calls a day'),
    calls_a_day_for_a_vendor: count(),
    tokens_a_day_for_a_vendor: count(),
    documents_waiting: count('For the model to come back, or for another day'),
    open: count('Proposals that support what no rule has read, and wait for an operator'),
    open_disputed: count('Proposals that the rules read otherwise, and wait for an operator'),
  }),
)

export const proposals = {
  list: endpoint('GET /app/crawls/proposals', {
    summary: 'What a model proposes that waits for an operator, newest first, and what the model has used today',
    description:
      'Each quote stands in its document word for word and holds the value, and the model was asked a second time whether the quote says so. No proposal counts as evidence, whatever an operator decides.',
    auth: 'session',
    operator: true,
    query: strict({
      ...pageQuery,
      verdict: t.Optional(oneOf(['disputed', 'supports'], { default: 'disputed' })),
    }),
    ok: t.Object({
      model: ModelState,
      proposals: t.Array(ModelProposal),
      next: t.String({ description: 'Cursor of the next page, empty at the end' }),
    }),
    errors: ['invalid_cursor'],
  }),
  decide: endpoint('POST /app/crawls/proposals/{id}/decide', {
    summary: 'Say that a proposal reads its quote rightly, or take it away',
    description:
      'A dismissed one is shown no more. A confirmed one is marked as reviewed; one that the rules read otherwise stays unclear.',
    auth: 'session',
    operator: true,
    body: strict({ decision: oneOf(['confirmed', 'dismissed']) }),
    ok: ModelProposal,
    errors: ['model_proposal_not_found'],
  }),
}
