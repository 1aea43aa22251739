// The SQL of a workspace's own classification: facts of its lists, and levels set by its members.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Scope } from '../../model/space.ts'
import type { Tables } from '../../tables.ts'

export interface OwnRow {
  type: string
  key: string
  state: string
  labels: string[]
  container_type: string
  container_name: string
  software_component: string
  component: string
  attributes: Record<string, unknown> | null
  successors: { type: string; key: string }[]
}

/** Facts of the workspace's own current classification lists. */
export async function listOwnFacts(db: Db<Tables>, space: string, pack: string, limit: number): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select distinct on (f.type, f.key) f.type, f.key, f.state, f.labels, f.container_type, f.container_name,
      f.software_component, f.component, f.attributes,
      coalesce((select json_agg(json_build_object('type', s.successor_type, 'key', s.successor_key) order by s.place)
        from casework.successors s where s.entry_id = f.entry_id and s.type = f.type and s.key = f.key), '[]') as successors
    from casework.entries e join casework.facts f on f.entry_id = e.id
    where e.space = ${space} and e.pack_id = ${pack} and e.is_current and f.role = 'classification'
    order by f.type, f.key, e.list_id limit ${limit}`.execute(db)
  return rows
}

/** Levels set for the whole workspace; the latest decision for each object. */
export async function listOwnLevels(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  pack: string,
  now: Date,
): Promise<{ type: string; key: string; level: string }[]> {
  const { rows } = await sql<{ type: string; key: string; level: string }>`
    select distinct on (type, key) type, key, value ->> 'level' as level from casework.decisions
    where tenant_id = ${tenant} and workspace_id = ${workspace} and pack_id = ${pack} and kind = 'overlay'
      and revoked_at is null and (expires_at is null or expires_at > ${now}) and value ->> 'level' is not null
    order by type, key, at desc, id desc`.execute(db)
  return rows
}
