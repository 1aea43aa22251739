// Generations: what the studio and the cases have made, kept for later.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, AnyJson, countedPageOf, PackRef, Target } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const Id = t.String({ minLength: 1, maxLength: 64 })
const Title = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Open = t.Record(t.String(), AnyJson)

export const GENERATION_KINDS = ['classification', 'plan', 'scaffold', 'pipeline', 'bundle'] as const
export const GENERATION_STATES = ['running', 'needs_input', 'ready', 'failed'] as const
export const PIPELINE_STEPS = ['classify', 'plan', 'scaffold', 'check'] as const
const MAX_SAVED_BYTES = 4 * 1024 * 1024

export type GenerationStep = Static<typeof GenerationStep>
export const GenerationStep = named(
  'GenerationStep',
  t.Object({
    id: oneOf(PIPELINE_STEPS),
    state: oneOf(['waiting', 'running', 'needs_input', 'done', 'failed']),
    finished_at: nullable(DateTime),
    message: t.String(),
  }),
)

const summary = {
  id: t.String(),
  kind: oneOf(GENERATION_KINDS),
  title: t.String(),
  state: oneOf(GENERATION_STATES),
  pack: PackRef,
  target: Target,
  input_summary: t.String(),
  input_digest: t.String(),
  steps: optional(list(GenerationStep)),
  project_id: nullable(t.String()),
  case_id: nullable(t.String()),
  starred: t.Boolean(),
  created_by: Actor,
  created_at: DateTime,
  expires_at: nullable(DateTime),
  immutable: t.Boolean(),
  version: t.Integer(),
  etag: t.String(),
}
export type GenerationSummary = Static<typeof GenerationSummary>
export const GenerationSummary = named('GenerationSummary', t.Object(summary))

export type Generation = Static<typeof Generation>
export const Generation = named(
  'Generation',
  t.Object({
    ...summary,
    input: optional(
      t.Object({}, { additionalProperties: true, description: 'What it was made from, where it is kept' }),
    ),
    output: t.Object({}, { additionalProperties: true, description: 'The result: its shape follows from the kind' }),
  }),
)

export type NewGeneration = Static<typeof NewGeneration>
export const NewGeneration = named(
  'NewGeneration',
  strict({
    kind: oneOf(['classification', 'plan', 'scaffold', 'pipeline'], { description: 'Bundles are made of cases' }),
    title: Title,
    input: Open,
    output: Open,
    pack: optional(Id),
    target: optional(t.String({ minLength: 1, maxLength: 120 })),
    project_id: optional(Id),
    case_id: optional(Id),
  }),
)

export const generations = {
  list: endpoint('GET /studio/generations', {
    summary: 'What was made in this workspace, newest first, without the results themselves',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      kind: optional(oneOf(GENERATION_KINDS)),
      q: optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the title or of the input' })),
      case_id: optional(Id),
      mine: optional(t.Boolean({ description: 'Only the caller’s own' })),
      starred: optional(t.Boolean()),
    }),
    ok: countedPageOf(GenerationSummary),
    errors: ['invalid_cursor'],
  }),
  save: endpoint('POST /studio/generations', {
    summary: 'Keep a result',
    auth: 'bearer',
    may: MAY.ask,
    body: NewGeneration,
    maxBytes: MAX_SAVED_BYTES,
    ok: Generation,
    status: 201,
    versioned: true,
    errors: ['pack_not_found', 'unknown_target', 'project_not_found', 'case_not_found', 'gone'],
  }),
  get: endpoint('GET /studio/generations/{id}', {
    summary: 'One generation with its result; also what the permalink of a bundle shows',
    auth: 'bearer',
    ok: Generation,
    versioned: true,
    errors: ['generation_not_found', 'gone'],
  }),
  update: endpoint('PATCH /studio/generations/{id}', {
    summary: 'Give it another title, or a star',
    auth: 'bearer',
    may: MAY.ask,
    body: strict({ title: optional(Title), starred: optional(t.Boolean()) }, { minProperties: 1 }),
    ok: Generation,
    versioned: true,
    errors: ['generation_not_found', 'gone', 'generation_immutable', 'stale_version', 'role_required'],
  }),
  remove: endpoint('DELETE /studio/generations/{id}', {
    summary: 'Delete one; not a bundle that a case refers to',
    auth: 'bearer',
    may: MAY.ask,
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['generation_not_found', 'gone', 'has_dependents', 'stale_version', 'role_required'],
  }),
  cancel: endpoint('POST /studio/generations/{id}/cancel', {
    summary: 'Stop a pipeline; what its steps have come to stays',
    description:
      'Answers with the generation as `failed`, with `cancelled` as the code of `output.error`. For its maker and admins. ' +
      'One that does not run is answered with 409.',
    auth: 'bearer',
    whileArchived: true,
    may: MAY.ask,
    ok: Generation,
    versioned: true,
    errors: ['generation_not_found', 'gone', 'forbidden_transition', 'unacceptable', 'stale_version', 'role_required'],
  }),
  removeAll: endpoint('DELETE /studio/generations', {
    summary: 'Delete all of the caller’s own, or with `scope=workspace` those of everyone; bundles stay',
    auth: 'bearer',
    may: MAY.ask,
    query: strict({
      confirm: optional(t.Boolean({ description: 'Has to be true' })),
      scope: oneOf(['mine', 'workspace'], { default: 'mine', description: '`workspace` is for admins' }),
    }),
    ok: t.Object({ deleted: t.Integer(), retained: t.Integer() }),
    errors: ['confirmation_required', 'role_required'],
  }),
}
