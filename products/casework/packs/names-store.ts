// Names on which a change of a pack's settings is tried.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Named, Scope } from './tables.ts'

/** Names that the workspace's estates refer to, most used first. */
export async function listReferenced(db: Db<Tables>, scope: Scope, packId: string, limit: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select r.type, r.name from casework.estate_references r
    join casework.evidence e on e.tenant_id = r.tenant_id and e.id = r.evidence_id
      and e.status in ('parsed', 'parsed_with_warnings')
    join casework.projects p on p.tenant_id = r.tenant_id and p.id = r.project_id and p.pack_id = ${packId}
      and p.deleted_at is null
    where r.tenant_id = ${scope.tenant} and r.workspace_id = ${scope.workspace}
    group by r.type, r.name order by count(*) desc, r.type, r.name limit ${limit}`.execute(db)
  return rows
}

/** A stable sample of the names in the current lists. */
export async function sampleListed(
  db: Db<Tables>,
  spaces: readonly string[],
  packId: string,
  limit: number,
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select f.type, f.key as name from casework.facts f
    where f.entry_id in (select e.id from casework.entries e
      where e.space = any(${spaces}::text[]) and e.pack_id = ${packId} and e.is_current and e.list_id is not null)
    group by f.type, f.key order by md5(f.type || ' ' || f.key), f.type, f.key limit ${limit}`.execute(db)
  return rows
}
