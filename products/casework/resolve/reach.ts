// Reads the artifacts that a question may be about, their successors, and the decisions on them.
// Uses a single statement.
import { type Named, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { DecisionRow, FactRow, SuccessorRow } from '../model/tables.ts'
import type { ActivePack } from '../packs/packs.ts'
import { edgesAfter, namesReached } from '../rating/edges.ts'
import { listFactsAndDecisions } from '../rating/facts-store.ts'
import type { Asked, Catalog, ReadList } from '../rating/lists.ts'

export interface Reached {
  named: Named
  /** Records of all lists, whatever the target. */
  facts: readonly FactRow[]
  edges: readonly SuccessorRow[]
  decisions: readonly DecisionRow[]
}

interface Wanted {
  active: ActivePack
  catalog: Catalog
  /** The lists of the target. Successors are looked up in them. */
  lists: readonly ReadList[]
  names: readonly string[]
  maxHops: number
}

/** Keyed by short form. */
export async function reach(
  deps: Asked,
  scope: Scope,
  { active, catalog, lists, names, maxHops }: Wanted,
): Promise<Map<string, Reached>> {
  const followed = lists.map(({ entry }) => catalog.edges.get(entry.id)!)
  const lowered = names.map((name) => name.toLowerCase())
  const entries = [...catalog.byEntry.keys()]
  const all = namesReached(followed, lowered, maxHops)
  const { facts, decisions } = await listFactsAndDecisions(
    deps.db,
    scope,
    active.pack.ref.id,
    entries,
    all,
    deps.clock.now(),
  )
  const edges = entries.map((id) => catalog.edges.get(id)!)
  const reached = new Map<string, Reached & { facts: FactRow[]; decisions: DecisionRow[] }>()
  const place = (named: Named) => {
    const form = shortForm(named)
    const known = reached.get(form) ?? { named, facts: [], edges: edgesAfter(edges, named), decisions: [] }
    reached.set(form, known)
    return known
  }
  for (const fact of facts) place({ type: fact.type, name: fact.key }).facts.push(fact)
  for (const decision of decisions) place({ type: decision.type, name: decision.key }).decisions.push(decision)
  // Add successors that no list contains as a record.
  for (const { successor_type, successor_key } of [...reached.values()].flatMap((one) => one.edges))
    place({ type: successor_type, name: successor_key })
  return reached
}
