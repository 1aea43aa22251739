// Generations: stored results of the studio and of cases.
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
    input: optional(t.Object({}, { additionalProperties: true, description: 'The stored input, if any' })),
    output: t.Object({}, { additionalProperties: true, description: 'The result; its schema depends on `kind`' }),
  }),
)

export type NewGeneration = Static<typeof NewGeneration>
export const NewGeneration = named(
  'NewGeneration',
  strict({
    kind: oneOf(['classification', 'plan', 'scaffold', 'pipeline'], { description: 'Bundles are created from cases' }),
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
    summary: 'List the generations of the workspace without their results, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      kind: optional(oneOf(GENERATION_KINDS)),
      q: optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the title or of the input' })),
      case_id: optional(Id),
      mine: optional(t.Boolean({ description: 'Only those created by the caller' })),
      starred: optional(t.Boolean()),
    }),
    ok: countedPageOf(GenerationSummary),
    errors: ['invalid_cursor'],
  }),
  save: endpoint('POST /studio/generations', {
    summary: 'Save a result',
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
    summary: 'Get a generation with its result; permalinks of bundles use it too',
    auth: 'bearer',
    ok: Generation,
    versioned: true,
    errors: ['generation_not_found', 'gone'],
  }),
  update: endpoint('PATCH /studio/generations/{id}', {
    summary: 'Rename or star a generation',
    auth: 'bearer',
    may: MAY.ask,
    body: strict({ title: optional(Title), starred: optional(t.Boolean()) }, { minProperties: 1 }),
    ok: Generation,
    versioned: true,
    errors: ['generation_not_found', 'gone', 'generation_immutable', 'stale_version', 'role_required'],
  }),
  remove: endpoint('DELETE /studio/generations/{id}', {
    summary: 'Delete a generation; a bundle used by a case cannot be deleted',
    auth: 'bearer',
    may: MAY.ask,
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['generation_not_found', 'gone', 'has_dependents', 'stale_version', 'role_required'],
  }),
  cancel: endpoint('POST /studio/generations/{id}/cancel', {
    summary: 'Cancel a pipeline; results of its finished steps remain',
    description:
      'Returns the generation as `failed` with the code `cancelled` in `output.error`. Only its creator and admins can cancel ' +
      'it. Returns 409 if it is not running.',
    auth: 'bearer',
    whileArchived: true,
    may: MAY.ask,
    ok: Generation,
    versioned: true,
    errors: ['generation_not_found', 'gone', 'forbidden_transition', 'unacceptable', 'stale_version', 'role_required'],
  }),
  removeAll: endpoint('DELETE /studio/generations', {
    summary: 'Delete all of your generations or, with `scope=workspace`, those of everyone, except bundles',
    auth: 'bearer',
    may: MAY.ask,
    query: strict({
      confirm: optional(t.Boolean({ description: 'Must be true' })),
      scope: oneOf(['mine', 'workspace'], { default: 'mine', description: '`workspace` is for admins' }),
    }),
    ok: t.Object({ deleted: t.Integer(), retained: t.Integer() }),
    errors: ['confirmation_required', 'role_required'],
  }),
}
