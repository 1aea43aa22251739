// Ontologies: stored by version, and scored by a published list of pitfalls.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, oneOf, pageOf, pageQuery, strict } from '../wire.ts'

export const MOST_TURTLE_BYTES = 8 * 1024 * 1024
/** Larger than the Turtle, because JSON may need six bytes per character. */
const MOST_BODY_BYTES = 12 * 1024 * 1024

export const DIMENSIONS = ['documentation', 'structure', 'consistency', 'reuse', 'conventions'] as const
export type Dimension = (typeof DIMENSIONS)[number]
export const SEVERITIES = ['critical', 'important', 'minor'] as const
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const

const Turtle = t.String({ minLength: 1, maxLength: MOST_TURTLE_BYTES, description: 'At most 8 MiB of UTF-8' })

export type OntologyCounts = Static<typeof OntologyCounts>
const OntologyCounts = named(
  'OntologyCounts',
  t.Object({
    classes: t.Integer({ description: 'IRIs declared as owl:Class or rdfs:Class' }),
    properties: t.Integer({ description: 'IRIs declared as an RDF or OWL property' }),
    individuals: t.Integer({ description: 'Named individuals, and nodes with a declared class as their type' }),
    axioms: t.Integer({
      description:
        'Logical axioms: hierarchy, domains, ranges, characteristics, assertions; not declarations or annotations',
    }),
  }),
)

const summary = {
  id: t.String({ description: 'urn:graph:ontology:<id>' }),
  name: t.String(),
  iri: t.String(),
  version: t.Integer({ description: 'The number of the version of this IRI in this context' }),
  counts: OntologyCounts,
  contextId: t.String(),
  createdAt: DateTime,
  createdBy: t.String(),
}
export type OntologySummary = Static<typeof OntologySummary>
export const OntologySummary = named('OntologySummary', t.Object(summary))
export type Ontology = Static<typeof Ontology>
export const Ontology = named('Ontology', t.Object({ ...summary, turtle: t.String() }))

export type NewOntology = Static<typeof NewOntology>
export const NewOntology = named(
  'NewOntology',
  strict({
    name: t.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    iri: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 2048,
        description: 'An absolute IRI. Default: the one that the Turtle declares as owl:Ontology',
      }),
    ),
    turtle: Turtle,
  }),
)

export type OntologyToScore = Static<typeof OntologyToScore>
export const OntologyToScore = named(
  'OntologyToScore',
  strict(
    {
      ontologyId: t.Optional(t.String({ minLength: 1, maxLength: 128 })),
      turtle: t.Optional(Turtle),
    },
    { minProperties: 1, maxProperties: 1 },
  ),
)

export type Finding = Static<typeof Finding>
export const Finding = named(
  'OntologyFinding',
  t.Object({
    pitfall: t.String({ description: 'An id from the published list, such as P01' }),
    severity: oneOf(SEVERITIES),
    subject: t.String({ description: 'The IRI with the pitfall, or the ontology if the pitfall concerns all of it' }),
    message: t.String(),
    fix: t.String(),
  }),
)
const DimensionScore = named(
  'OntologyDimension',
  t.Object({
    weight: t.Number({ description: 'Share of the total score; the weights add up to 1' }),
    score: t.Number({ minimum: 0, maximum: 100 }),
    findings: t.Array(Finding, { description: 'At most 100 per pitfall, followed by the number of further ones' }),
  }),
)

export type OntologyScore = Static<typeof OntologyScore>
export const OntologyScore = named(
  'OntologyScore',
  t.Object({
    score: t.Number({ minimum: 0, maximum: 100 }),
    grade: oneOf(GRADES),
    dimensions: t.Object({
      documentation: DimensionScore,
      structure: DimensionScore,
      consistency: DimensionScore,
      reuse: DimensionScore,
      conventions: DimensionScore,
    }),
  }),
)

export type PublishedPitfall = Static<typeof PublishedPitfall>
export const PublishedPitfall = named(
  'OntologyPitfall',
  t.Object({
    id: t.String(),
    title: t.String(),
    checks: t.String({ description: 'What is checked' }),
    severity: oneOf(SEVERITIES),
    dimension: oneOf(DIMENSIONS),
    penalty: t.Number({ description: 'Maximum loss of points in the dimension' }),
    counting: oneOf(['share', 'any'], {
      description: 'share: the penalty in proportion to the affected terms; any: the full penalty for a single one',
    }),
    fix: t.String(),
  }),
)
const Pitfalls = t.Object({
  items: t.Array(PublishedPitfall),
  weights: t.Record(t.String(), t.Number()),
  grades: t.Record(t.String(), t.Number(), { description: 'The minimum score of each grade' }),
})

export const ontologies = {
  create: endpoint('POST /ontologies', {
    summary: 'Store an ontology; the same IRI again creates its next version',
    auth: 'bearer',
    role: 'member',
    body: NewOntology,
    ok: Ontology,
    status: 201,
    maxBytes: MOST_BODY_BYTES,
    errors: ['turtle_syntax', 'graph_out_of_scope', 'too_large_to_analyse', 'unavailable'],
  }),
  list: endpoint('GET /ontologies', {
    summary: 'List the ontologies of the context, newest first, without their Turtle',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      iri: t.Optional(t.String({ minLength: 1, maxLength: 2048, description: 'Only versions of this ontology' })),
    }),
    ok: pageOf(OntologySummary),
    errors: ['graph_out_of_scope', 'invalid_cursor'],
  }),
  pitfalls: endpoint('GET /ontologies/pitfalls', {
    summary: 'List the pitfalls, their penalties, and the weights and grades of the score',
    auth: 'bearer',
    ok: Pitfalls,
  }),
  score: endpoint('POST /ontologies/score', {
    summary: 'Score a stored ontology, or one in the body',
    auth: 'bearer',
    body: OntologyToScore,
    ok: OntologyScore,
    maxBytes: MOST_BODY_BYTES,
    errors: ['ontology_not_found', 'turtle_syntax', 'graph_out_of_scope', 'too_large_to_analyse', 'unavailable'],
  }),
  get: endpoint('GET /ontologies/{id}', {
    summary: 'Get one version of an ontology',
    auth: 'bearer',
    ok: Ontology,
    errors: ['ontology_not_found', 'graph_out_of_scope'],
  }),
  delete: endpoint('DELETE /ontologies/{id}', {
    summary: 'Delete one version of an ontology',
    auth: 'bearer',
    role: 'member',
    ok: noContent,
    status: 204,
    errors: ['ontology_not_found', 'graph_out_of_scope'],
  }),
}
