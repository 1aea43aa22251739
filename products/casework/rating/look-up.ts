// What is known about many names at once: one round of statements for each step along the chains of successors.
import { type Named, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/scope.ts'
import type { DecisionRow, FactRow, SuccessorRow } from '../model/tables.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { assemble, type Context } from './assemble.ts'
import type { Record } from './chains.ts'
import { listDecisions, listFacts, listSuccessors } from './facts-store.ts'
import type { ListedFact } from './inputs.ts'
import type { Known } from './known.ts'
import { type Asked, type Catalog, catalogOf, type ReadList, readLists } from './lists.ts'

export interface LookUpOptions {
  maxHops?: number
  /** Exemptions of this project count too. */
  projectId?: string
  /** Other lists than those of now. */
  catalog?: Catalog
}
const MAX_HOPS = 3

/** By short form; what no list names is there as well, with the rating of what is not listed. */
export const lookUp = async (
  deps: Asked,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  names: readonly Named[],
  options: LookUpOptions = {},
): Promise<Map<string, Known>> => assemble(await readContext(deps, scope, active, target, names, options), names)

/** All that is said about the names and about what comes after them. */
export async function readContext(
  deps: Asked,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  names: readonly Named[],
  { maxHops = MAX_HOPS, projectId }: LookUpOptions = {},
): Promise<Context> {
  const catalog = await catalogOf(deps, scope, active)
  const lists = readLists(catalog, target)
  const records = await readRecords(deps, lists, names, maxHops)
  const all = [...records.values()].map(({ named }) => named)
  const decisions = await listDecisions(deps.db, scope, active.pack.ref.id, all, deps.clock.now())
  return { active, target, catalog, lists, records, decisions: byName(decisions), maxHops, projectId }
}

async function readRecords(
  { db }: Asked,
  lists: readonly ReadList[],
  names: readonly Named[],
  maxHops: number,
): Promise<Map<string, Record>> {
  const ids = lists.map(({ entry }) => entry.id)
  const records = new Map<string, Record>()
  let wanted = uniqueNames(names)
  for (let hop = 0; wanted.length > 0 && hop <= maxHops; hop++) {
    const [facts, edges] = await Promise.all([listFacts(db, ids, wanted), listSuccessors(db, ids, wanted)])
    for (const record of recordsOf(lists, wanted, facts, edges)) records.set(shortForm(record.named), record)
    const after = edges.map(({ successor_type, successor_key }) => ({ type: successor_type, name: successor_key }))
    wanted = uniqueNames(after).filter((named) => !records.has(shortForm(named)))
  }
  return records
}

const uniqueNames = (names: readonly Named[]): Named[] => [
  ...new Map(names.map(({ type, name }) => [`${type}:${name}`, { type, name }])).values(),
]

/** Rows sorted to their names, in the order of the lists. */
export function recordsOf(
  lists: readonly ReadList[],
  names: readonly Named[],
  facts: readonly FactRow[],
  edges: readonly SuccessorRow[],
): Record[] {
  const places = new Map(lists.map(({ entry }, place) => [entry.id, place]))
  const placeOf = ({ entry_id }: { entry_id: string }) => places.get(entry_id)!
  const records = new Map(
    names.map((named) => [shortForm(named), { named, facts: [] as ListedFact[], edges: [] as SuccessorRow[] }]),
  )
  for (const fact of facts) {
    const list = lists[placeOf(fact)]!
    records.get(`${fact.type}:${fact.key}`)?.facts.push({ ...fact, role: list.role, list_id: list.list })
  }
  for (const edge of edges) records.get(`${edge.type}:${edge.key}`)?.edges.push(edge)
  for (const record of records.values()) {
    if (record.facts.length > 1) record.facts.sort((a, b) => placeOf(a) - placeOf(b))
    if (record.edges.length > 1) record.edges.sort((a, b) => placeOf(a) - placeOf(b) || a.place - b.place)
  }
  return [...records.values()]
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
