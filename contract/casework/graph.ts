// The graph as casework keeps it: the named graphs that it tells, how far they are, and telling them anew.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { CaseJob } from './shapes.ts'

const CONTEXT_STATES = ['ready', 'building', 'stale', 'failed', 'missing'] as const

export type GraphProjection = Static<typeof GraphProjection>
const GraphProjection = named(
  'GraphProjection',
  t.Object({
    context_id: t.String({ description: 'urn:tenant:<tenant>:ws:<workspace>:graph:<name>' }),
    name: t.String({ description: 'Such as catalog.sap.pce-2023-3 or estate.prj_…' }),
    kind: t.String({ description: 'pack, catalog, corpus, estate or decisions' }),
    statements_expected: t.Integer({ description: 'As of the last time that they were counted' }),
    statements_present: nullable(t.Integer({ description: 'In the graph now; null where it does not answer' })),
    drift: nullable(t.Integer({ description: 'How many are missing in the graph; negative where there are too many' })),
    digest_match: t.Boolean({ description: 'It was told all that the tables said then, and holds as many now' }),
    state: oneOf(CONTEXT_STATES, {
      description: 'stale: due to be told again; missing: never told; failed: given up, see `error`',
    }),
    error: nullable(t.String()),
    built_at: nullable(DateTime),
    build_id: nullable(t.String()),
  }),
)

export type GraphStatus = Static<typeof GraphStatus>
export const GraphStatus = named(
  'GraphStatus',
  t.Object({
    reachable: t.Boolean({ description: 'Where it is not, reads go on from the tables, and what is to be said waits' }),
    health: t.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What the graph says of itself, or why it is not reached',
    }),
    contexts: t.Array(GraphProjection, { description: 'Those of the workspace, then those that all share' }),
    outbox: t.Object({
      pending: t.Integer(),
      retrying: t.Integer(),
      dead_letter: t.Integer({ description: 'Given up; a rebuild or the next change tries again' }),
      oldest_at: nullable(DateTime),
    }),
    shapes: t.Array(
      t.Object({
        shape_id: t.String(),
        name: t.String(),
        context: t.String(),
        conforms: t.Boolean(),
        violations: t.Integer(),
        validated_at: DateTime,
      }),
    ),
    read_model: t.Object({
      revision: t.String({ description: 'Changes with what answers are read from' }),
      lag_seconds: t.Integer({ description: 'How long the oldest change has waited to be told' }),
      rows: t.Integer(),
    }),
    jobs: t.Array(CaseJob, { description: 'The last ten rebuilds' }),
  }),
)

export type RebuildOrder = Static<typeof RebuildOrder>
export const RebuildOrder = named(
  'RebuildOrder',
  strict({
    contexts: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 512, description: 'A name or a whole id' }), {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description: 'All of the workspace and all that are shared, where it is left out',
      }),
    ),
    mode: oneOf(['incremental', 'full', 'validate'], {
      default: 'incremental',
      description:
        'incremental: what differs; full: everything is said again; validate: nothing is written but a report against the pack’s shapes',
    }),
    dry_run: t.Optional(t.Boolean({ description: 'Only the plan, compared with the graph where it answers' })),
  }),
)

const Rebuild = named(
  'GraphRebuild',
  t.Object({
    /** Null for a dry run. */
    job: nullable(CaseJob),
    plan: t.Object({
      contexts: t.Array(t.String()),
      statements_to_write: t.Integer(),
      statements_to_delete: t.Integer(),
    }),
  }),
)

export const graphProjection = {
  status: endpoint('GET /graph/status', {
    summary: 'The named graphs of the workspace: what they should hold, what they hold, what waits',
    auth: 'bearer',
    ok: GraphStatus,
  }),
  rebuild: endpoint('POST /graph/rebuild', {
    summary: 'Tell the graph anew, in the background',
    description:
      'What the graph lacks is written before what is too much is deleted, so nobody reads a graph with holes. ' +
      'Numbers of the plan are those of the last comparison; a dry run compares now.',
    auth: 'bearer',
    may: MAY.operate,
    body: RebuildOrder,
    ok: Rebuild,
    status: 202,
    errors: ['role_required', 'context_not_found', 'job_in_progress', 'graph_unavailable'],
  }),
}
