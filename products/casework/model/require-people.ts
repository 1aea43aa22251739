// People named in cases and plans must be members of the tenant. People already named remain valid after they leave.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import { listActors, type NamedActor } from '@veritrace/platform/identity/tenancy/actor-store'

interface Named {
  path: string
  /** An id, or an email address. */
  word: string
}

/**
 * Returns the people; 422 lists the fields that name unknown ones. The caller is always accepted, because a proxy or
 * another identity provider may sign in people who are not members.
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
    .map(({ path, word }) => ({ path, message: `names “${word}”, but this person is not a member` }))
  if (errors.length > 0)
    fail('unknown_reference', errors.map(({ path, message }) => `${path} ${message}.`).join(' '), { errors })
  return found
}
