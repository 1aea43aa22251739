// People who are named in cases and plans belong to the tenant. Whoever is named there already stays, also if they left.
import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { listActors, type NamedActor } from '@veritrace/platform/identity/tenancy/actor-store'

interface Named {
  path: string
  /** An id, or an email address. */
  word: string
}

/**
 * Who they are; 422 with the fields of those who are nobody here. The caller always is somebody: where a proxy or another
 * provider signs people in, they need not be members.
 */
export async function requirePeople(
  db: Db,
  caller: Caller,
  named: readonly Named[],
  known: ReadonlySet<string> = new Set(),
): Promise<NamedActor[]> {
  const wanted = named.filter(({ word }) => !known.has(word) && word !== caller.actor.id)
  if (wanted.length === 0) return []
  const found = await listActors(db, caller.tenant, [...new Set(wanted.map(({ word }) => word))])
  const words = new Set(found.flatMap(({ id, email }) => [id, ...(email ? [email.toLowerCase()] : [])]))
  const errors = wanted
    .filter(({ word }) => !words.has(word) && !words.has(word.toLowerCase()))
    .map(({ path, word }) => ({ path, message: `names “${word}”, who is not a member here` }))
  if (errors.length > 0)
    fail('unknown_reference', errors.map(({ path, message }) => `${path} ${message}.`).join(' '), { errors })
  return found
}
