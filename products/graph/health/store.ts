// The smallest query that needs a working database.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'

export const askDatabase = async (db: Db<Tables>): Promise<void> => {
  await db.selectFrom('graph.workspaces').select('seq').limit(1).execute()
}
