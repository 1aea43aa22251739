// Answers to questions, as a live stream of events or as one document.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { eventStream } from '../media.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { Feedback } from './case-records.ts'
import { MAY } from './roles.ts'
import { ArtifactRef, Citation } from './shapes.ts'

export const ANSWER_EVENTS = [
  'meta',
  'intent',
  'step',
  'fact',
  'citation',
  'token',
  'warning',
  'suggestion',
  'done',
  'error',
] as const
export const ANSWER_STATUSES = ['complete', 'insufficient_evidence', 'refused', 'truncated'] as const
export const ANSWER_TAGS = ['wrong_intent', 'wrong_fact', 'missing_source', 'outdated', 'unclear', 'good'] as const
export const LONGEST_ASKED = 4_000
export const RESUMED_FOR_MINUTES = 10

const optional = t.Optional
const list = t.Array
const id = formed('letters, digits and _ . : -', '^[A-Za-z0-9_.:-]+$', { minLength: 1, maxLength: 64 })

export type AskRequest = Static<typeof AskRequest>
export const AskRequest = named(
  'AskRequest',
  strict({
    question: t.String({ minLength: 1, maxLength: LONGEST_ASKED, pattern: '\\S' }),
    conversation_id: optional(id),
    history: optional(
      list(
        strict({
          role: oneOf(['user', 'assistant']),
          content: t.String({ maxLength: LONGEST_ASKED }),
        }),
        {
          maxItems: 10,
          description:
            'Oldest first. Used only to find the subject of a follow-up question such as “and its successor?”',
        },
      ),
    ),
    pack: optional(t.String({ minLength: 1, maxLength: 80 })),
    target: optional(t.String({ minLength: 1, maxLength: 80 })),
    scope: optional(
      strict({
        project_id: optional(id),
        case_id: optional(id),
        artifact_ids: optional(
          list(t.String({ minLength: 1, maxLength: 600 }), {
            maxItems: 20,
            description: 'Ids, IRIs or short forms. A question that names nothing refers to the first',
          }),
        ),
      }),
    ),
    mode: oneOf(['grounded', 'extractive'], {
      default: 'grounded',
      description: '`grounded`: phrased by the configured model, if there is one. `extractive`: without a model',
    }),
    language: optional(
      formed('a language such as en or en-GB', '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$', { maxLength: 35 }),
    ),
    max_citations: t.Integer({ minimum: 1, maximum: 50, default: 12 }),
    answer_id: optional(
      formed('the id of an answer', '^ans_[0-9A-Za-z]{10,60}$', {
        description: `Continues this answer after Last-Event-ID, for up to ${RESUMED_FOR_MINUTES} minutes`,
      }),
    ),
  }),
)

const Meta = t.Object({
  answer_id: t.String(),
  conversation_id: t.String(),
  pack: t.Object({ id: t.String(), version: t.String() }),
  target: t.String(),
  model: t.String({ description: '`none` for an extractive answer' }),
})
const IntentRead = t.Object({
  intent_id: t.String(),
  confidence: t.Number(),
  params: t.Record(t.String(), t.String()),
  alternatives: list(t.String()),
})
const Step = t.Object({
  step: t.String(),
  status: oneOf(['done', 'skipped', 'failed']),
  label: t.String(),
  ms: t.Integer(),
  count: t.Integer(),
})
const Fact = t.Object({
  name: t.String({ description: 'For example rating, successor, dependents or acceptable_share' }),
  subject: optional(ArtifactRef),
  value: t.Union([t.String(), t.Number(), t.Boolean()]),
  citations: list(t.Integer()),
})
const Warned = t.Object({ code: t.String(), message: t.String() })
const Suggestion = t.Object({ label: t.String(), intent_id: t.String(), params: t.Record(t.String(), t.String()) })
const Done = t.Object({
  status: oneOf(ANSWER_STATUSES),
  citations: t.Integer(),
  grounded_share: t.Number({ description: 'Share of sentences by the model that their citations support' }),
  sentences: t.Integer(),
  elapsed_ms: t.Integer(),
  usage: t.Object({ tokens_in: t.Integer(), tokens_out: t.Integer() }),
})
export type Meta = Static<typeof Meta>
export type IntentRead = Static<typeof IntentRead>
export type Step = Static<typeof Step>
export type AnswerFact = Static<typeof Fact>
export type Warned = Static<typeof Warned>
export type Suggestion = Static<typeof Suggestion>
export type Done = Static<typeof Done>

export type AnswerDocument = Static<typeof AnswerDocument>
export const AnswerDocument = named(
  'Answer',
  t.Object({
    ...Meta.properties,
    question: t.String(),
    intent: nullable(IntentRead),
    steps: list(Step),
    facts: list(Fact),
    citations: list(t.Object({ n: t.Integer(), citation: Citation })),
    text: t.String({ description: 'The text of all tokens; numbers in brackets are citations' }),
    warnings: list(Warned),
    suggestions: list(Suggestion),
    done: Done,
    created_at: DateTime,
  }),
)

export type AnswerFeedback = Static<typeof AnswerFeedback>
export const AnswerFeedback = named(
  'AnswerFeedback',
  strict({
    rating: t.Integer({ minimum: 1, maximum: 5 }),
    tags: optional(list(oneOf(ANSWER_TAGS), { uniqueItems: true, maxItems: 6 })),
    comment: optional(t.String({ maxLength: 2_000 })),
    intent_id: optional(
      t.String({
        minLength: 1,
        maxLength: 80,
        description: 'The intended meaning, used for the same question from now on',
      }),
    ),
  }),
)

export const answers = {
  stream: endpoint('POST /answer/stream', {
    summary: 'Answer a question from the lists, the estate and the documents, with citations',
    description: `Events are ${ANSWER_EVENTS.join(', ')}. Their ids are integers from 1, and their data has the format of the matching fields of Answer. A citation comes before the first token that uses its number. \`error\` contains a problem and ends the stream. You can continue an interrupted stream for ${RESUMED_FOR_MINUTES} minutes: send the same request with Last-Event-ID and the \`answer_id\` from \`meta\`. At most 2, 10 or 50 answers can run at the same time, depending on the plan.`,
    auth: 'bearer',
    asks: true,
    may: MAY.ask,
    headers: {
      Accept: '`application/json` for one document; otherwise a stream',
      'Last-Event-ID': 'The last event you received; requires `answer_id` in the body',
    },
    body: AskRequest,
    ok: AnswerDocument,
    file: eventStream('The answer, streamed while it is created'),
    errors: [
      'pack_not_found',
      'unknown_target',
      'project_not_found',
      'case_not_found',
      'artifact_not_found',
      'answer_not_found',
      'gone',
      'unacceptable',
      'rate_limited',
      'bad_request',
      'idempotency_mismatch',
    ],
  }),
  rate: endpoint('POST /answers/{id}/feedback', {
    summary: 'Rate an answer, or say what the question meant',
    auth: 'bearer',
    may: MAY.ask,
    status: 201,
    body: AnswerFeedback,
    ok: Feedback,
    errors: ['answer_not_found', 'unknown_intent'],
  }),
}
