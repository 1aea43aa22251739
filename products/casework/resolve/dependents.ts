// The objects of a project that use an artifact. Pure.
import type { Resolution } from '@veritrace/contract/casework/resolve'
import type { Estate } from '../estate/estate.ts'
import { estateRef, type Named } from '../model/artifacts.ts'

const SAMPLE = 10

export function dependentsOf(
  estate: Estate,
  pack: string,
  tenant: string,
  named: Named,
): NonNullable<Resolution['dependents']> {
  const objects = usersOf(estate, named)
  return {
    count: objects.length,
    sample: objects.slice(0, SAMPLE).map((place) => estateRef(pack, tenant, estate.system, estate.objects[place]!)),
  }
}

/** Positions of the objects that use it, sorted and without duplicates. */
export const usersOf = (estate: Estate, { type, name }: Named): readonly number[] =>
  usersIn(estate).get(`${type}:${name}`) ?? []

/** Keyed by the short form of the reference. Cached because a loaded estate never changes. */
function usersIn(estate: Estate): ReadonlyMap<string, readonly number[]> {
  const known = remembered.get(estate)
  if (known) return known
  const { from, to } = estate.uses
  const users = estate.references.map((): Set<number> => new Set())
  for (let at = 0; at < to.length; at++) users[to[at]!]!.add(from[at]!)
  const byName = new Map(
    estate.references.map(({ type, name }, place) => [`${type}:${name}`, [...users[place]!].sort((a, b) => a - b)]),
  )
  remembered.set(estate, byName)
  return byName
}
const remembered = new WeakMap<Estate, ReadonlyMap<string, readonly number[]>>()
