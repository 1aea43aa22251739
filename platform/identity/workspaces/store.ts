// The SQL of workspaces.
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { type PageQuery, pageBy } from '../../db/keyset.ts'

export interface WorkspaceRow {
  id: string
  display_name: string
  created_at: Date
  created_by: string | null
  archived_at: Date | null
  archived_by: string | null
  /** Incremented by the database at every write. */
  version: number
}
interface Tables {
  'platform.workspaces': WorkspaceRow & { tenant_id: string }
}
const typed = (db: Db): Kysely<Tables> => db
const COLUMNS = ['id', 'display_name', 'created_at', 'created_by', 'archived_at', 'archived_by', 'version'] as const

/** False if the ID is in use, even by an archived workspace. */
export async function insertWorkspace(
  db: Db,
  tenant: string,
  workspace: { id: string; display_name: string; created_at: Date; created_by: string | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await typed(db)
    .insertInto('platform.workspaces')
    .values({ ...workspace, tenant_id: tenant, archived_at: null, archived_by: null, version: 1 })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findWorkspace = (db: Db, tenant: string, id: string): Promise<WorkspaceRow | undefined> =>
  typed(db)
    .selectFrom('platform.workspaces')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()

export interface WorkspaceFilter {
  status?: 'active' | 'archived'
}

export const listWorkspaces = (db: Db, tenant: string, { status }: WorkspaceFilter, query: PageQuery) =>
  pageBy<WorkspaceRow>(
    'workspaces',
    query,
    ({ id }) => [id],
    ([after], count) => {
      const rows = typed(db)
        .selectFrom('platform.workspaces')
        .select(COLUMNS)
        .where('tenant_id', '=', tenant)
        .orderBy('id')
        .limit(count)
      const chosen = status ? rows.where('archived_at', status === 'active' ? 'is' : 'is not', null) : rows
      return (after === undefined ? chosen : chosen.where('id', '>', String(after))).execute()
    },
  )

/** Archived ones come last, so that a limit drops them first. */
export const listNames = (db: Db, tenant: string, most: number): Promise<Pick<WorkspaceRow, 'id' | 'display_name'>[]> =>
  typed(db)
    .selectFrom('platform.workspaces')
    .select(['id', 'display_name'])
    .where('tenant_id', '=', tenant)
    .orderBy(sql`archived_at is not null`)
    .orderBy('id')
    .limit(most)
    .execute()

export async function countActive(db: Db, tenant: string): Promise<number> {
  const { count } = await typed(db)
    .selectFrom('platform.workspaces')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The tenant's own workspace follows the tenant's name until an admin renames it. */
export async function renameOwnWorkspace(
  tx: Db,
  tenant: { id: string; display_name: string },
  name: string,
): Promise<void> {
  await typed(tx)
    .updateTable('platform.workspaces')
    .set({ display_name: name })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', tenant.id)
    .where('display_name', '=', tenant.display_name)
    .execute()
}

export async function updateWorkspace(
  tx: Db,
  tenant: string,
  id: string,
  fields: Partial<Pick<WorkspaceRow, 'display_name' | 'archived_at' | 'archived_by'>>,
): Promise<WorkspaceRow> {
  return typed(tx)
    .updateTable('platform.workspaces')
    .set(fields)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}
