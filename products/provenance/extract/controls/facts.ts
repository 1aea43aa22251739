// Whether a clause states a fact about the vendor, for rules that must not take a plan or a duty for one.
import { type Clause, has } from '../clauses/clause.ts'

/** "Project data" is no project that is still to come. */
const PROJECT = /^project(?!\p{L})/u

/** `ordinary` is what sounds like a plan and is none, tried from there to the end of the clause. */
export function isFact(clause: Clause, view: string, ordinary = PROJECT): boolean {
  if (clause.modality === 'fact') return true
  if (clause.modality !== 'plan' || has(clause, 'duty') || has(clause, 'advice')) return false
  return clause.hits
    .all('plan', clause.start, clause.end)
    .every((hit) => ordinary.test(view.slice(hit.start, clause.end)))
}
