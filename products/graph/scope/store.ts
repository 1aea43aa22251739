// Finds the copy that is read while a context is being replaced.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'

/** The name of the copy; undefined if the context itself is read. */
export async function findReadCopy(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  context: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('graph.contexts')
    .select('read_in')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('context', '=', context)
    .executeTakeFirst()
  return row?.read_in ?? undefined
}
