import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'

export const askDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)
