// The SQL of shapes. Every query names tenant, workspace and context.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { ShapeRow } from './tables.ts'

/** The context of a shape. */
export interface Home {
  tenant: string
  workspace: string
  context: string
}

interface ShapeQuery extends PageQuery {
  targetClass?: string
  enforced?: boolean
  q?: string
}

const selectShapes = (db: Db<Tables>, { tenant, workspace, context }: Home) =>
  db
    .selectFrom('graph.shapes')
    .select(['tenant_id', 'workspace_id', 'id', 'context', 'name', 'turtle', 'target_classes', 'predicates'])
    .select(['enforced', 'version', 'created_at', 'updated_at', 'created_by'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('context', '=', context)

export const listShapes = (db: Db<Tables>, home: Home, query: ShapeQuery): Promise<Page<ShapeRow>> => {
  const { targetClass, enforced, q } = query
  const list = ['shapes', home.tenant, home.workspace, home.context, targetClass, enforced, q].join(' ')
  return pageById(list, query, (after, count) =>
    selectShapes(db, home)
      .$if(targetClass !== undefined, (rows) =>
        rows.where(
          sql<boolean>`marks @> platform.scoped(${scopeOf(home)}, array[${targetClass}]::text[]) and ${targetClass} = any(target_classes)`,
        ),
      )
      .$if(enforced !== undefined, (rows) => rows.where('enforced', '=', enforced!))
      .$if(q !== undefined, (rows) =>
        rows.where(
          sql<boolean>`grams @> platform.grams_asked(${scopeOf(home)}, ${q}) and position(lower(${q}) in lower(name)) > 0`,
        ),
      )
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
}

const scopeOf = ({ tenant, workspace, context }: Home): string => `${tenant}/${workspace}/${context}`

export const findShape = (db: Db<Tables>, home: Home, id: string): Promise<ShapeRow | undefined> =>
  selectShapes(db, home).where('id', '=', id).executeTakeFirst()

/** Locks the shape, so that two edits of it run one after the other. */
export const lockShape = (tx: Db<Tables>, home: Home, id: string): Promise<ShapeRow | undefined> =>
  selectShapes(tx, home).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertShape = (tx: Db<Tables>, shape: Insertable<Tables['graph.shapes']>) =>
  tx.insertInto('graph.shapes').values(shape).execute()

export const updateShapeRow = (
  tx: Db<Tables>,
  { tenant, workspace, context }: Home,
  id: string,
  fields: Updateable<Tables['graph.shapes']>,
) =>
  tx
    .updateTable('graph.shapes')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('context', '=', context)
    .where('id', '=', id)
    .execute()

export const deleteShapeRow = (tx: Db<Tables>, { tenant, workspace, context }: Home, id: string) =>
  tx
    .deleteFrom('graph.shapes')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('context', '=', context)
    .where('id', '=', id)
    .execute()

export type EnforcedShape = Pick<ShapeRow, 'id' | 'name' | 'context' | 'predicates' | 'version'>
/** `read_in` is the context that is read instead of `context` during a replacement. */
type ShapeInForce = EnforcedShape & { read_in: string | null }

/** All contexts of the workspace. Without the texts, which can be long and are read when needed. */
export const listEnforced = (db: Db<Tables>, tenant: string, workspace: string): Promise<ShapeInForce[]> =>
  db
    .selectFrom('graph.shapes as shape')
    .leftJoin('graph.contexts as known', (on) =>
      on
        .onRef('known.tenant_id', '=', 'shape.tenant_id')
        .onRef('known.workspace_id', '=', 'shape.workspace_id')
        .onRef('known.context', '=', 'shape.context'),
    )
    .select(['shape.id', 'shape.name', 'shape.context', 'shape.predicates', 'shape.version', 'known.read_in'])
    .where('shape.tenant_id', '=', tenant)
    .where('shape.workspace_id', '=', workspace)
    .where('shape.enforced', '=', true)
    .orderBy('shape.id')
    .execute()

export async function listTurtle(tx: Db<Tables>, home: Home, ids: readonly string[]): Promise<string[]> {
  const rows = await selectShapes(tx, home).where(sql<boolean>`id = any(${ids}::text[])`).orderBy('id').execute()
  return rows.map(({ turtle }) => turtle)
}
