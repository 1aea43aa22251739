// The numbered citations of one answer: each record once, in the order of first use.
import type { Citation, Rating } from '@veritrace/contract/casework/shapes'
import { shortForm } from '../model/artifacts.ts'
import type { DecisionRow, FactRow, SuccessorRow } from '../model/tables.ts'
import { type Context, citationsOf } from '../rating/assemble.ts'
import type { Record } from '../rating/chains.ts'
import { citeDecision, citeFact } from '../rating/cite.ts'

export interface Citations {
  all: readonly Citation[]
  fact(fact: FactRow, edges: readonly SuccessorRow[]): number
  decision(decision: DecisionRow): number
  /** The rating of another artifact, with its citations renumbered for this answer. */
  rating(rating: Rating, record: Record | undefined): Rating
}

/** Starts with the citations of the subject, because its rating relies on their numbers. */
export function openCitations(context: Context, subject: Record): Citations {
  const all: Citation[] = citationsOf(context, subject)
  const numbers = new Map(subject.facts.map((fact, place) => [keyOf(fact), place + 1]))
  const remember = (key: string, make: (n: number) => Citation): number => {
    const known = numbers.get(key)
    if (known) return known
    const n = all.push(make(all.length + 1))
    numbers.set(key, n)
    return n
  }
  const fact: Citations['fact'] = (one, edges) =>
    remember(keyOf(one), (n) => citeFact(n, one, context.catalog.byEntry.get(one.entry_id)!, namesIn(edges, one)))
  return {
    all,
    fact,
    decision: (decision) => remember(decision.id, (n) => citeDecision(n, decision)),
    rating: (rating, record) => {
      if (!record) return rating
      const own = record.facts.map((one) => fact(one, record.edges))
      const overlay = (context.decisions.get(shortForm(record.named)) ?? []).findLast(({ kind }) => kind === 'overlay')
      if (overlay) own.push(remember(overlay.id, (n) => citeDecision(n, overlay)))
      return renumbered(rating, own)
    },
  }
}

const keyOf = ({ entry_id, type, key }: FactRow): string => `${entry_id} ${type}:${key}`

const namesIn = (edges: readonly SuccessorRow[], { entry_id }: FactRow): string[] =>
  edges
    .filter((edge) => edge.entry_id === entry_id)
    .map(({ successor_type, successor_key }) => `${successor_type}:${successor_key}`)

function renumbered(rating: Rating, numbers: readonly number[]): Rating {
  const at = (citation: number) => numbers[citation - 1] ?? citation
  return {
    ...rating,
    reasons: rating.reasons.map((reason) =>
      reason.citation === undefined ? reason : { ...reason, citation: at(reason.citation) },
    ),
    conflicts: rating.conflicts.map((conflict) => ({
      ...conflict,
      left: { ...conflict.left, citation: at(conflict.left.citation) },
      right: { ...conflict.right, citation: at(conflict.right.citation) },
    })),
  }
}
