// Which relations of a pack a walk follows, and which way. Pure.
import { ACCESSES, type Access } from '../estate/estate.ts'
import type { Pack, Relation } from '../packs/pack.ts'

type Direction = 'out' | 'in' | 'both'

export interface Follow {
  /** From subject to object. */
  out: ReadonlySet<string>
  /** From object to subject. */
  in: ReadonlySet<string>
  /** By the number of an access in an estate; undefined where the pack has no word for it. */
  ofAccess: readonly (string | undefined)[]
}

/** What the core knows how to walk; a pack chooses which of them it has, and what they are called. */
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

/** Undefined, with the words that the pack does not know, where one is asked for that it does not have. */
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

/** A relation that stands for others is nothing but those, however deep. */
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

/** Every word that may be asked for. */
export const relationWords = (pack: Pick<Pack, 'relations'>): string[] =>
  pack.relations.flatMap(({ id, inverse }) => (inverse ? [id, inverse] : [id]))

/** What is followed and never leads anywhere, because nothing is recorded under it. */
export const unrecorded = ({ out, in: back, ofAccess }: Follow): string[] => {
  const recorded = new Set([...ofAccess, CALLS_OWN, MEMBER_OF, IN_COMPONENT, HAS_SUCCESSOR, MENTIONS])
  return [...out.union(back)].filter((id) => !recorded.has(id))
}
