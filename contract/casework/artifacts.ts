// Artifacts: identified objects from lists and estates, which others can depend on, own, or decide about.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { Change, ResolvedSuccessor, StateInTarget } from './resolve.ts'
import { ArtifactRef, Citation, Code, countedPageOf, DecisionRef, Finding, Rating } from './shapes.ts'

export const ARTIFACT_SORTS = ['name', '-name', 'type', '-type', 'component', '-component'] as const
export const FACETS = ['type', 'state', 'code', 'component'] as const
export const USAGE_VERDICTS = ['used', 'unused', 'likely_unused', 'unknown'] as const

const optional = t.Optional
const Word = t.String({ minLength: 1, maxLength: 200 })
const Id = t.String({ maxLength: 80 })

const InEstate = t.Object({
  project_id: t.String(),
  package: t.String(),
  owner: t.String(),
  lines: optional(t.Integer()),
  usage: t.Object({
    executions: nullable(t.Integer()),
    last_used: nullable(t.String()),
    window_days: t.Integer(),
    verdict: oneOf(USAGE_VERDICTS),
  }),
  findings: t.Object({ p1: t.Integer(), p2: t.Integer(), p3: t.Integer(), p4: t.Integer() }),
  parsed_ratio: t.Number(),
})

const artifact = {
  id: t.String(),
  iri: t.String(),
  pack: t.String(),
  kind: t.String(),
  type: t.String(),
  name: t.String(),
  label: t.String(),
  description: optional(t.String()),
  attributes: t.Record(t.String(), t.Unknown()),
  labels: t.Array(t.String()),
  target: t.String({ description: 'The target of the rating' }),
  rating: Rating,
  acceptable: t.Boolean(),
  states: t.Array(t.Object({ profile_id: t.String(), list_id: t.String(), state: t.String() })),
  successors_count: t.Integer(),
  predecessors_count: t.Integer(),
  dependents_count: t.Integer(),
  dependencies_count: t.Integer(),
  guidance_count: t.Integer(),
  estate: optional(InEstate),
  overlay: t.Object({ decisions: t.Array(DecisionRef), notes: t.Integer() }),
  updated_at: nullable(DateTime),
}

export type Artifact = Static<typeof Artifact>
export const Artifact = named('KnownArtifact', t.Object(artifact))

const Use = t.Object({
  artifact: ArtifactRef,
  access: t.String(),
  occurrences: t.Integer(),
  code: Code,
  confidence: t.Number({
    minimum: 0,
    maximum: 1,
    description: 'How sure it is that the code uses this artifact; below 0.9 its name or type was inferred',
  }),
})

export type ArtifactDetail = Static<typeof ArtifactDetail>
export const ArtifactDetail = named(
  'ArtifactDetail',
  t.Object({
    ...artifact,
    states: t.Array(StateInTarget),
    facts: t.Array(t.Object({ predicate: t.String(), value: t.Unknown(), citation: t.Integer() })),
    successors: t.Array(ResolvedSuccessor),
    predecessors: t.Array(ArtifactRef),
    siblings: t.Array(ArtifactRef, { description: 'Artifacts in the same container' }),
    history: t.Array(Change),
    dependencies: t.Array(Use, { description: 'The first 100' }),
    dependents: t.Array(Use, { description: 'The first 100' }),
    findings: t.Array(Finding, { description: 'The first 100, the most severe first' }),
    raw: t.Record(t.String(), t.Unknown()),
    citations: t.Array(Citation),
  }),
)

export type ArtifactQuery = Static<typeof ArtifactQuery>
export const ArtifactQuery = strict({
  ...pageQuery,
  q: optional(Word),
  pack: optional(Id),
  kind: optional(Word),
  type: optional(Word),
  state: optional(Word),
  code: optional(t.String({ minLength: 1, maxLength: 40 })),
  label: optional(Word),
  component: optional(
    t.String({ minLength: 1, maxLength: 200, description: 'A prefix: includes all components below it' }),
  ),
  software_component: optional(Word),
  project_id: optional(t.String({ maxLength: 64, description: 'Objects of the project and what they refer to' })),
  case_id: optional(t.String({ maxLength: 64, description: 'Objects of the case and what they refer to' })),
  target: optional(Id),
  has_successor: optional(oneOf(['true', 'false'])),
  changed_between: optional(
    formed('two targets such as s4_private:2022..s4_private:2023_3', '^[^.]+[^ ]*\\.\\.[^ ]+$', {
      maxLength: 170,
      description: 'Two targets: s4_private:2022..s4_private:2023_3',
    }),
  ),
  used: optional(oneOf(['true', 'false'])),
  owner: optional(Word),
  sort: oneOf(ARTIFACT_SORTS, { default: 'name' }),
  facets: optional(
    formed(`a comma-separated list of ${FACETS.join(', ')}`, `^(${FACETS.join('|')})(,(${FACETS.join('|')})){0,3}$`, {
      description: `A comma-separated list of ${FACETS.join(', ')}`,
    }),
  ),
})

export const artifacts = {
  list: endpoint('GET /artifacts', {
    summary: 'List the artifacts of a target, a project, or a case',
    auth: 'bearer',
    query: ArtifactQuery,
    ok: t.Object({
      ...countedPageOf(Artifact).properties,
      facets: optional(t.Record(t.String(), t.Record(t.String(), t.Integer()))),
    }),
    errors: [
      'pack_not_found',
      'project_not_found',
      'case_not_found',
      'unknown_target',
      'unacceptable',
      'invalid_cursor',
    ],
  }),
  get: endpoint('GET /artifacts/{id}', {
    summary: 'Get everything known about an artifact',
    description: 'The id is art_…, a percent-encoded IRI, or a short form such as TABL:VBAK.',
    auth: 'bearer',
    query: strict({
      pack: optional(Id),
      target: optional(Id),
      project_id: optional(t.String({ maxLength: 64 })),
    }),
    ok: ArtifactDetail,
    errors: ['artifact_not_found', 'pack_not_found', 'project_not_found', 'unknown_target'],
  }),
}
