// Whose hands an act is in: a key does what its maker could do, so it is no second pair of eyes.
import type { Db } from '../../db/db.ts'
import type { Caller } from '../caller.ts'
import { listMakers } from './store.ts'

/** All that the caller and those others are, by themselves and as makers of keys, where they share one; none where not. */
export async function sharedHands(
  db: Db,
  { tenant, actor }: Pick<Caller, 'tenant' | 'actor'>,
  others: readonly string[],
): Promise<readonly string[]> {
  const makers = await listMakers(db, tenant, [actor.id, ...others])
  const handsOf = (ids: readonly string[]) =>
    new Set(makers.flatMap(({ asked, hand }) => (ids.includes(asked) ? hand : [])))
  const [own, theirs] = [handsOf([actor.id]), handsOf(others)]
  return own.isDisjointFrom(theirs) ? [] : [...own.union(theirs)]
}

/** Whether the caller has made it, or somebody who shares a hand with them. */
export const isOwnWork = async (db: Db, caller: Pick<Caller, 'tenant' | 'actor'>, author: string): Promise<boolean> =>
  (await sharedHands(db, caller, [author])).length > 0

/** Who acts in the end: the caller, or who answers for their key, or for the key that made it. */
export const firstHand = async (db: Db, { tenant, actor }: Pick<Caller, 'tenant' | 'actor'>): Promise<string> =>
  (await listMakers(db, tenant, [actor.id])).findLast(({ answers }) => answers)!.hand
