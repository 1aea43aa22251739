// Secrets that the server generates once, shared by all processes of this database.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { newSecret } from '../ids.ts'

/** Creates the secret if it is missing. Simultaneous callers all read the one that was stored. */
export async function keepSecret(db: Db, name: string): Promise<string> {
  await sql`
    insert into platform.keyring (name, value) values (${name}, ${newSecret()}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from platform.keyring where name = ${name}`.execute(db)
  return rows[0]!.value
}
