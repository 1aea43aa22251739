// Distinguishes two histories of a workspace with the same numbers, such as that of a restored backup.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** The time of the change with that number, to the microsecond; undefined if it has been deleted from the log. */
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
