// Which relations of a pack a traversal follows, and in which direction. Pure.
import { ACCESSES, type Access } from '../estate/estate.ts'
import type { Pack, Relation } from '../packs/pack.ts'

type Direction = 'out' | 'in' | 'both'

export interface Follow {
  /** From subject to object. */
  out: ReadonlySet<string>
  /** From object to subject. */
  in: ReadonlySet<string>
  /** The relation for each access, by its index in ACCESSES; undefined if the pack has none. */
  ofAccess: readonly (string | undefined)[]
}

/** The relations that the core can follow. A pack chooses which of them it has, and their labels. */
export const CALLS_OWN = 'calls_custom'
export const MEMBER_OF = 'member_of'
export const IN_COMPONENT = 'in_component'
export const HAS_SUCCESSOR = 'has_successor'
export const MENTIONS = 'mentions'
const USES = 'uses'
const OF_ACCESS = {
  read: 'reads',
  write: 'writes',
  call: 'calls',
  type: 'types',
  inherit: 'inherits',
  implement: 'implements',
  dynamic: USES,
  use: USES,
} as const satisfies Record<Access, string>

/** Returns the unknown names if a requested relation does not exist in the pack. */
export function readFollow(
  pack: Pick<Pack, 'relations'>,
  asked: readonly string[],
  direction: Direction,
): Follow | { unknown: string[] } {
  const byId = new Map(pack.relations.map((relation) => [relation.id, relation]))
  const byInverse = new Map(pack.relations.map((relation) => [relation.inverse, relation]))
  const unknown = asked.filter((id) => !byId.has(id) && !byInverse.has(id))
  if (unknown.length > 0) return { unknown }
  const forward = new Set<string>()
  const backward = new Set<string>()
  for (const id of asked) {
    const relation = byId.get(id)
    if (relation) addLeaves(relation, byId, forward)
    else addLeaves(byInverse.get(id)!, byId, backward)
  }
  const both = direction === 'both'
  return {
    out: both ? forward.union(backward) : direction === 'out' ? forward : backward,
    in: both ? forward.union(backward) : direction === 'out' ? backward : forward,
    ofAccess: ACCESSES.map((access) => [OF_ACCESS[access], USES].find((id) => byId.has(id))),
  }
}

/** A relation that includes others stands for these alone, recursively. */
function addLeaves(relation: Relation, byId: ReadonlyMap<string, Relation>, into: Set<string>): void {
  const seen = new Set<string>()
  const add = ({ id, includes }: Relation): void => {
    if (seen.has(id)) return
    seen.add(id)
    if (!includes?.length) into.add(id)
    for (const part of includes ?? []) {
      const found = byId.get(part)
      if (found) add(found)
    }
  }
  add(relation)
}

/** All names that a request may use. */
export const relationWords = (pack: Pick<Pack, 'relations'>): string[] =>
  pack.relations.flatMap(({ id, inverse }) => (inverse ? [id, inverse] : [id]))

/** Followed relations for which nothing is ever recorded. */
export const unrecorded = ({ out, in: back, ofAccess }: Follow): string[] => {
  const recorded = new Set([...ofAccess, CALLS_OWN, MEMBER_OF, IN_COMPONENT, HAS_SUCCESSOR, MENTIONS])
  return [...out.union(back)].filter((id) => !recorded.has(id))
}
