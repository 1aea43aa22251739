// Finds which candidate names belong to known artifacts, with one statement for lists and one for estates.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'

export interface KnownName {
  type: string
  name: string
}

/** Looks in current lists. */
export async function listCatalogNames(
  db: Db<Tables>,
  spaces: readonly string[],
  pack: string,
  names: readonly string[],
): Promise<KnownName[]> {
  const { rows } = await sql<KnownName>`
    select distinct f.type, f.key as name from casework.facts f join casework.entries e on e.id = f.entry_id
    where lower(f.key) = any(${textArray(names)}::text[]) and e.is_current and e.list_id is not null
      and e.pack_id = ${pack} and e.space = any(${spaces}::text[])
    order by f.key, f.type`.execute(db)
  return rows
}

/** Looks in the workspace's own estates. */
export async function listEstateNames(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  pack: string,
  names: readonly string[],
): Promise<(KnownName & { project_id: string })[]> {
  const { rows } = await sql<KnownName & { project_id: string }>`
    select distinct o.type, o.name, p.id as project_id
    from casework.projects p join casework.estate_objects o on o.tenant_id = p.tenant_id
      and o.workspace_id = p.workspace_id and o.project_id = p.id and o.name = any(${textArray(names)}::text[])
    where p.tenant_id = ${tenant} and p.workspace_id = ${workspace} and p.pack_id = ${pack} and p.deleted_at is null
    order by o.name, o.type, p.id`.execute(db)
  return rows
}
