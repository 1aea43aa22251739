// What the lists of a target say about all of their things, kept in memory as far as ratings ask for it: for those who ask
// about thousands of names at once. Entries never change once they are current.
import type { Named } from '../model/artifacts.ts'
import type { Stated } from './inputs.ts'
import type { Asked, ReadList } from './lists.ts'
import { listStateGroups, type StateGroup } from './states-store.ts'

export interface Thing extends Named {
  /** In the order of the lists; one and the same for all things of a type of which the lists say the same. */
  said: readonly Stated[]
}

/** By name in lower case: more than one thing may have a name. */
export type Things = ReadonlyMap<string, readonly Thing[]>

/** In all that is remembered, at some 200 bytes each. */
const MOST_THINGS = 400_000

interface Remembered {
  things: Promise<Things>
  /** Known when they have been read. */
  count: number
}
const memory = new WeakMap<object, Map<string, Remembered>>()

export function thingsOf({ db }: Pick<Asked, 'db'>, lists: readonly ReadList[]): Promise<Things> {
  const known = memory.get(db) ?? new Map<string, Remembered>()
  memory.set(db, known)
  const key = lists.map(({ role, entry }) => `${role} ${entry.id}`).join(',')
  const found = known.get(key)
  // Those that were asked for last go last.
  known.delete(key)
  const remembered = found ?? { things: readThings(db, lists), count: 0 }
  known.set(key, remembered)
  if (!found)
    remembered.things.then(
      ({ size }) => {
        remembered.count = size
        forgetOldest(known)
      },
      () => known.delete(key),
    )
  return remembered.things
}

function forgetOldest(known: Map<string, Remembered>): void {
  let count = [...known.values()].reduce((sum, one) => sum + one.count, 0)
  for (const [key, one] of known) {
    if (count <= MOST_THINGS || known.size === 1) return
    known.delete(key)
    count -= one.count
  }
}

const readThings = async (db: Asked['db'], lists: readonly ReadList[]): Promise<Things> =>
  indexThings(
    lists,
    await listStateGroups(
      db,
      lists.map(({ entry }) => entry.id),
    ),
  )

function indexThings(lists: readonly ReadList[], groups: readonly StateGroup[]): Things {
  const things = new Map<string, Thing[]>()
  const plus = openSums()
  for (const { list, type, keys, state, successor_kind, labels, attributes } of groups) {
    const { role, list: list_id } = lists[list - 1]!
    const stated: Stated = { role, list_id, state, successor_kind, labels, attributes }
    const alone = [stated]
    for (const name of keys) {
      const lower = name.toLowerCase()
      const known = things.get(lower)
      const same = known?.find((one) => one.name === name && one.type === type)
      if (same) same.said = plus(same.said, stated)
      else if (known) known.push({ type, name, said: alone })
      else things.set(lower, [{ type, name, said: alone }])
    }
  }
  return things
}

/** Equal sums are one and the same. */
function openSums(): (said: readonly Stated[], one: Stated) => readonly Stated[] {
  const sums = new Map<readonly Stated[], Map<Stated, readonly Stated[]>>()
  return (said, one) => {
    const known = sums.get(said) ?? new Map<Stated, readonly Stated[]>()
    sums.set(said, known)
    const sum = known.get(one) ?? [...said, one]
    known.set(one, sum)
    return sum
  }
}
