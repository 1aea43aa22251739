// The SQL of leases.
import type { Db } from '@veritrace/platform/db/db'
import { CompiledQuery } from 'kysely'
import type { Tables } from '../tables.ts'

// Skips a workspace with a change in progress, whose number is not known yet.
const TAKE = `update graph.workspaces set reader = $3, reader_until = clock_timestamp() + $4 * interval '1 millisecond'
  where (tenant_id, workspace_id) in (
    select tenant_id, workspace_id from graph.workspaces
    where tenant_id = $1 and workspace_id = $2
      and (reader is null or reader = $3 or reader_until < clock_timestamp())
      and (shared_until is null or shared_until < clock_timestamp())
    for update skip locked)
  returning seq`

/** Takes a lease. Returns the number of the newest change, or undefined if no lease is available. */
export async function takeLease(
  db: Db<Tables>,
  { tenant, workspace, reader, ms }: { tenant: string; workspace: string; reader: string; ms: number },
): Promise<number | undefined> {
  const { rows } = await db.executeQuery<{ seq: number }>(CompiledQuery.raw(TAKE, [tenant, workspace, reader, ms]))
  return rows[0]?.seq
}
