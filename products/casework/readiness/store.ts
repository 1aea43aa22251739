// The SQL of readiness: projects to measure, trend points, and the lists of a past day.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { PointRow } from './tables.ts'

interface Scope {
  tenant: string
  workspace: string
}

export interface ProjectHead {
  id: string
  pack_id: string
  default_target: string
}

const selectProjects = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db
    .selectFrom('casework.projects')
    .select(['id', 'pack_id', 'default_target'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)

export const findProjectHead = (db: Db<Tables>, scope: Scope, id: string): Promise<ProjectHead | undefined> =>
  selectProjects(db, scope).where('id', '=', id).executeTakeFirst()

export const listActiveProjects = (db: Db<Tables>, scope: Scope, pack: string): Promise<ProjectHead[]> =>
  selectProjects(db, scope).where('pack_id', '=', pack).where('status', '=', 'active').orderBy('id').execute()

/** Changes with every decision, and when a decision expires. */
export async function findDecisionsRevision(db: Db<Tables>, { tenant, workspace }: Scope, now: Date): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select concat(
      (select decisions_revision from casework.workspaces where tenant_id = ${tenant} and workspace_id = ${workspace}), ' ',
      (select count(*) from casework.decisions where tenant_id = ${tenant} and workspace_id = ${workspace}
        and revoked_at is null and expires_at <= ${now})) as revision`.execute(db)
  return rows[0]!.revision
}

/** Names with an exemption in force, for the project or for the whole workspace. */
export const listExemptions = (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  pack: string,
  projectId: string,
  now: Date,
): Promise<{ type: string; key: string }[]> =>
  db
    .selectFrom('casework.decisions')
    .select(['type', 'key'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('pack_id', '=', pack)
    .where('kind', '=', 'exemption')
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .where((row) => row.or([row('project_id', 'is', null), row('project_id', '=', projectId)]))
    .execute()

export type NewPoint = Omit<PointRow, 'tenant_id' | 'workspace_id' | 'day'>

/** Skips a point with the same digest as the previous one. */
export async function insertPoint(db: Db<Tables>, { tenant, workspace }: Scope, point: NewPoint): Promise<void> {
  await sql`
    insert into casework.readiness_points as p (tenant_id, workspace_id, project_id, pack_id, target, day, run_id, at,
      distribution, objects, acceptable, digest)
    select ${tenant}, ${workspace}, ${point.project_id}, ${point.pack_id}, ${point.target},
      (${point.at}::timestamptz at time zone 'UTC')::date, ${point.run_id}, ${point.at},
      ${JSON.stringify(point.distribution)}::jsonb, ${point.objects}, ${point.acceptable}, ${point.digest}
    where ${point.digest} is distinct from (
      select digest from casework.readiness_points
      where tenant_id = ${tenant} and workspace_id = ${workspace} and project_id = ${point.project_id}
        and pack_id = ${point.pack_id} and target = ${point.target} and run_id = ${point.run_id}
      order by at desc limit 1)
    on conflict (tenant_id, workspace_id, project_id, pack_id, target, day, run_id) do update
      set at = excluded.at, distribution = excluded.distribution, objects = excluded.objects,
        acceptable = excluded.acceptable, digest = excluded.digest
      where p.digest <> excluded.digest`.execute(db)
}

const MAX_POINTS = 2_000
/** Oldest first. */
export async function listPoints(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  asked: { projects: readonly string[]; pack: string; target: string; until: Date },
): Promise<PointRow[]> {
  if (asked.projects.length === 0) return []
  const rows = await db
    .selectFrom('casework.readiness_points')
    .select(['tenant_id', 'workspace_id', 'project_id', 'pack_id', 'target', 'day', 'run_id', 'at', 'distribution'])
    .select(['objects', 'acceptable', 'digest'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('project_id', 'in', asked.projects)
    .where('pack_id', '=', asked.pack)
    .where('target', '=', asked.target)
    .where('at', '<=', asked.until)
    .orderBy('at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(MAX_POINTS)
    .execute()
  return rows.reverse()
}

/** The version of each list that was current at that time, by its own date if it has one. */
export async function listEntriesAt(
  db: Db<Tables>,
  spaces: readonly string[],
  pack: string,
  at: Date,
): Promise<readonly string[]> {
  const moment = sql<Date>`coalesce(as_of, extracted_at, first_seen_at)`
  const rows = await db
    .selectFrom('casework.entries')
    .select(['id'])
    .distinctOn(['space', 'list_id'])
    .where('space', 'in', spaces)
    .where('pack_id', '=', pack)
    .where('list_id', 'is not', null)
    .where('status', 'in', ['ready', 'degraded', 'retired'])
    .where(moment, '<=', at)
    .orderBy('space')
    .orderBy('list_id')
    .orderBy(moment, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
