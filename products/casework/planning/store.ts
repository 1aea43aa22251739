// The SQL of quick plans. Every query names tenant and workspace; versions are added and never changed.
import type { PlanItem } from '@veritrace/contract/casework/plan'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { textArray } from '@veritrace/platform/db/text-array'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { PlanBody, PlanVersionRow } from './tables.ts'

interface Scope {
  tenant: string
  workspace: string
}

export type ListedVersion = PlanVersionRow & { newest: number; items?: PlanItem[] }

const VERSION = [
  ...(['v.id', 'v.tenant_id', 'v.workspace_id', 'v.plan_key', 'v.version', 'v.title', 'v.pack_id'] as const),
  ...(['v.project_id', 'v.target', 'v.totals', 'v.inputs', 'v.inputs_digest', 'v.created_by', 'v.created_at'] as const),
] as const

const selectVersions = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db
    .selectFrom('casework.plan_versions as v')
    .innerJoin('casework.plan_keys as k', (join) =>
      join
        .onRef('k.tenant_id', '=', 'v.tenant_id')
        .onRef('k.workspace_id', '=', 'v.workspace_id')
        .onRef('k.plan_key', '=', 'v.plan_key'),
    )
    .select(VERSION)
    .select('k.versions as newest')
    .where('v.tenant_id', '=', tenant)
    .where('v.workspace_id', '=', workspace)

const BODIES = sql<PlanItem[]>`(select b.body -> 'items' from casework.plan_bodies b
  where b.version_id = v.id and b.tenant_id = v.tenant_id and b.workspace_id = v.workspace_id)`.as('items')

export async function listVersions(
  db: Db<Tables>,
  scope: Scope,
  query: PageQuery & { key?: string; withItems: boolean },
): Promise<Counted<ListedVersion>> {
  const { key } = query
  const page = await pageById(`${scope.tenant} ${scope.workspace} plans ${key ?? ''}`, query, (after, count) =>
    selectVersions(db, scope)
      .$if(query.withItems, (rows) => rows.select(BODIES))
      .$if(key !== undefined, (rows) => rows.where('v.plan_key', '=', key!))
      .$if(after !== undefined, (rows) => rows.where('v.id', '<', after!))
      .orderBy('v.id', 'desc')
      .limit(count)
      .execute(),
  )
  const counted = db
    .selectFrom('casework.plan_versions')
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .$if(key !== undefined, (rows) => rows.where('plan_key', '=', key!))
  return { ...page, total: await countUpTo(db, counted) }
}

export const findVersion = (
  db: Db<Tables>,
  scope: Scope,
  id: string,
): Promise<(ListedVersion & { body: PlanBody }) | undefined> =>
  selectVersions(db, scope)
    .innerJoin('casework.plan_bodies as b', 'b.version_id', 'v.id')
    .select('b.body')
    .where('b.tenant_id', '=', scope.tenant)
    .where('b.workspace_id', '=', scope.workspace)
    .where('v.id', '=', id)
    .executeTakeFirst()

/** The newest plan of a project, whatever its key. */
export const newestOfProject = (db: Db<Tables>, scope: Scope, projectId: string): Promise<{ id: string } | undefined> =>
  selectVersions(db, scope).where('v.project_id', '=', projectId).orderBy('v.id', 'desc').limit(1).executeTakeFirst()

/** Takes the next version number. Its row stays locked until the commit, so concurrent plans are serialized. */
export async function takeNumber(tx: Db<Tables>, { tenant, workspace }: Scope, key: string): Promise<number> {
  const { rows } = await sql<{ versions: number }>`
    insert into casework.plan_keys as k (tenant_id, workspace_id, plan_key, versions)
    values (${tenant}, ${workspace}, ${key}, 1)
    on conflict (tenant_id, workspace_id, plan_key) do update set versions = k.versions + 1
    returning versions`.execute(tx)
  return rows[0]!.versions
}

export async function insertVersion(
  tx: Db<Tables>,
  version: Insertable<Tables['casework.plan_versions']>,
  body: string,
): Promise<void> {
  await tx.insertInto('casework.plan_versions').values(version).execute()
  await tx
    .insertInto('casework.plan_bodies')
    .values({ version_id: version.id, tenant_id: version.tenant_id, workspace_id: version.workspace_id, body })
    .execute()
}

/** Finds the names for artifact ids, among everything that any list names. */
export async function listNamesById(
  db: Db<Tables>,
  pack: string,
  ids: readonly string[],
): Promise<{ id: string; type: string; name: string }[]> {
  const { rows } = await sql<{ id: string; type: string; name: string }>`
    select id, type, key as name from casework.artifact_ids
    where pack_id = ${pack} and id = any(${textArray(ids)}::text[])`.execute(db)
  return rows
}
