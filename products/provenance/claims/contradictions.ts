// Contradictions between pages of one vendor. Each is reported once, when it first appears.
import { contradict, contradictions, isDoubt, matterOf } from '../vendors/derive/contradictions.ts'
import type { Statement, StatementElsewhere } from './tables.ts'

export interface Contradiction {
  here: Statement
  there: StatementElsewhere
}

/**
 * Returns one contradiction for each subject that was not disputed before, with the most confident statements. Another
 * page that joins a known dispute is not reported. `source_id` is the page that was read.
 */
export function newContradictions(
  source_id: string,
  {
    before,
    after,
    elsewhere,
  }: { before: readonly Statement[]; after: readonly Statement[]; elsewhere: readonly StatementElsewhere[] },
): Contradiction[] {
  const found = contradictionsOf(source_id, after, elsewhere)
  if (found.length === 0) return []
  const existing = [...before.map((claim) => ({ ...claim, source_id })), ...elsewhere]
  const known = new Set(contradictions(existing).map(matterOf))
  const fresh = found.filter(({ here }) => !known.has(matterOf(here)))
  return [...Map.groupBy(fresh, ({ here }) => matterOf(here)).values()].map(
    (group) => group.toSorted((a, b) => sureness(b) - sureness(a))[0] as Contradiction,
  )
}

function contradictionsOf(
  source_id: string,
  claims: readonly Statement[],
  elsewhere: readonly StatementElsewhere[],
): Contradiction[] {
  if (claims.length === 0) return []
  // Fast path: each page of a batch is compared with all others, and hardly any has a doubtful claim.
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
