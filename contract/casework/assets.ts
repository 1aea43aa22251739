// Files generated from a project, such as reports, exports, and plans for other tools. A stored file never changes.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { content } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { PlanVersion } from './plan.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

export const ASSET_KINDS = [
  'report',
  'report_pdf',
  'evidence_export',
  'migration_plan',
  'findings',
  'hand_over',
] as const
export const REPORT_TEMPLATES = ['executive', 'technical', 'delta'] as const
export const PLAN_FORMATS = ['json', 'csv', 'xlsx', 'md', 'jira_csv', 'github_json', 'mspdi_xml', 'ics'] as const
export const EXPORT_PARTS = ['evidence', 'citations', 'statements', 'decisions', 'audit', 'attribution'] as const

const optional = t.Optional
const id = t.String({ minLength: 1, maxLength: 64 })
const ids = t.Array(id, { maxItems: 100, uniqueItems: true })

export type Asset = Static<typeof Asset>
export const Asset = named(
  'Asset',
  t.Object({
    id: t.String(),
    project_id: nullable(t.String()),
    kind: oneOf(ASSET_KINDS),
    format: t.String(),
    title: t.String(),
    filename: t.String(),
    state: oneOf(['rendering', 'ready', 'failed']),
    bytes: nullable(t.Integer()),
    sha256: nullable(t.String()),
    params: t.Record(t.String(), t.Unknown()),
    source: t.Record(t.String(), t.Unknown(), { description: 'The data it was made from' }),
    error: nullable(t.String()),
    created_by: Actor,
    created_at: DateTime,
    expires_at: nullable(DateTime),
    download_url: t.String(),
  }),
)

const reportFields = {
  template: oneOf(REPORT_TEMPLATES, { default: 'executive' }),
  sections: optional(t.Array(t.String({ minLength: 1, maxLength: 40 }), { maxItems: 30 })),
  case_ids: optional(ids),
  target: optional(t.String({ minLength: 1, maxLength: 80 })),
  baseline: optional(t.String({ minLength: 1, maxLength: 80 })),
  language: optional(oneOf(['en'])),
  redact: t.Boolean({ default: false, description: 'Leaves out the names of people' }),
}
export type ReportRequest = Static<typeof ReportRequest>
export const ReportRequest = named(
  'ReportRequest',
  strict({ format: oneOf(['html', 'md', 'json'], { default: 'html' }), ...reportFields }),
)
export const PdfRequest = named('PdfRequest', strict(reportFields))
export const ExportRequest = named(
  'ExportRequest',
  strict({
    include: t.Array(oneOf(EXPORT_PARTS), { minItems: 1, maxItems: 6, uniqueItems: true, default: [...EXPORT_PARTS] }),
    case_ids: optional({ ...ids, description: 'Default: all cases of the project' }),
    redact: t.Boolean({
      default: false,
      description: 'Leaves out the names of people, and uploads, which may contain names',
    }),
  }),
)
export const FindingsRequest = named(
  'FindingsRequest',
  strict({
    format: oneOf(['sarif'], { default: 'sarif' }),
    target: optional(t.String({ minLength: 1, maxLength: 80 })),
    baseline_asset_id: optional({ ...id, description: 'An earlier export: findings say whether they are new since' }),
  }),
)
export const MigrationPlanRequest = named(
  'MigrationPlanRequest',
  strict({
    plan_version_id: optional(id),
    plan_ids: optional(
      t.Array(id, { minItems: 1, maxItems: 1, description: 'A plan of a case of this project, in its current state' }),
    ),
    format: oneOf(PLAN_FORMATS, { default: 'json' }),
    granularity: oneOf(['item', 'object'], {
      default: 'item',
      description: '`object`: one row for every object of an item',
    }),
  }),
)

const make = { auth: 'bearer', may: MAY.decide, status: 201, ok: Asset } as const
const reporting = [
  'project_not_found',
  'case_not_found',
  'run_not_found',
  'unknown_target',
  'unacceptable',
  'not_configured',
  'role_required',
  'gone',
] as const
const FILES = ['application/octet-stream'] as const

export const assets = {
  list: endpoint('GET /projects/{id}/assets', {
    summary: 'List the files made from a project, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery, kind: optional(oneOf(ASSET_KINDS)) }),
    ok: countedPageOf(Asset),
    errors: ['project_not_found', 'invalid_cursor', 'gone'],
  }),
  report: endpoint('POST /projects/{id}/assets/report', {
    ...make,
    summary: 'Create a report as HTML, Markdown or JSON',
    body: ReportRequest,
    errors: [...reporting],
  }),
  pdf: endpoint('POST /projects/{id}/assets/report/pdf', {
    ...make,
    summary: 'Create a report as a PDF; equal inputs give identical bytes',
    body: PdfRequest,
    errors: [...reporting, 'unavailable'],
  }),
  evidenceExport: endpoint('POST /projects/{id}/assets/evidence-export', {
    ...make,
    summary: 'Export all evidence for decisions as a ZIP file with a manifest of digests',
    body: ExportRequest,
    errors: ['project_not_found', 'case_not_found', 'role_required', 'gone'],
  }),
  findings: endpoint('POST /projects/{id}/assets/findings', {
    ...make,
    summary: 'Findings as SARIF 2.1.0, for code scanning: the 5,000 most severe',
    body: FindingsRequest,
    errors: ['project_not_found', 'asset_not_found', 'unknown_target', 'unacceptable', 'role_required', 'gone'],
  }),
  migrationPlan: endpoint('POST /projects/{id}/assets/migration-plan', {
    ...make,
    summary: 'Export a plan for a tracker or a schedule, as the latest plan of the project',
    body: MigrationPlanRequest,
    errors: [
      'project_not_found',
      'plan_version_not_found',
      'case_plan_not_found',
      'no_plan_yet',
      'role_required',
      'gone',
    ],
  }),
  latestPlan: endpoint('GET /projects/{id}/assets/latest-plan', {
    summary: 'Get the plan that was exported last, with its file',
    auth: 'bearer',
    ok: t.Object({ asset: Asset, plan: PlanVersion }),
    errors: ['project_not_found', 'no_plan_yet', 'gone'],
  }),
  download: endpoint('GET /projects/{id}/assets/{assetID}/download', {
    summary: 'Download a file or a range of its bytes',
    auth: 'bearer',
    headers: { Range: 'bytes=<first>-<last>' },
    ok: content(FILES, 'The file'),
    errors: ['project_not_found', 'asset_not_found', 'gone', 'range_not_satisfiable'],
  }),
}
