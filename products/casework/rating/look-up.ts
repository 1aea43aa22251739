// Looks up many names at once: chains of successors are followed in memory, then everything is read together.
import { homeOf, type Named } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { DecisionRow, FactRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { assemble, type Context } from './assemble.ts'
import type { Record } from './chains.ts'
import { edgesAfter } from './edges.ts'
import { listDecisions, listFacts } from './facts-store.ts'
import type { ListedFact } from './inputs.ts'
import type { Known } from './known.ts'
import { type Asked, type Catalog, catalogOf, type ReadList, readLists } from './lists.ts'

export interface LookUpOptions {
  maxHops?: number
  /** Also apply the exemptions of this project; the customer's own names belong to its system. */
  project?: { project_id: string; system: string }
  /** Use these lists instead of the current ones. */
  catalog?: Catalog
}
const MAX_HOPS = 3

/** By short form. Includes names that no list contains, with the rating of an unlisted thing. */
export const lookUp = async (
  deps: Asked,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  names: readonly Named[],
  options: LookUpOptions = {},
): Promise<Map<string, Known>> => assemble(await readContext(deps, scope, active, target, names, options), names)

/** Reads everything about the names and their successors. */
export async function readContext(
  deps: Asked,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  names: readonly Named[],
  { maxHops = MAX_HOPS, project, catalog: given }: LookUpOptions = {},
): Promise<Context> {
  const catalog = given ?? (await catalogOf(deps, scope, active))
  const lists = readLists(catalog, target)
  const ids = lists.map(({ entry }) => entry.id)
  const all = withSuccessors(catalog, ids, names, maxHops)
  const [facts, decisions] = await Promise.all([
    listFacts(deps.db, ids, all),
    listDecisions(deps.db, scope, active.pack.ref.id, all, deps.clock.now()),
  ])
  const records = recordsOf(catalog, lists, facts)
  const home = homeOf(scope.tenant, project?.system)
  const projectId = project?.project_id
  return { active, target, catalog, lists, records, decisions: byName(decisions), maxHops, projectId, home }
}

/** The names with all their successors, without duplicates. */
function withSuccessors(catalog: Catalog, ids: readonly string[], names: readonly Named[], maxHops: number): Named[] {
  const edges = ids.map((id) => catalog.edges.get(id)!)
  const reached = new Map<string, Named>()
  let level = names
  for (let hop = 0; level.length > 0; hop++) {
    const next: Named[] = []
    for (const { type, name } of level) {
      const form = `${type}:${name}`
      if (reached.has(form)) continue
      reached.set(form, { type, name })
      if (hop >= maxHops) continue
      for (const { successor_type, successor_key } of edgesAfter(edges, { type, name }))
        next.push({ type: successor_type, name: successor_key })
    }
    level = next
  }
  return [...reached.values()]
}

/** What the lists say about each thing, in the order of the lists. */
export function recordsOf(
  catalog: Catalog,
  lists: readonly ReadList[],
  facts: readonly FactRow[],
): Map<string, Record> {
  const places = new Map(lists.map(({ entry }, place) => [entry.id, place]))
  const edges = lists.map(({ entry }) => catalog.edges.get(entry.id)!)
  const records = new Map<string, Record & { facts: ListedFact[] }>()
  for (const fact of facts) {
    const list = lists[places.get(fact.entry_id) ?? -1]
    if (!list) continue
    // The rows were read just for this, and there are thousands: change them in place.
    const listed = Object.assign(fact, { role: list.role, list_id: list.list })
    const form = `${fact.type}:${fact.key}`
    const known = records.get(form)
    if (known) {
      known.facts.push(listed)
      known.facts.sort((a, b) => places.get(a.entry_id)! - places.get(b.entry_id)!)
    } else {
      const named = { type: fact.type, name: fact.key }
      records.set(form, { named, facts: [listed], edges: edgesAfter(edges, named) })
    }
  }
  return records
}

export function byName(decisions: readonly DecisionRow[]): Map<string, DecisionRow[]> {
  const found = new Map<string, DecisionRow[]>()
  for (const decision of decisions) {
    const form = `${decision.type}:${decision.key}`
    const known = found.get(form)
    if (known) known.push(decision)
    else found.set(form, [decision])
  }
  return found
}
