// What the lists of a target say about all of their things: the parts that ratings need, cached in memory for callers that
// look up thousands of names at once. Entries never change once they are current.
import type { Named } from '../model/artifacts.ts'
import type { ListStatement } from './inputs.ts'
import type { Asked, ReadList } from './lists.ts'
import { listStateGroups, type StateGroup } from './states-store.ts'

export interface Thing extends Named {
  /** In the order of the lists. All things of a type with the same statements share one array. */
  statements: readonly ListStatement[]
}

/** By name in lower case: several things may have the same name. */
export type Things = ReadonlyMap<string, readonly Thing[]>

/** Limit for all caches together; a thing takes some 200 bytes. */
const MAX_THINGS = 400_000

interface Remembered {
  things: Promise<Things>
  /** Set once they have been read. */
  count: number
}
const memory = new WeakMap<object, Map<string, Remembered>>()

export function thingsOf({ db }: Pick<Asked, 'db'>, lists: readonly ReadList[]): Promise<Things> {
  const known = memory.get(db) ?? new Map<string, Remembered>()
  memory.set(db, known)
  const key = lists.map(({ role, entry }) => `${role} ${entry.id}`).join(',')
  const found = known.get(key)
  // Keeps the most recently used last.
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
    if (count <= MAX_THINGS || known.size === 1) return
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
  const add = openSums()
  for (const { list, type, keys, state, successor_kind, labels, attributes } of groups) {
    const { role, list: list_id } = lists[list - 1]!
    const statement: ListStatement = { role, list_id, state, successor_kind, labels, attributes }
    const alone = [statement]
    for (const name of keys) {
      const lower = name.toLowerCase()
      const known = things.get(lower)
      const same = known?.find((one) => one.name === name && one.type === type)
      if (same) same.statements = add(same.statements, statement)
      else if (known) known.push({ type, name, statements: alone })
      else things.set(lower, [{ type, name, statements: alone }])
    }
  }
  return things
}

/** Returns the same array for equal sums. */
function openSums(): (statements: readonly ListStatement[], one: ListStatement) => readonly ListStatement[] {
  const sums = new Map<readonly ListStatement[], Map<ListStatement, readonly ListStatement[]>>()
  return (statements, one) => {
    const known = sums.get(statements) ?? new Map<ListStatement, readonly ListStatement[]>()
    sums.set(statements, known)
    const sum = known.get(one) ?? [...statements, one]
    known.set(one, sum)
    return sum
  }
}
