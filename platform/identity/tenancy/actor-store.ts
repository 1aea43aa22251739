// Actors of a tenant that can be referred to: its members, keys and clients.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export interface NamedActor {
  id: string
  email: string | null
  name: string
}

/** Finds actors by ID or email address; unknown ones are omitted. */
export async function listActors(db: Db, tenant: string, words: readonly string[]): Promise<NamedActor[]> {
  const wanted = [...words]
  const { rows } = await sql<NamedActor>`
    select user_id as id, email, coalesce(nullif(display_name, ''), email, user_id) as name from platform.members
    where tenant_id = ${tenant}
      and (user_id = any(${wanted}::text[]) or lower(email) in (select lower(word) from unnest(${wanted}::text[]) word))
    union all
    select id, null, name from platform.api_keys where tenant_id = ${tenant} and id = any(${wanted}::text[])
    union all
    select client_id, null, display_name from platform.oidc_clients
    where tenant_id = ${tenant} and client_id = any(${wanted}::text[])`.execute(db)
  return rows
}
