// The studio: classify a source, weigh options, scaffold files, or all of it in one go.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { eventStream } from '../media.ts'
import { named, nullable, oneOf, strict } from '../wire.ts'
import { Generation, PIPELINE_STEPS } from './generations.ts'
import { RISKS } from './plan.ts'
import { MAY } from './roles.ts'
import { ArtifactRef, Citation, Code, CodeCounts, Effort, PackRef, Rating, Target } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const word = (maxLength: number) => t.String({ minLength: 1, maxLength })
const Id = word(64)
const Title = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

export const INPUT_KINDS = ['abap_source', 'cds_source', 'object_list', 'evidence', 'text'] as const
export const ACCESSES = ['read', 'write', 'call', 'type', 'inherit', 'implement', 'dynamic', 'use'] as const
export const APPROACHES = ['keep', 'replace', 'wrap', 'rebuild_on_stack', 'side_by_side', 'standard', 'retire'] as const
export const MAX_STUDIO_OBJECTS = 5_000
/** A source of a megabyte, written as JSON. */
const MAX_BYTES = 3 * 1024 * 1024

export type StudioInput = Static<typeof StudioInput>
export const StudioInput = named(
  'StudioInput',
  strict({
    kind: oneOf(INPUT_KINDS),
    content: optional(t.String({ minLength: 1, maxLength: 1_048_576 })),
    objects: optional(
      list(word(400), {
        minItems: 1,
        maxItems: MAX_STUDIO_OBJECTS,
        description: 'Names or short forms such as TABL:VBAK',
      }),
    ),
    evidence_id: optional(Id),
    filename: optional(word(300)),
  }),
)

const Occurrence = t.Object({ line: t.Integer(), column: t.Integer(), length: t.Integer(), snippet: t.String() })
const ClassifiedReference = named(
  'ClassifiedReference',
  t.Object({
    artifact: ArtifactRef,
    access: oneOf(ACCESSES),
    rating: Rating,
    acceptable: t.Boolean(),
    own: t.Boolean({ description: 'An object of the customer’s own: rated by itself, so it does not count here' }),
    successors: list(ArtifactRef),
    sites: t.Integer({ description: 'In how many places; `occurrences` are the first' }),
    occurrences: list(Occurrence),
  }),
)
const ClassifiedObject = named(
  'ClassifiedObject',
  t.Object({
    name: t.String(),
    type: t.String(),
    artifact: optional(ArtifactRef),
    rating: Rating,
    acceptable: t.Boolean(),
    successors: optional(list(ArtifactRef)),
    references: list(ClassifiedReference),
    technology: list(t.Object({ kind: t.String(), title: t.String(), line: t.Integer(), code: Code })),
  }),
)

export type Classification = Static<typeof Classification>
export const Classification = named(
  'Classification',
  t.Object({
    language: t.String(),
    pack: PackRef,
    target: Target,
    objects: list(ClassifiedObject),
    coverage: t.Object({
      lines: t.Integer(),
      statements: t.Integer(),
      parsed_ratio: t.Number({ minimum: 0, maximum: 1 }),
      dynamic_calls: list(t.Object({ line: t.Integer(), text: t.String() })),
      method: oneOf(['parser', 'scan']),
    }),
    summary: CodeCounts,
    warnings: list(t.String()),
    citations: list(Citation),
    generation_id: optional(t.String()),
  }),
)

const asked = { pack: optional(word(80)), target: optional(word(120)) }
const kept = { save: t.Boolean({ default: false }), title: optional(Title) }

export type ClassifyRequest = Static<typeof ClassifyRequest>
export const ClassifyRequest = named('ClassifyRequest', strict({ input: StudioInput, ...asked, ...kept }))

