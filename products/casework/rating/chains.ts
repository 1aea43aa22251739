// Chains of successors, followed to their ends; a cycle is walked only once. Pure.
import { type Named, shortForm } from '../model/artifacts.ts'
import type { SuccessorRow } from '../model/tables.ts'
import type { ListedFact } from './inputs.ts'

/** What the lists of a target say about one name. */
export interface Record {
  named: Named
  facts: readonly ListedFact[]
  edges: readonly SuccessorRow[]
}

export interface Link {
  named: Named
  hop: number
  relation: 'one' | 'one_of_many' | 'concept'
  concept?: string
  terminal: boolean
}

/** The type of a successor that is a concept, not a thing. */
const CONCEPT = 'concept'

export function chainOf(start: Named, records: ReadonlyMap<string, Record>, maxHops: number): Link[] {
  const seen = new Set([shortForm(start)])
  const links: Link[] = []
  let level: Named[] = [start]
  for (let hop = 1; hop <= maxHops && level.length > 0; hop++) {
    const next: Named[] = []
    for (const named of level)
      for (const link of linksOf(records.get(shortForm(named)), hop)) {
        const form = shortForm(link.named)
        if (seen.has(form)) continue
        seen.add(form)
        const after = link.relation === 'concept' ? [] : linksOf(records.get(form), hop + 1)
        links.push({ ...link, terminal: after.every((one) => seen.has(shortForm(one.named))) })
        if (after.length > 0) next.push(link.named)
      }
    level = next
  }
  return links
}

/** The successors that the lists name, each once, in the order of the lists. */
function successorsIn({ edges }: Pick<Record, 'edges'>): Named[] {
  const found = new Map<string, Named>()
  for (const { successor_type, successor_key } of edges) {
    const named = { type: successor_type, name: successor_key }
    found.set(shortForm(named), named)
  }
  return [...found.values()]
}

function linksOf(record: Record | undefined, hop: number): Omit<Link, 'terminal'>[] {
  if (!record) return []
  const successors = successorsIn(record)
  const relation = successors.length > 1 ? 'one_of_many' : 'one'
  const concepts = new Set(record.facts.flatMap(({ concept }) => concept || []))
  return [
    ...successors.map((named) => ({ named, hop, relation }) as const),
    ...[...concepts].map(
      (concept) => ({ named: { type: CONCEPT, name: concept }, hop, relation: 'concept', concept }) as const,
    ),
  ]
}
