// Shapes: what data must look like, in SHACL; forms made from them, and validation.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { content, noContent } from '../media.ts'
import { DateTime, limit, named, nullable, pageOf, pageQuery, strict } from '../wire.ts'

export const LONGEST_SHAPES = 524_288
export const LONGEST_DATA = 8 * 1024 * 1024
export const REPORT_TYPES = ['application/json', 'text/turtle'] as const

const Name = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Turtle = t.String({ minLength: 1, maxLength: LONGEST_SHAPES, description: 'SHACL Core in Turtle' })
const Enforced = t.Boolean({ description: 'A write to the context that breaks it is refused' })

export type Shape = Static<typeof Shape>
export const Shape = named(
  'Shape',
  t.Object({
    id: t.String({ description: 'urn:graph:shape:<id>; the bare id does as well in addresses' }),
    name: t.String(),
    turtle: t.String(),
    targetClasses: t.Array(t.String(), { description: 'Classes whose instances it is about' }),
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
    path: t.String({ description: 'The IRI of the property, or a path as SPARQL writes it' }),
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
    min: nullable(t.String({ description: 'The least value, as it is written' })),
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
    target: nullable(t.String({ description: 'The class that the form is about' })),
    groups: t.Array(t.Object({ label: nullable(t.String()), order: nullable(t.Number()), fields: t.Array(FormField) })),
  }),
)

export type ValidationResult = Static<typeof ValidationResult>
const ValidationResult = named(
  'ValidationResult',
  t.Object({
    focusNode: t.String(),
    path: nullable(t.String({ description: 'The IRI of the property, or a path as SPARQL writes it' })),
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
    total: t.Integer({ description: 'All results, also those past `limit`' }),
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
    summary: 'The shapes of the context, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      targetClass: t.Optional(t.String({ maxLength: 4_096, description: 'Only those about instances of this class' })),
      enforced: t.Optional(t.Boolean()),
      q: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'A part of the name' })),
    }),
    ok: pageOf(Shape),
    errors: ['invalid_cursor', 'graph_out_of_scope'],
  }),
  create: endpoint('POST /shapes', {
    summary: 'Keep shapes for the context: SHACL Core in Turtle',
    description:
      'What is not well-formed, or uses a component beyond SHACL Core, is refused with line and column, and so is a pattern ' +
      'that looks around, refers back, or is too large.',
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
    summary: 'One shape, by its id or its whole URN',
    auth: 'bearer',
    ok: Shape,
    versioned: true,
    errors: ['shape_not_found', 'graph_out_of_scope'],
  }),
  update: endpoint('PATCH /shapes/{id}', {
    summary: 'Change its name or text, or have it enforced',
    description: 'It can be enforced once the context conforms to it; until then the answer is the report.',
    auth: 'bearer',
    role: 'member',
    body: ShapePatch,
    maxBytes: 2 * 1024 * 1024,
    ok: Shape,
    versioned: true,
    errors: ['shape_not_found', 'graph_out_of_scope', 'stale_version', 'shape_violated', ...unwell, ...heavy],
  }),
  delete: endpoint('DELETE /shapes/{id}', {
    summary: 'Forget a shape; it is not enforced any more',
    auth: 'bearer',
    role: 'member',
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['shape_not_found', 'graph_out_of_scope', 'stale_version'],
  }),
  ui: endpoint('GET /shapes/{id}/ui', {
    summary: 'The form that a shape describes',
    auth: 'bearer',
    query: strict({
      target: t.Optional(
        t.String({ maxLength: 4_096, description: 'The class or shape to fill in, where there are several' }),
      ),
    }),
    ok: FormModel,
    errors: ['shape_not_found', 'unknown_reference', 'graph_out_of_scope', 'query_timeout', 'unavailable'],
  }),
  validate: endpoint('POST /validate', {
    summary: 'Validate the context, or data that you send, against a shape',
    description:
      'As JSON (see ValidationReport), or with `Accept: text/turtle` as the report that SHACL describes. ' +
      'X-Query-Timeout-Ms lowers the time that your plan allows.',
    auth: 'bearer',
    body: ValidationRequest,
    maxBytes: 2 * LONGEST_DATA,
    ok: content([...REPORT_TYPES], 'The report, in the type that Accept asks for'),
    errors: ['shape_not_found', 'graph_out_of_scope', 'not_acceptable', 'turtle_syntax', 'pattern_refused', ...heavy],
  }),
}
