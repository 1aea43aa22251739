// The studio: classify a source, weigh options, scaffold files, or all of it in one go.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { eventStream } from '../media.ts'
import { named, oneOf, strict } from '../wire.ts'
import { Generation, PIPELINE_STEPS } from './generations.ts'
import { MAY } from './roles.ts'
import { AnyJson, Code } from './shapes.ts'
import {
  ACCESSES,
  APPROACHES,
  Classification,
  MAX_STUDIO_OBJECTS,
  Scaffold,
  StudioInput,
  StudioPlan,
} from './studio-shapes.ts'

const optional = t.Optional
const list = t.Array
const word = (maxLength: number) => t.String({ minLength: 1, maxLength })
const Id = word(64)
const Title = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

/** A source of a megabyte, written as JSON. */
const MAX_BYTES = 3 * 1024 * 1024
const asked = { pack: optional(word(80)), target: optional(word(120)) }
const kept = { save: t.Boolean({ default: false }), title: optional(Title) }

export type ClassifyRequest = Static<typeof ClassifyRequest>
export const ClassifyRequest = named('ClassifyRequest', strict({ input: StudioInput, ...asked, ...kept }))

const StudioConstraints = named(
  'StudioConstraints',
  strict({
    code_required: optional({ ...Code, maxLength: 40, description: 'The level that the code has to reach' }),
    in_use: optional(t.Boolean({ description: 'False where nobody uses it any more' })),
    exclude: optional(list(oneOf(APPROACHES), { maxItems: APPROACHES.length })),
  }),
)
const Answers = t.Record(t.String({ maxLength: 200 }), t.String({ maxLength: 2_000 }), {
  description: 'By the id of the question: the id of a choice, or a text where there are no choices',
})

/** What a client sends back of a classification: names and ways of use; ratings are looked up anew. */
const SentClassification = named(
  'SentClassification',
  t.Object({
    objects: list(
      t.Object({
        name: word(400),
        type: word(80),
        references: list(
          t.Object({
            artifact: t.Object({ type: word(80), name: word(400) }),
            access: oneOf(ACCESSES),
            sites: optional(t.Integer({ minimum: 1, maximum: 1_000_000 })),
          }),
          { maxItems: MAX_STUDIO_OBJECTS },
        ),
        technology: list(t.Object({ kind: word(80), line: t.Integer() }), { maxItems: 1_000 }),
      }),
      { minItems: 1, maxItems: MAX_STUDIO_OBJECTS },
    ),
  }),
)

export type StudioPlanRequest = Static<typeof StudioPlanRequest>
export const StudioPlanRequest = named(
  'StudioPlanRequest',
  strict({
    generation_id: optional(Id),
    classification: optional(SentClassification),
    objects: optional(list(word(400), { minItems: 1, maxItems: MAX_STUDIO_OBJECTS })),
    ...asked,
    constraints: optional(StudioConstraints),
    answers: optional(Answers),
    ...kept,
  }),
)

const Params = t.Record(t.String({ maxLength: 80 }), AnyJson)
export type ScaffoldRequest = Static<typeof ScaffoldRequest>
export const ScaffoldRequest = named(
  'ScaffoldRequest',
  strict({
    template_id: word(80),
    params: Params,
    ...asked,
    generation_id: optional({
      ...Id,
      description: 'Fills what the caller leaves out from this classification or plan',
    }),
    option_id: optional(word(80)),
    ...kept,
  }),
)

export type PipelineRequest = Static<typeof PipelineRequest>
export const PipelineRequest = named(
  'PipelineRequest',
  strict({
    input: optional(StudioInput),
    ...asked,
    steps: optional(list(oneOf(PIPELINE_STEPS), { minItems: 1, maxItems: PIPELINE_STEPS.length, uniqueItems: true })),
    template_id: optional(word(80)),
    option_id: optional(word(80)),
    params: optional(Params),
    constraints: optional(StudioConstraints),
    answers: optional(Answers),
    generation_id: optional({ ...Id, description: 'Goes on with a pipeline that waits for answers' }),
    save: t.Boolean({ default: true, description: 'False: gone after a day' }),
    title: optional(Title),
    project_id: optional(Id),
    case_id: optional(Id),
  }),
)

const lookups = ['pack_not_found', 'pack_invalid', 'unknown_target', 'unacceptable'] as const
const studioSource = { auth: 'bearer', may: MAY.ask, maxBytes: MAX_BYTES } as const

export const studio = {
  classify: endpoint('POST /studio/classify', {
    ...studioSource,
    asks: true,
    summary: 'What a source, a list or a text uses, rated line by line',
    body: ClassifyRequest,
    ok: Classification,
    errors: [...lookups, 'unparseable', 'evidence_not_found'],
  }),
  plan: endpoint('POST /studio/plan', {
    ...studioSource,
    asks: true,
    summary: 'Ways to go on, with effort, risk and what has to be decided first',
    body: StudioPlanRequest,
    ok: StudioPlan,
    errors: [...lookups, 'generation_not_found', 'gone', 'unparseable'],
  }),
  scaffold: endpoint('POST /studio/scaffold', {
    ...studioSource,
    asks: true,
    summary: 'Files from a template, checked by the same classifier',
    body: ScaffoldRequest,
    ok: Scaffold,
    errors: [...lookups, 'template_not_found', 'generation_not_found', 'gone'],
  }),
  pipeline: endpoint('POST /studio/pipeline', {
    ...studioSource,
    summary: 'Classify, plan, scaffold and check in one go; stops at the first open question',
    description:
      'Answers 201 when it has come to an end within 20 seconds, else 202 with the state `running`. With Accept: ' +
      'text/event-stream the answer is a stream of `step`, `file`, `warning`, `question` and `done`; it goes on after ' +
      'Last-Event-ID. A pipeline with the state `needs_input` goes on with `generation_id` and `answers`.',
    body: PipelineRequest,
    headers: {
      Accept: 'text/event-stream for a stream of events',
      'Last-Event-ID': 'The stream goes on after this event',
    },
    ok: Generation,
    file: eventStream('step, file, warning, question, done'),
    status: 202,
    alsoStatus: 201,
    versioned: true,
    errors: [
      ...lookups,
      'template_not_found',
      'evidence_not_found',
      'generation_not_found',
      'gone',
      'forbidden_transition',
      'role_required',
      'project_not_found',
      'case_not_found',
    ],
  }),
}
