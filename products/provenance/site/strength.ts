// Sorts claims of a kind: disputed ones first, then clear statements. Each subject appears once before any of them
// repeats.
import type { ProfileClaim } from '../profiles/load-profile.ts'

type Weighed = Pick<ProfileClaim, 'predicate' | 'value' | 'relation' | 'confidence' | 'contradicted_by'>

/** A clear denial is as useful as a clear affirmation. */
const CLEAR: Readonly<Record<string, number>> = { supports: 0, refutes: 0, mentions: 1 }
const OF_LITTLE_WEIGHT = 2

export function strongestFirst<T extends Weighed>(claims: readonly T[]): T[] {
  const weighed = claims.toSorted((a, b) => rank(a) - rank(b) || b.confidence - a.confidence)
  const turns = new Map<string, number>()
  const inTurn = weighed.map((claim) => {
    const thing = `${claim.predicate} ${claim.value}`
    const turn = turns.get(thing) ?? 0
    turns.set(thing, turn + 1)
    return { claim, turn }
  })
  return inTurn.sort((a, b) => a.turn - b.turn).map(({ claim }) => claim)
}

const rank = ({ relation, contradicted_by }: Weighed): number =>
  contradicted_by.length > 0 ? -1 : (CLEAR[relation] ?? OF_LITTLE_WEIGHT)
