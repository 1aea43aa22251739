// The SQL of datasets. Every query names tenant and workspace, and the context unless the call has workspace scope.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import { likePattern } from './rules.ts'
import type { DatasetRow } from './tables.ts'

/** The scope of a query. Without a context it is the whole workspace. */
export interface Place {
  tenant: string
  workspace: string
  context: string | undefined
}

const selectDatasets = (db: Db<Tables>, { tenant, workspace, context }: Place) =>
  db
    .selectFrom('graph.datasets')
    .select(['tenant_id', 'workspace_id', 'context', 'id', 'title', 'description', 'keywords', 'themes', 'publisher'])
    .select(['contact_point', 'license', 'access_rights', 'issued', 'modified', 'temporal', 'spatial', 'conforms_to'])
    .select(['data_context', 'version', 'created_at', 'updated_at', 'created_by'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))

interface Filters {
  q?: string
  keyword?: string
  theme?: string
}
export const listDatasets = (db: Db<Tables>, place: Place, query: PageQuery & Filters): Promise<Page<DatasetRow>> => {
  const { q, keyword, theme } = query
  return pageById(`${place.tenant} ${place.workspace} ${place.context ?? ''} datasets`, query, (after, count) =>
    selectDatasets(db, place)
      .$if(q !== undefined, (rows) => rows.where(mentions(place, q!)))
      .$if(keyword !== undefined, (rows) => rows.where(has(place, 'keywords', keyword!)))
      .$if(theme !== undefined, (rows) => rows.where(has(place, 'themes', theme!)))
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
}

/** Keywords are joined with line breaks, which a search cannot contain, so a match never spans two keywords. */
function mentions(place: Place, text: string) {
  const pattern = likePattern(text)
  return sql<boolean>`grams @> platform.grams_asked(${scopeOf(place)}, ${text}) and (title ilike ${pattern} or description ilike ${pattern}
    or array_to_string(keywords, E'\n') ilike ${pattern})`
}

/** The index stores hashes, which may collide, so the value itself is compared as well. */
const has = (place: Place, column: 'keywords' | 'themes', word: string) => sql<boolean>`
  marks @> platform.scoped(${scopeOf(place)}, array[${word}]::text[]) and ${word} = any(${sql.ref(column)})`

const scopeOf = ({ tenant, workspace }: Place): string => `${tenant}/${workspace}`

export const findDataset = (db: Db<Tables>, place: Place, id: string): Promise<DatasetRow | undefined> =>
  selectDatasets(db, place).where('id', '=', id).executeTakeFirst()

export const lockDataset = (tx: Db<Tables>, place: Place, id: string): Promise<DatasetRow | undefined> =>
  selectDatasets(tx, place).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertDataset = (tx: Db<Tables>, dataset: Insertable<Tables['graph.datasets']>) =>
  tx.insertInto('graph.datasets').values(dataset).execute()

export const updateDatasetRow = (
  tx: Db<Tables>,
  { tenant, workspace }: Place,
  id: string,
  fields: Updateable<Tables['graph.datasets']>,
) =>
  tx
    .updateTable('graph.datasets')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()

/** Its distributions are deleted with it. */
export const deleteDatasetRow = (tx: Db<Tables>, { tenant, workspace }: Place, id: string) =>
  tx
    .deleteFrom('graph.datasets')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
