// The SQL of the scorecard: its history, and the decisions and files that controls read.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { DecisionRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'
import type { ControlPointRow } from './tables.ts'

interface Scope {
  tenant: string
  workspace: string
}
interface Series {
  pack: string
  kind: string
  /** Empty for the workspace. */
  id: string
}

/** One point per control and day; a later value of the day replaces it. */
export async function insertControlPoints(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  { pack, kind, id }: Series,
  points: readonly Omit<ControlPointRow, 'at'>[],
  at: Date,
): Promise<void> {
  if (points.length === 0) return
  await sql`
    insert into casework.control_points as p (tenant_id, workspace_id, pack_id, scope_kind, scope_id, control_id, day, at,
      value, status)
    select ${tenant}, ${workspace}, ${pack}, ${kind}, ${id}, c.id, (${at}::timestamptz at time zone 'UTC')::date, ${at},
      nullif(c.value, '')::double precision, c.status
    from unnest(${textArray(points.map(({ control_id }) => control_id))}::text[],
      ${textArray(points.map(({ value }) => (value === null ? '' : String(value))))}::text[],
      ${textArray(points.map(({ status }) => status))}::text[]) as c(id, value, status)
    on conflict (tenant_id, workspace_id, pack_id, scope_kind, scope_id, control_id, day) do update
      set at = excluded.at, value = excluded.value, status = excluded.status
      where p.value is distinct from excluded.value or p.status <> excluded.status`.execute(db)
}

const MAX_DAYS = 366

/** The points of the year before `until`, oldest first. */
export async function listControlPoints(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  { pack, kind, id }: Series,
  until: Date,
): Promise<ControlPointRow[]> {
  return db
    .selectFrom('casework.control_points')
    .select(['control_id', 'at', 'value', 'status'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('pack_id', '=', pack)
    .where('scope_kind', '=', kind)
    .where('scope_id', '=', id)
    .where('at', '<=', until)
    .where('at', '>', new Date(until.getTime() - MAX_DAYS * 86_400_000))
    .orderBy('control_id')
    .orderBy('at')
    .execute()
}

/** Decisions that were not revoked, including expired ones. */
export const listUnrevokedDecisions = (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  pack: string,
  projects: readonly string[] | undefined,
): Promise<DecisionRow[]> =>
  db
    .selectFrom('casework.decisions')
    .select(['id', 'tenant_id', 'workspace_id', 'pack_id', 'kind', 'type', 'key', 'project_id', 'case_id', 'value'])
    .select(['rationale', 'reviewed', 'by_id', 'by_name', 'at', 'expires_at', 'revoked_at'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('pack_id', '=', pack)
    .where('revoked_at', 'is', null)
    .$if(projects !== undefined, (query) =>
      query.where((row) =>
        row.or([row('project_id', 'is', null), sql<boolean>`project_id = any(${textArray(projects ?? [])}::text[])`]),
      ),
    )
    .orderBy('id')
    .execute()

export interface FileRow {
  id: string
  filename: string
  kind: string
  sha256: string
  uploaded_at: Date
}

/** The files of an estate, oldest first. */
export const listFiles = (db: Db<Tables>, { tenant, workspace }: Scope, ids: readonly string[]): Promise<FileRow[]> =>
  db
    .selectFrom('casework.evidence')
    .select(['id', 'filename', 'kind', 'sha256', 'uploaded_at'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where(sql<boolean>`id = any(${textArray(ids)}::text[])`)
    .orderBy('id')
    .execute()
