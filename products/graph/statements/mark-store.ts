// What tells one history of a workspace from another that counts the same numbers, such as that of a restored copy.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** When the change of that number was made, to the microsecond; undefined once the log has forgotten it. */
export async function findChangeMoment(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  seq: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ moment: string }>`
    select changed_at::text as moment from graph.changes
    where tenant_id = ${tenant} and workspace_id = ${workspace} and seq = ${seq} and part = 0`.execute(db)
  return rows[0]?.moment
}
