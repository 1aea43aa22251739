// Whether a clause states a fact about the vendor, for rules that must not accept a plan or a duty.
import { type Clause, has } from '../clauses/clause.ts'

/** "Project data" has nothing to do with a plan. */
const PROJECT = /^project(?!\p{L})/u

/** `ordinary` matches words that look like a plan but are not, up to the end of the clause. */
export function isFact(clause: Clause, view: string, ordinary = PROJECT): boolean {
  if (clause.modality === 'fact') return true
  if (clause.modality !== 'plan' || has(clause, 'duty') || has(clause, 'advice')) return false
  return clause.hits
    .all('plan', clause.start, clause.end)
    .every((hit) => ordinary.test(view.slice(hit.start, clause.end)))
}
