// The SQL of assets.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import type { Insertable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { AssetRow, Scope } from './tables.ts'

const COLUMNS = [
  ...(['id', 'tenant_id', 'workspace_id', 'project_id', 'kind', 'format', 'title', 'filename', 'media_type'] as const),
  ...(['bytes', 'sha256', 'blob_key', 'params', 'source', 'created_by', 'created_at', 'expires_at'] as const),
] as const

const of = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db.selectFrom('casework.assets').where('tenant_id', '=', tenant).where('workspace_id', '=', workspace)

export const insertAsset = (tx: Db<Tables>, row: Insertable<Tables['casework.assets']>) =>
  tx.insertInto('casework.assets').values(row).execute()

export async function listAssets(
  db: Db<Tables>,
  scope: Scope,
  projectId: string,
  query: PageQuery & { kind?: AssetRow['kind'] },
): Promise<Counted<AssetRow>> {
  const all = of(db, scope).where('project_id', '=', projectId)
  const asked = query.kind ? all.where('kind', '=', query.kind) : all
  const page = await pageById(`assets ${projectId} ${query.kind}`, query, (after, count) =>
    (after ? asked.where('id', '<', after) : asked).select(COLUMNS).orderBy('id', 'desc').limit(count).execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

export const findAsset = (
  db: Db<Tables>,
  scope: Scope,
  projectId: string,
  id: string,
): Promise<(AssetRow & { text: string | null }) | undefined> =>
  of(db, scope)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .select([...COLUMNS, 'text'])
    .executeTakeFirst()

/** Blob keys of a project's files. */
export async function listBlobsOf(db: Db<Tables>, scope: Scope, projectId: string): Promise<string[]> {
  const rows = await of(db, scope)
    .where('project_id', '=', projectId)
    .where('blob_key', 'is not', null)
    .select('blob_key')
    .execute()
  return rows.map(({ blob_key }) => blob_key!)
}

export const deleteAssetsOf = (db: Db<Tables>, { tenant, workspace }: Scope, projectId: string) =>
  db
    .deleteFrom('casework.assets')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('project_id', '=', projectId)
    .execute()

export const latestOfKind = (
  db: Db<Tables>,
  scope: Scope,
  projectId: string,
  kind: AssetRow['kind'],
): Promise<AssetRow | undefined> =>
  of(db, scope)
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
