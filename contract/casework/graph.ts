// Casework's data in the graph: its named graphs, their sync status, and rebuilding them.
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
    name: t.String({ description: 'For example catalog.sap.pce-2023-3 or estate.prj_…' }),
    kind: t.String({ description: 'pack, catalog, corpus, estate or decisions' }),
    statements_expected: t.Integer({ description: 'As of the last count' }),
    statements_present: nullable(t.Integer({ description: 'Statements in the graph now; null if it does not answer' })),
    drift: nullable(t.Integer({ description: 'Number of missing statements; negative if there are too many' })),
    digest_match: t.Boolean({
      description: 'True if the last sync was complete and the number of statements is still the same',
    }),
    state: oneOf(CONTEXT_STATES, {
      description: '`stale`: waiting for a sync; `missing`: never synced; `failed`: given up, see `error`',
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
    reachable: t.Boolean({ description: 'If false, reads use the tables, and changes wait' }),
    health: t.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The health response of the graph, or why it cannot be reached',
    }),
    contexts: t.Array(GraphProjection, { description: 'Contexts of the workspace, followed by shared ones' }),
    outbox: t.Object({
      pending: t.Integer(),
      retrying: t.Integer(),
      dead_letter: t.Integer({ description: 'Given up; the next rebuild or change tries again' }),
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
      revision: t.String({ description: 'Changes whenever the data behind answers changes' }),
      lag_seconds: t.Integer({ description: 'Age of the oldest change that was not yet sent' }),
      rows: t.Integer(),
    }),
    jobs: t.Array(CaseJob, { description: 'The last 10 rebuilds' }),
  }),
)

export type RebuildOrder = Static<typeof RebuildOrder>
export const RebuildOrder = named(
  'RebuildOrder',
  strict({
    contexts: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 512, description: 'A name or a full id' }), {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description: 'Default: all contexts of the workspace and all shared ones',
      }),
    ),
    mode: oneOf(['incremental', 'full', 'validate'], {
      default: 'incremental',
      description:
        '`incremental`: writes the differences; `full`: writes everything again; `validate`: only creates a report against the shapes of the pack',
    }),
    dry_run: t.Optional(t.Boolean({ description: 'Only returns the plan, compared with the graph if it answers' })),
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
    summary: 'Get the named graphs of the workspace: expected and actual statements, and pending changes',
    auth: 'bearer',
    ok: GraphStatus,
  }),
  rebuild: endpoint('POST /graph/rebuild', {
    summary: 'Rebuild named graphs, in the background',
    description:
      'Missing statements are written before surplus ones are deleted, so readers never see a graph with gaps. The numbers in ' +
      'the plan are those of the last comparison; a dry run compares now.',
    auth: 'bearer',
    may: MAY.operate,
    body: RebuildOrder,
    ok: Rebuild,
    status: 202,
    errors: ['role_required', 'context_not_found', 'job_in_progress', 'graph_unavailable'],
  }),
}
