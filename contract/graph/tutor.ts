// Tutor: answers questions and summarizes nodes from statements of the graph, and cites them.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { named, oneOf, strict } from '../wire.ts'

const Mode = oneOf(['extractive', 'model'], {
  description: 'extractive: generated from statements. model: phrased by the configured model, with verified citations',
})

export type TutorQuestion = Static<typeof TutorQuestion>
const TutorQuestion = named(
  'TutorQuestion',
  strict({
    question: t.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
    contextId: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 512,
        description: 'A context in scope. Default: the context in X-Context-ID',
      }),
    ),
    limit: t.Optional(
      t.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Maximum number of cited statements' }),
    ),
  }),
)

export type TutorAnswer = Static<typeof TutorAnswer>
export const TutorAnswer = named(
  'TutorAnswer',
  t.Object({
    answer: t.String(),
    confidence: t.Number({
      description:
        '0 to 1: the share of question words that occur in the cited statements, times their mean confidence',
    }),
    citations: t.Array(
      t.Object({
        statementId: t.String(),
        text: t.String(),
        source: t.String({ description: '`source` from the metadata, or the context if there is none' }),
      }),
    ),
    related: t.Array(t.Object({ nodeId: t.String(), label: t.String() })),
    followUps: t.Array(t.String(), { description: 'Questions that the graph can answer' }),
    mode: Mode,
  }),
)

export const SUMMARY_LENGTHS = ['short', 'medium', 'long'] as const
export type SummaryLength = (typeof SUMMARY_LENGTHS)[number]

export type TutorSummaryRequest = Static<typeof TutorSummaryRequest>
const TutorSummaryRequest = named(
  'TutorSummaryRequest',
  strict(
    {
      nodeId: t.Optional(t.String({ minLength: 1, maxLength: 4_096 })),
      text: t.Optional(t.String({ minLength: 1, maxLength: 100_000, pattern: '\\S' })),
      length: t.Optional(oneOf(SUMMARY_LENGTHS, { default: 'medium' })),
    },
    { description: 'Either nodeId or text' },
  ),
)

export type TutorSummary = Static<typeof TutorSummary>
export const TutorSummary = named(
  'TutorSummary',
  t.Object({
    summary: t.String(),
    keyFacts: t.Array(t.Object({ text: t.String(), statementIds: t.Array(t.String()) })),
    mode: Mode,
  }),
)

export const tutor = {
  answer: endpoint('POST /tutor/answer', {
    summary: 'Answer a question from statements of the graph, with citations',
    description: 'If the graph has no matching statements, the answer says so, with confidence 0 and no citations.',
    auth: 'bearer',
    body: TutorQuestion,
    ok: TutorAnswer,
    errors: ['graph_out_of_scope', 'unavailable'],
  }),
  summarize: endpoint('POST /tutor/summarize', {
    summary: 'Summarize a node of the graph, or a text',
    auth: 'bearer',
    body: TutorSummaryRequest,
    ok: TutorSummary,
    errors: ['node_not_found', 'graph_out_of_scope'],
  }),
}