export const StudioConstraints = named(
  'StudioConstraints',
  strict({
    code_required: optional({ ...Code, maxLength: 40, description: 'The level that the code has to reach' }),
    in_use: optional(t.Boolean({ description: 'False where nobody uses it any more' })),
    exclude: optional(list(oneOf(APPROACHES), { maxItems: APPROACHES.length })),
  }),
)
export const Answers = t.Record(t.String({ maxLength: 200 }), t.String({ maxLength: 2_000 }), {
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

export type StudioOption = Static<typeof StudioOption>
export const StudioOption = named(
  'StudioOption',
  t.Object({
    id: t.String(),
    approach: oneOf(APPROACHES),
    title: t.String(),
    steps: list(
      t.Object({
        n: t.Integer(),
        text: t.String(),
        action_id: t.String(),
        citations: list(t.Integer()),
      }),
    ),
    resulting: CodeCounts,
    effort: Effort,
    risk: oneOf(RISKS),
    risk_reasons: list(t.String()),
    pros: list(t.String()),
    cons: list(t.String()),
    prerequisites: list(t.String()),
    guidance_ids: list(t.String()),
    template_ids: list(t.String(), { description: 'Scaffolds that fit it, the closest first' }),
  }),
)

export type DecisionQuestion = Static<typeof DecisionQuestion>
export const DecisionQuestion = named(
  'DecisionQuestion',
  t.Object({
    id: t.String(),
    text: t.String(),
    choices: list(t.Object({ id: t.String(), label: t.String(), effect: t.String() }), {
      description: 'Empty where the answer is a text',
    }),
    effect: t.String({ description: 'What depends on the answer' }),
    answer: optional(t.String()),
  }),
)

export type StudioPlan = Static<typeof StudioPlan>
export const StudioPlan = named(
  'StudioPlan',
  t.Object({
    pack: PackRef,
    target: Target,
    before: CodeCounts,
    options: list(StudioOption),
    recommended_id: nullable(t.String({ description: 'Null while questions are open' })),
    decision_questions: list(DecisionQuestion),
    warnings: list(t.String()),
    citations: list(Citation),
    generation_id: optional(t.String()),
  }),
)

const Params = t.Record(t.String({ maxLength: 80 }), t.Unknown())
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

export type Scaffold = Static<typeof Scaffold>
export const Scaffold = named(
  'Scaffold',
  t.Object({
    template_id: t.String(),
    params: t.Record(t.String(), t.Unknown()),
    files: list(
      t.Object({
        path: t.String(),
        language: t.String(),
        content: t.String(),
        sha256: t.String(),
        role: oneOf(['source', 'metadata', 'test', 'doc']),
      }),
    ),
    layout: oneOf(['abapgit', 'cap', 'plain']),
    todo: list(t.Object({ path: t.String(), line: t.Integer(), text: t.String() })),
    checks: list(t.Object({ id: t.String(), status: oneOf(['pass', 'warn', 'fail']), message: t.String() })),
    notes_md: t.String(),
    generation_id: optional(t.String()),
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

const lookups = ['pack_not_found', 'unknown_target', 'unacceptable'] as const
const studioSource = { auth: 'bearer', may: MAY.ask, maxBytes: MAX_BYTES } as const

export const studio = {
  classify: endpoint('POST /studio/classify', {
    ...studioSource,
    summary: 'What a source, a list or a text uses, rated line by line',
    body: ClassifyRequest,
    ok: Classification,
    errors: [...lookups, 'unparseable', 'evidence_not_found'],
  }),
  plan: endpoint('POST /studio/plan', {
    ...studioSource,
    summary: 'Ways to go on, with effort, risk and what has to be decided first',
    body: StudioPlanRequest,
    ok: StudioPlan,
    errors: [...lookups, 'generation_not_found', 'gone', 'unparseable'],
  }),
  scaffold: endpoint('POST /studio/scaffold', {
    ...studioSource,
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
      'generation_not_found',
      'gone',
      'forbidden_transition',
      'role_required',
      'project_not_found',
      'case_not_found',
    ],
  }),
}
