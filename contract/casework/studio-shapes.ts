// Schemas of the studio: inputs, classifications, options, and scaffolds.
import type { Static } from 'typebox'
import { t } from '../endpoint.ts'
import { named, nullable, oneOf, strict } from '../wire.ts'
import { RISKS } from './plan.ts'
import { ArtifactRef, Citation, Code, CodeCounts, Effort, PackRef, Rating, Target } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const word = (maxLength: number) => t.String({ minLength: 1, maxLength })
const Id = word(64)

const INPUT_KINDS = ['abap_source', 'cds_source', 'object_list', 'evidence', 'text'] as const
export const ACCESSES = ['read', 'write', 'call', 'type', 'inherit', 'implement', 'dynamic', 'use'] as const
export const APPROACHES = ['keep', 'replace', 'wrap', 'rebuild_on_stack', 'side_by_side', 'standard', 'retire'] as const
export const MAX_STUDIO_OBJECTS = 5_000

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
        description: 'Names or short forms such as TABL:VBAK; with evidence_id, the objects of the file that count',
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
    own: t.Boolean({ description: 'True for a custom object: it has its own rating, so it does not count here' }),
    successors: list(ArtifactRef),
    sites: t.Integer({ description: 'Number of places; `occurrences` contains the first ones' }),
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
    template_ids: list(t.String(), { description: 'Matching scaffold templates, best first' }),
  }),
)

export type DecisionQuestion = Static<typeof DecisionQuestion>
export const DecisionQuestion = named(
  'DecisionQuestion',
  t.Object({
    id: t.String(),
    text: t.String(),
    choices: list(t.Object({ id: t.String(), label: t.String(), effect: t.String() }), {
      description: 'Empty if the answer is free text',
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

const ScaffoldGap = named(
  'ScaffoldGap',
  t.Object(
    {
      id: t.String({ description: 'Stays the same: the files have it in the marker `GAP(id)`' }),
      kind: oneOf(['signature', 'parameter', 'statement', 'field', 'mapping']),
      path: t.String({ description: 'The file with the marker' }),
      line: t.Integer(),
      text: t.String(),
      remedy: t.String({ description: 'How it is closed' }),
    },
    { description: 'Something that no source knows: the code says so, and fails instead of pretending' },
  ),
)

const LintFinding = named(
  'LintFinding',
  t.Object({
    path: t.String(),
    line: t.Integer(),
    column: t.Integer(),
    rule: t.String(),
    message: t.String(),
    origin: oneOf(['own', 'not_visible'], {
      description: '`not_visible`: an object of SAP that is not in the upload; no fault of the files',
    }),
  }),
)
const Lint = named(
  'Lint',
  t.Object({
    linter: t.String(),
    rules: list(t.String()),
    findings: list(LintFinding),
    context: list(t.String({ description: 'Objects that the files were judged together with' })),
  }),
)

const MappedField = t.Object({
  field: t.String(),
  element: nullable(t.String({ description: 'Null if no source knows it' })),
  source: t.String(),
  confidence: t.Number(),
})
const ScaffoldMapping = named(
  'ScaffoldMapping',
  t.Object({
    table: t.String(),
    entity: t.String(),
    fields: list(MappedField),
    alternatives: list(
      t.Object({
        entity: t.String(),
        mapped: t.Integer(),
        missing: list(t.String()),
        confidence: t.Number(),
        sources: list(t.String()),
      }),
      { description: 'Other entities that show the table, the best first' },
    ),
    notes: list(t.String()),
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
    gaps: optional(list(ScaffoldGap)),
    decisions: optional(
      list(t.Object({ id: t.String(), text: t.String(), choice: t.String(), choices: list(t.String()) }), {
        description: 'What the code does because someone has chosen it; `choice` is the value of a parameter',
      }),
    ),
    mapping: optional(ScaffoldMapping),
    basis: optional(list(t.String({ description: 'Where signatures and mappings come from' }))),
    lint: optional(Lint),
    generation_id: optional(t.String()),
  }),
)
