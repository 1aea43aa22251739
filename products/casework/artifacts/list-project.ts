// Lists the objects of a project or a case and the artifacts they use, in pages. Small enough to filter in memory.

import type { Artifact, ArtifactQuery } from '@veritrace/contract/casework/artifacts'
import { sumByName } from '@veritrace/platform/names'
import type { Estate, EstateObject } from '../estate/estate.ts'
import { estateOf } from '../estate/estate-of.ts'
import { estateRef, type Named, OUTSIDE, shortForm } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { assemble, type Context } from '../rating/assemble.ts'
import type { Known } from '../rating/known.ts'
import { readContext } from '../rating/look-up.ts'
import { type Measured, measure } from '../readiness/measure.ts'
import { objectRating } from '../readiness/object-rating.ts'
import { usersOf } from '../resolve/dependents.ts'
import { referencesOf } from '../resolve/own-object.ts'
import type { ArtifactPage, Listing } from './list-artifacts.ts'
import { type Name, pageRows } from './list-store.ts'
import { countPredecessors } from './near-store.ts'
import { viewListed, viewOwn } from './view.ts'

interface Asked {
  active: ActivePack
  target: TargetProfile
  query: ArtifactQuery
  projectId: string
  among: readonly Name[] | undefined
  /** Positions of the requested objects; all if omitted. */
  objectsOf?: (estate: Estate) => readonly number[]
}

/** One row of the list before it is converted for the response. */
interface Item {
  named: Named
  component: string
  code: string
  states: readonly string[]
  /** Position among the objects; undefined for an artifact that they use. */
  place: number | undefined
}

export async function listProject(deps: Listing, scope: Scope, asked: Asked): Promise<ArtifactPage> {
  const { active, target, query, projectId } = asked
  const estate = await estateOf(deps, scope, projectId)
  const context = await readContext(deps, scope, active, target, estate.references, { maxHops: 1, project: estate })
  const known = assemble(context, estate.references)
  const measured = measure(estate, known, active, target)
  const meant = asked.objectsOf && new Set(asked.objectsOf(estate))
  const items = [...ownItems(estate, asked, measured, meant), ...listedItems(estate, asked, known, meant)]
  const sorted = items.toSorted(orderOf(query.sort))
  const page = await pageRows(
    `${scope.tenant} ${scope.workspace} ${query.case_id ?? projectId} artifacts ${query.sort}`,
    query,
    sorted,
    (item) => keyOf(item, query.sort),
    (item, position) => compare(keyOf(item, query.sort), position, query.sort) > 0,
  )
  const listed = page.items.filter(({ place }) => place === undefined).map(({ named }) => named)
  const ids = context.lists.map(({ entry }) => entry.id)
  const predecessors = await countPredecessors(deps.db, ids, listed)
  const facets = query.facets?.split(',') ?? []
  return {
    items: page.items.map((item) =>
      item.place === undefined
        ? viewReference(context, estate, known.get(shortForm(item.named))!, predecessors)
        : viewObject(asked, scope, estate, measured, item.place),
    ),
    next: page.next,
    total: items.length,
    ...(facets.length > 0 && { facets: facetsOf(items, facets) }),
  }
}

const viewReference = (context: Context, estate: Estate, known: Known, predecessors: ReadonlyMap<string, number>) =>
  viewListed(context, known, {
    predecessors: predecessors.get(shortForm(known.named)) ?? 0,
    dependents: usersOf(estate, known.named).length,
  })

export function viewObject(
  { active, target }: Pick<Asked, 'active' | 'target'>,
  scope: Scope,
  estate: Estate,
  measured: Measured,
  place: number,
): Artifact {
  let dependents = 0
  for (const to of estate.calls.to) if (to === place) dependents++
  return viewOwn({
    pack: active.pack,
    ref: estateRef(active.pack.ref.id, scope.tenant, estate.system, estate.objects[place]!),
    target: target.profile_id,
    rating: objectRating(active, { estate, measured }, place),
    acceptable: measured.acceptable[place] === 1,
    estate,
    place,
    dependencies: referencesOf(estate, place).length,
    dependents,
  })
}

type Meant = ReadonlySet<number> | undefined

