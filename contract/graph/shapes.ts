// Shapes: constraints on data in SHACL, forms derived from them, and validation.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { content, noContent } from '../media.ts'
import { DateTime, limit, named, nullable, pageOf, pageQuery, strict } from '../wire.ts'

export const LONGEST_SHAPES = 524_288
export const LONGEST_DATA = 8 * 1024 * 1024
export const REPORT_TYPES = ['application/json', 'text/turtle'] as const

const Name = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Turtle = t.String({ minLength: 1, maxLength: LONGEST_SHAPES, description: 'SHACL Core in Turtle' })
const Enforced = t.Boolean({ description: 'Rejects writes to the context that break the shape' })

export type Shape = Static<typeof Shape>
export const Shape = named(
  'Shape',
  t.Object({
    id: t.String({ description: 'urn:graph:shape:<id>. Addresses also accept the bare id' }),
    name: t.String(),
    turtle: t.String(),
    targetClasses: t.Array(t.String(), { description: 'Classes whose instances the shape applies to' }),
    enforced: t.Boolean(),
    contextId: t.String(),
    version: t.Integer(),
    createdAt: DateTime,
    updatedAt: DateTime,
    createdBy: t.String(),
  }),
)

export type NewShape = Static<typeof NewShape>
export const NewShape = named('NewShape', strict({ name: Name, turtle: Turtle, enforced: t.Optional(Enforced) }))

export type ShapePatch = Static<typeof ShapePatch>
export const ShapePatch = named(
  'ShapePatch',
  strict({ name: t.Optional(Name), turtle: t.Optional(Turtle), enforced: t.Optional(Enforced) }, { minProperties: 1 }),
)

export type FormField = Static<typeof FormField>
export const FormField = named(
  'FormField',
  t.Object({
    path: t.String({ description: 'The IRI of the property, or a path in SPARQL syntax' }),
    label: t.String(),
    description: nullable(t.String()),
    widget: t.String({
      description:
        'text, textarea, richtext, number, checkbox, date, datetime, time, url, select, reference, details, hidden',
    }),
    datatype: nullable(t.String()),
    class: nullable(t.String()),
    options: t.Array(t.Object({ value: t.String(), label: t.String() })),
    required: t.Boolean(),
    multiple: t.Boolean(),
    min: nullable(t.String({ description: 'The minimum value in its lexical form' })),
    max: nullable(t.String()),
    pattern: nullable(t.String()),
    order: nullable(t.Number()),
    default: nullable(t.String()),
  }),
)

export type FormModel = Static<typeof FormModel>
export const FormModel = named(
  'FormModel',
  t.Object({
    id: t.String(),
    name: t.String(),
    target: nullable(t.String({ description: 'The class of the form' })),
    groups: t.Array(t.Object({ label: nullable(t.String()), order: nullable(t.Number()), fields: t.Array(FormField) })),
  }),
)

export type ValidationResult = Static<typeof ValidationResult>
const ValidationResult = named(
  'ValidationResult',
  t.Object({
    focusNode: t.String(),
    path: nullable(t.String({ description: 'The IRI of the property, or a path in SPARQL syntax' })),
    value: nullable(t.String()),
    severity: t.String(),
    message: t.String(),
    constraint: t.String({ description: 'The constraint component' }),
    sourceShape: t.String(),
  }),
)

export type ValidationReport = Static<typeof ValidationReport>
export const ValidationReport = named(
  'ValidationReport',
  t.Object({
    conforms: t.Boolean(),
    results: t.Array(ValidationResult),
    total: t.Integer({ description: 'Number of all results, including those beyond `limit`' }),
    truncated: t.Boolean(),
    durationMs: t.Number(),
  }),
)

export type ValidationRequest = Static<typeof ValidationRequest>
export const ValidationRequest = named(
  'ValidationRequest',
  strict({
    shapeId: t.String({ minLength: 1, maxLength: 200, description: 'urn:graph:shape:<id>, or the bare id' }),
    limit: t.Optional(limit(10_000, 100)),
    data: t.Optional(t.String({ maxLength: LONGEST_DATA, description: 'Turtle to validate instead of the context' })),
  }),
)

const unwell = ['turtle_syntax', 'shape_invalid', 'shape_unsupported', 'pattern_refused'] as const
const heavy = ['query_timeout', 'graph_too_large', 'unavailable'] as const

export const shapes = {
  list: endpoint('GET /shapes', {
    summary: 'List the shapes of the context, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      targetClass: t.Optional(t.String({ maxLength: 4_096, description: 'Only shapes for instances of this class' })),
      enforced: t.Optional(t.Boolean()),
      q: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the name' })),
    }),
    ok: pageOf(Shape),
    errors: ['invalid_cursor', 'graph_out_of_scope'],
  }),
  create: endpoint('POST /shapes', {
    summary: 'Create shapes for the context from SHACL Core in Turtle',
    description:
      'Ill-formed shapes and components beyond SHACL Core are rejected with line and column. So are patterns with lookaround or ' +
      'backreferences, and patterns that are too large.',
    auth: 'bearer',
    role: 'member',
    body: NewShape,
    maxBytes: 2 * 1024 * 1024,
    ok: Shape,
    status: 201,
    versioned: true,
    errors: ['graph_out_of_scope', 'shape_violated', ...unwell, ...heavy],
  }),
  get: endpoint('GET /shapes/{id}', {
    summary: 'Get a shape by its id or full URN',
    auth: 'bearer',
    ok: Shape,
    versioned: true,
    errors: ['shape_not_found', 'graph_out_of_scope'],
  }),
  update: endpoint('PATCH /shapes/{id}', {
    summary: 'Update the name or text of a shape, or enforce it',
    description: 'A shape can be enforced once the context conforms to it. Otherwise the error contains the report.',
    auth: 'bearer',
    role: 'member',
    body: ShapePatch,
    maxBytes: 2 * 1024 * 1024,
    ok: Shape,
    versioned: true,
    errors: ['shape_not_found', 'graph_out_of_scope', 'stale_version', 'shape_violated', ...unwell, ...heavy],
  }),
  delete: endpoint('DELETE /shapes/{id}', {
    summary: 'Delete a shape, which ends its enforcement',
    auth: 'bearer',
    role: 'member',
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['shape_not_found', 'graph_out_of_scope', 'stale_version'],
  }),
  ui: endpoint('GET /shapes/{id}/ui', {
    summary: 'Get the form for a shape',
    auth: 'bearer',
    query: strict({
      target: t.Optional(
        t.String({ maxLength: 4_096, description: 'The class or shape to fill in, if there are several' }),
      ),
    }),
    ok: FormModel,
    errors: ['shape_not_found', 'unknown_reference', 'graph_out_of_scope', 'query_timeout', 'unavailable'],
  }),
  validate: endpoint('POST /validate', {
    summary: 'Validate the context, or data that you send, against a shape',
    description:
      'Returns JSON (see ValidationReport), or with `Accept: text/turtle` a SHACL validation report. ' +
      'X-Query-Timeout-Ms lowers the time limit of your plan.',
    auth: 'bearer',
    body: ValidationRequest,
    maxBytes: 2 * LONGEST_DATA,
    ok: content([...REPORT_TYPES], 'The report, in the type given by Accept'),
    errors: ['shape_not_found', 'graph_out_of_scope', 'not_acceptable', 'turtle_syntax', 'pattern_refused', ...heavy],
  }),
}
