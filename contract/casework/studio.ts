// The studio: classify source code, compare options, scaffold files, or do all of it in one pipeline.
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

/** One megabyte of source code, encoded as JSON. */
const MAX_BYTES = 3 * 1024 * 1024
const ratingFields = { pack: optional(word(80)), target: optional(word(120)) }
const saveFields = { save: t.Boolean({ default: false }), title: optional(Title) }

export type ClassifyRequest = Static<typeof ClassifyRequest>
export const ClassifyRequest = named('ClassifyRequest', strict({ input: StudioInput, ...ratingFields, ...saveFields }))

const StudioConstraints = named(
  'StudioConstraints',
  strict({
    code_required: optional({ ...Code, maxLength: 40, description: 'The level that the code must reach' }),
    in_use: optional(t.Boolean({ description: 'False if it is no longer used' })),
    exclude: optional(list(oneOf(APPROACHES), { maxItems: APPROACHES.length })),
  }),
)
const Answers = t.Record(t.String({ maxLength: 200 }), t.String({ maxLength: 2_000 }), {
  description: 'By question id: the id of a choice, or text if there are no choices',
})

/** The part of a classification that a client sends back: names and accesses. Ratings are looked up again. */
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
    ...ratingFields,
    constraints: optional(StudioConstraints),
    answers: optional(Answers),
    ...saveFields,
  }),
)

const Params = t.Record(t.String({ maxLength: 80 }), AnyJson)
export type ScaffoldRequest = Static<typeof ScaffoldRequest>
export const ScaffoldRequest = named(
  'ScaffoldRequest',
  strict({
    template_id: word(80),
    params: Params,
    ...ratingFields,
    generation_id: optional({
      ...Id,
      description: 'A classification or plan that provides missing values',
    }),
    option_id: optional(word(80)),
    ...saveFields,
  }),
)

export type PipelineRequest = Static<typeof PipelineRequest>
export const PipelineRequest = named(
  'PipelineRequest',
  strict({
    input: optional(StudioInput),
    ...ratingFields,
    steps: optional(list(oneOf(PIPELINE_STEPS), { minItems: 1, maxItems: PIPELINE_STEPS.length, uniqueItems: true })),
    template_id: optional(word(80)),
    option_id: optional(word(80)),
    params: optional(Params),
    constraints: optional(StudioConstraints),
    answers: optional(Answers),
    generation_id: optional({ ...Id, description: 'Continues a pipeline that is waiting for answers' }),
    save: t.Boolean({ default: true, description: 'If false, the result is deleted after a day' }),
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
    summary: 'Rate what source code, a list or a text uses, line by line',
    body: ClassifyRequest,
    ok: Classification,
    errors: [...lookups, 'unparseable', 'evidence_not_found'],
  }),
  plan: endpoint('POST /studio/plan', {
    ...studioSource,
    asks: true,
    summary: 'Compare ways forward with effort, risk and open decisions',
    body: StudioPlanRequest,
    ok: StudioPlan,
    errors: [...lookups, 'generation_not_found', 'gone', 'unparseable'],
  }),
  scaffold: endpoint('POST /studio/scaffold', {
    ...studioSource,
    asks: true,
    summary: 'Generate files from a template and check them with the classifier',
    body: ScaffoldRequest,
    ok: Scaffold,
    errors: [...lookups, 'template_not_found', 'generation_not_found', 'gone'],
  }),
  pipeline: endpoint('POST /studio/pipeline', {
    ...studioSource,
    summary: 'Classify, plan, scaffold and check in one pipeline; stops at the first open question',
    description:
      'Returns 201 if the pipeline finishes within 20 seconds, otherwise 202 with the state `running`. With Accept: ' +
      'text/event-stream the response is a stream of `step`, `file`, `warning`, `question` and `done`; send Last-Event-ID to ' +
      'continue it. To continue a pipeline in the state `needs_input`, send `generation_id` and `answers`.',
    body: PipelineRequest,
    headers: {
      Accept: 'text/event-stream for a stream of events',
      'Last-Event-ID': 'Continues the stream after this event',
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
