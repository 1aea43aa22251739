// Two pages of one vendor that disagree: told when they begin to, and then no more.
import { contradict, contradictions, isDoubt, matterOf } from '../vendors/derive/contradictions.ts'
import type { Said, SaidElsewhere } from './tables.ts'

export interface Contradiction {
  here: Said
  there: SaidElsewhere
}

/**
 * One for each matter that was not disputed before, between the surest statements; a third page that joins a dispute is
 * no news. `source_id` is that of the page.
 */
export function newContradictions(
  source_id: string,
  {
    before,
    after,
    elsewhere,
  }: { before: readonly Said[]; after: readonly Said[]; elsewhere: readonly SaidElsewhere[] },
): Contradiction[] {
  const found = contradictionsOf(source_id, after, elsewhere)
  if (found.length === 0) return []
  const standing = [...before.map((claim) => ({ ...claim, source_id })), ...elsewhere]
  const known = new Set(contradictions(standing).map(matterOf))
  const fresh = found.filter(({ here }) => !known.has(matterOf(here)))
  return [...Map.groupBy(fresh, ({ here }) => matterOf(here)).values()].map(
    (group) => group.toSorted((a, b) => sureness(b) - sureness(a))[0] as Contradiction,
  )
}

function contradictionsOf(
  source_id: string,
  claims: readonly Said[],
  elsewhere: readonly SaidElsewhere[],
): Contradiction[] {
  if (claims.length === 0) return []
  // Each page of a batch looks at all the others, and hardly any has a doubt.
  const doubtful = claims.some(isDoubt) ? elsewhere : elsewhere.filter(isDoubt)
  if (doubtful.length === 0) return []
  const others = Map.groupBy(doubtful, matterOf)
  return claims.flatMap((here) => {
    const own = { ...here, source_id }
    const disputed = (others.get(matterOf(here)) ?? []).filter((there) => contradict(own, there))
    return disputed.map((there) => ({ here, there }))
  })
}

const sureness = ({ here, there }: Contradiction): number => here.confidence + there.confidence
