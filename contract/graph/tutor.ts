// Tutor: questions answered and nodes summed up from what the graph says, with the statements that say it.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { named, oneOf, strict } from '../wire.ts'

const Mode = oneOf(['extractive', 'model'], {
  description: 'extractive: our sentences. model: worded by the configured model, every citation checked',
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
        description: 'A context in scope; that of X-Context-ID where it is left out',
      }),
    ),
    limit: t.Optional(t.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Statements to cite' })),
  }),
)

export type TutorAnswer = Static<typeof TutorAnswer>
export const TutorAnswer = named(
  'TutorAnswer',
  t.Object({
    answer: t.String(),
    confidence: t.Number({
      description:
        '0 to 1: the share of the words of the question that the cited statements hold, times their mean confidence',
    }),
    citations: t.Array(
      t.Object({
        statementId: t.String(),
        text: t.String(),
        source: t.String({ description: '`source` of the metadata; the context where there is none' }),
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
    summary: 'Answer a question from the statements of the graph, citing them',
    description: 'Where the graph says nothing about it the answer says so, with confidence 0 and no citations.',
    auth: 'bearer',
    body: TutorQuestion,
    ok: TutorAnswer,
    errors: ['graph_out_of_scope', 'unavailable'],
  }),
  summarize: endpoint('POST /tutor/summarize', {
    summary: 'Sum up a node of the graph, or a text',
    auth: 'bearer',
    body: TutorSummaryRequest,
    ok: TutorSummary,
    errors: ['node_not_found', 'graph_out_of_scope'],
  }),
}
