// The SQL of recommendations. Every query names tenant and workspace.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { RecommendationRow, Scope } from './tables.ts'

const COLUMNS = [
  ...(['id', 'tenant_id', 'workspace_id', 'case_id', 'run_id', 'key', 'action_id', 'priority', 'body'] as const),
  ...(['status', 'decision', 'defer_until', 'plan_item_ids', 'version', 'created_at', 'updated_at'] as const),
] as const

const ofCase = (db: Db<Tables>, { tenant, workspace }: Scope, caseId: string) =>
  db
    .selectFrom('casework.recommendations')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)

/** Ids of recommendations with an active exemption, taking renewals into account. */
export async function listExempted(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  caseId: string,
  now: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('casework.decisions')
    .select(sql<string>`value ->> 'recommendation_id'`.as('id'))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)
    .where('kind', '=', 'exemption')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export interface RecommendationQuery extends PageQuery {
  status?: RecommendationRow['status']
  action_id?: string
  q?: string
}

/** By priority. Superseded recommendations are listed only on request. */
export async function listRecommendations(
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  query: RecommendationQuery,
): Promise<Counted<RecommendationRow>> {
  const asked = ofCase(db, scope, caseId)
    .$if(query.status !== undefined, (rows) => rows.where('status', '=', query.status!))
    .$if(query.status === undefined, (rows) => rows.where('status', '<>', 'superseded'))
    .$if(query.action_id !== undefined, (rows) => rows.where('action_id', '=', query.action_id!))
    .$if(query.q !== undefined, (rows) =>
      rows.where(sql<boolean>`grams @> platform.grams_asked(${caseId}, ${query.q})
        and strpos(lower(body ->> 'title'), lower(${query.q})) > 0`),
    )
  const page = await pageBy<RecommendationRow>(
    `${caseId} recommendations`,
    query,
    (row) => [row.priority, row.id],
    ([priority, id], count) =>
      asked
        .$if(id !== undefined, (rows) => rows.where(sql<boolean>`(priority, id) > (${priority}::int, ${id}::text)`))
        .orderBy('priority')
        .orderBy('id')
        .limit(count)
        .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

/** All recommendations the case ever had, by priority. */
export const listAllRecommendations = (db: Db<Tables>, scope: Scope, caseId: string): Promise<RecommendationRow[]> =>
  ofCase(db, scope, caseId).orderBy('priority').orderBy('id').execute()

export const findRecommendation = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  id: string,
): Promise<RecommendationRow | undefined> => ofCase(db, scope, caseId).where('id', '=', id).executeTakeFirst()

export const updateRecommendation = (
  tx: Db<Tables>,
  scope: Scope,
  id: string,
  fields: Updateable<Tables['casework.recommendations']>,
) =>
  tx
    .updateTable('casework.recommendations')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .execute()

export interface NewRecommendation {
  id: string
  key: string
  action_id: string
  priority: number
  body: unknown
  status: string
}

/** Matches by key: an existing recommendation gets the new content and keeps its decision. */
export async function upsertRecommendations(
  tx: Db<Tables>,
  scope: Scope,
  { caseId, runId, now }: { caseId: string; runId: string; now: Date },
  all: readonly NewRecommendation[],
): Promise<void> {
  if (all.length === 0) return
  await sql`
    insert into casework.recommendations as r (id, tenant_id, workspace_id, case_id, run_id, key, action_id, priority, body,
      status, created_at, updated_at)
    select x.id, ${scope.tenant}, ${scope.workspace}, ${caseId}, ${runId}, x.key, x.action_id, x.priority, x.body, x.status,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as x(id text, key text, action_id text, priority int, body jsonb,
      status text)
    on conflict (case_id, key) do update set run_id = excluded.run_id, action_id = excluded.action_id,
      priority = excluded.priority, body = excluded.body, status = excluded.status, version = r.version + 1,
      updated_at = excluded.updated_at
    where r.tenant_id = excluded.tenant_id`.execute(tx)
}

export const setStatuses = (
  tx: Db<Tables>,
  scope: Scope,
  ids: readonly string[],
  status: RecommendationRow['status'],
  now: Date,
) =>
  ids.length === 0
    ? Promise.resolve()
    : tx
        .updateTable('casework.recommendations')
        .set({ status, updated_at: now })
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('tenant_id', '=', scope.tenant)
        .where('workspace_id', '=', scope.workspace)
        .where('id', 'in', ids)
        .execute()

/** For a run that found the same as the previous one. */
export const setRun = (tx: Db<Tables>, scope: Scope, caseId: string, from: string, to: string) =>
  tx
    .updateTable('casework.recommendations')
    .set({ run_id: to })
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('case_id', '=', caseId)
    .where('run_id', '=', from)
    .execute()

/** Deferred recommendations whose date has passed, of all tenants. */
export const listDue = (db: Db<Tables>, now: Date, limit: number) =>
  db
    .selectFrom('casework.recommendations')
    .select(['id', 'tenant_id', 'workspace_id', 'case_id'])
    .where('status', '=', 'deferred')
    .where('defer_until', '<=', now)
    .orderBy('defer_until')
    .limit(limit)
    .execute()

/** Recommendations that need a decision. */
export async function countOpen(db: Db<Tables>, { tenant, workspace }: Scope, caseId: string): Promise<number> {
  const { open } = await db
    .selectFrom('casework.recommendations')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)
    .where('status', '=', 'proposed')
    .executeTakeFirstOrThrow()
  return open
}