function ownItems(estate: Estate, { query, among }: Asked, { scale, code }: Measured, meant: Meant): Item[] {
  const isListed = query.state ?? query.label ?? query.software_component ?? query.has_successor
  if (among !== undefined || isListed !== undefined || (query.kind ?? OWN_KIND) !== OWN_KIND) return []
  return estate.objects.flatMap((object, place) => {
    const item = { named: object, component: object.component, code: scale[code[place]!]!, states: [], place }
    const isMeant = meant?.has(place) ?? true
    return isMeant && fits(item, query) && fitsOwner(object, query) ? [item] : []
  })
}
const OWN_KIND = 'custom_object'

const fitsOwner = ({ owner, executions }: EstateObject, query: ArtifactQuery): boolean =>
  (query.owner === undefined || owner.toLowerCase() === query.owner.toLowerCase()) &&
  (query.used === undefined || (query.used === 'true' ? (executions ?? 0) > 0 : executions === 0))

function listedItems(
  estate: Estate,
  { active, query, among }: Asked,
  known: ReadonlyMap<string, Known>,
  meant: Meant,
): Item[] {
  const kinds = query.kind === undefined ? [active.pack.naming.kind, OUTSIDE] : [query.kind]
  if (query.owner !== undefined || query.used !== undefined) return []
  const changed = among && new Set(among.map(shortForm))
  const used = meant && usedBy(estate, meant)
  return estate.references.flatMap((named, place) => {
    if (used && !used.has(place)) return []
    const one = known.get(shortForm(named))!
    const { artifact, facts, successors, rating } = one
    const item = {
      named: one.named,
      component: facts[0]?.component ?? '',
      code: rating.code,
      states: facts.map(({ state }) => state),
      place: undefined,
    }
    const isWanted =
      kinds.includes(artifact.kind) &&
      fits(item, query) &&
      (changed === undefined || changed.has(shortForm(named))) &&
      (query.state === undefined || item.states.includes(query.state)) &&
      (query.label === undefined || facts.some(({ labels }) => labels.includes(query.label!))) &&
      (query.software_component === undefined ||
        facts.some(({ software_component }) => software_component === query.software_component)) &&
      (query.has_successor === undefined || (query.has_successor === 'true') === successors.length > 0)
    return isWanted ? [item] : []
  })
}

function usedBy({ uses }: Estate, objects: ReadonlySet<number>): Set<number> {
  const used = new Set<number>()
  for (const [use, from] of uses.from.entries()) if (objects.has(from)) used.add(uses.to[use]!)
  return used
}

const fits = ({ named, component, code }: Omit<Item, 'place' | 'states'>, query: ArtifactQuery): boolean =>
  (query.q === undefined || named.name.toLowerCase().includes(query.q.toLowerCase())) &&
  (query.type === undefined || named.type === query.type) &&
  (query.code === undefined || code === query.code) &&
  (query.component === undefined || component.startsWith(query.component))

/** The sort key; its last values are unique together with the kind. */
function keyOf({ named, component, place }: Item, sort: ArtifactQuery['sort']): string[] {
  const last = place === undefined ? '1' : '0'
  if (sort.endsWith('component')) return [component, named.name, named.type, last]
  return sort.endsWith('type') ? [named.type, named.name, last] : [named.name, named.type, last]
}

const orderOf = (sort: ArtifactQuery['sort']) => (a: Item, b: Item) => compare(keyOf(a, sort), keyOf(b, sort), sort)

function compare(a: readonly string[], b: readonly string[], sort: ArtifactQuery['sort']): number {
  const way = sort.startsWith('-') ? -1 : 1
  for (const [place, value] of a.entries()) if (value !== b[place]) return value < b[place]! ? -way : way
  return 0
}

function facetsOf(items: readonly Item[], facets: readonly string[]): Record<string, Record<string, number>> {
  const valuesOf: Record<string, (item: Item) => readonly string[]> = {
    type: ({ named }) => [named.type],
    code: ({ code }) => [code],
    component: ({ component }) => [component],
    state: ({ states }) => [...new Set(states)],
  }
  return Object.fromEntries(
    facets.map((facet) => [
      facet,
      sumByName(items.flatMap((item) => valuesOf[facet]!(item).map((value) => [value, 1] as const))),
    ]),
  )
}
