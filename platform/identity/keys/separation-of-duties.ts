// Determines who is responsible for an action. A key acts for its maker, so it cannot give a second person's approval.

import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { listMakers } from './store.ts'

/** The people and keys responsible for both the caller and the others, if they have any in common; otherwise empty. */
export async function sharedPrincipals(
  db: Db,
  { tenant, actor }: Pick<Caller, 'tenant' | 'actor'>,
  others: readonly string[],
): Promise<readonly string[]> {
  const makers = await listMakers(db, tenant, [actor.id, ...others])
  const principalsOf = (ids: readonly string[]) =>
    new Set(makers.flatMap(({ asked, principal }) => (ids.includes(asked) ? principal : [])))
  const [own, theirs] = [principalsOf([actor.id]), principalsOf(others)]
  return own.isDisjointFrom(theirs) ? [] : [...own.union(theirs)]
}

/** Whether the caller, or anyone who shares responsibility with them, is the author. */
export const isOwnWork = async (db: Db, caller: Pick<Caller, 'tenant' | 'actor'>, author: string): Promise<boolean> =>
  (await sharedPrincipals(db, caller, [author])).length > 0

/** The person ultimately responsible: the caller, or the owner of their key or the key that made it. */
export const responsiblePrincipal = async (
  db: Db,
  { tenant, actor }: Pick<Caller, 'tenant' | 'actor'>,
): Promise<string> => (await listMakers(db, tenant, [actor.id])).findLast(({ answers }) => answers)!.principal
