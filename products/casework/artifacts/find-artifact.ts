// Finds an artifact by id, IRI or short form: one from the lists, or an object of one of the workspace's estates.
import type { Estate } from '../estate/estate.ts'
import { estateOf } from '../estate/estate-of.ts'
import { formerPlace } from '../estate/former-places.ts'
import { artifactId, catalogIri, estateIri, formerIris, type Named } from '../model/artifacts.ts'
import type { Scope } from '../model/space.ts'
import type { Pack } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { listProjects } from '../projects/store.ts'
import { enterIds } from '../rating/enter-ids.ts'
import { typeFor } from '../rating/identity.ts'
import { findById } from '../rating/ids-store.ts'
import { type Catalog, catalogOf } from '../rating/lists.ts'
import { isOwnName } from '../rating/own-names.ts'
import { fromIri, fromShortForm } from '../resolve/read-query.ts'
import type { Listing } from './list-artifacts.ts'

/** Estates are searched one by one, newest project first. */
const MAX_PROJECTS = 50

/** Finds it by the name in the text, or by its id among all names of the lists. */
export async function findListed(
  deps: Listing,
  scope: Scope,
  active: ActivePack,
  id: string,
): Promise<Named | undefined> {
  const catalog = await catalogOf(deps, scope, active)
  const { pack } = active
  const named = fromIri(pack, id) ?? fromShortForm(id, (word) => (isListed(catalog, word) ? word : typeFor(pack, word)))
  if (named || !id.startsWith('art_')) return named
  const known = await findById(deps.db, pack.ref.id, id)
  if (known) return { type: known.type, name: known.key }
  const entered = await enterIds(deps, pack.naming, [...catalog.byEntry.keys()])
  const now = entered ? await findById(deps.db, pack.ref.id, id) : undefined
  return now && { type: now.type, name: now.key }
}

const isListed = ({ byEntry, types }: Catalog, type: string): boolean =>
  [...byEntry.keys()].some((entry) => types.get(entry)?.has(type))

export interface OwnPlace {
  estate: Estate
  place: number
}

/** Finds an own object in one project or in all of the workspace; current names take precedence over former ones. */
export async function findOwn(
  deps: Listing,
  scope: Scope,
  id: string,
  projectId: string | undefined,
): Promise<OwnPlace | undefined> {
  const projects = await projectsOf(deps, scope, projectId)
  for (const placeIn of [presentPlace, formerPlace])
    for (const project of projects) {
      const estate = await estateOf(deps, scope, project)
      const place = placeIn(estate, scope.tenant, id)
      if (place !== undefined) return { estate, place }
    }
  return undefined
}

/** A name that an estate refers to, and that neither the lists nor an upload contains. */
export async function findUsed(
  deps: Listing,
  scope: Scope,
  { pack }: ActivePack,
  id: string,
  projectId: string | undefined,
): Promise<{ estate: Estate; named: Named } | undefined> {
  for (const project of await projectsOf(deps, scope, projectId)) {
    const estate = await estateOf(deps, scope, project)
    const named = usedNames(pack, estate, scope.tenant).get(id)
    if (named) return { estate, named }
  }
  return undefined
}

/** By id and IRI, including those from before the system was renamed. */
function usedNames(pack: Pack, estate: Estate, tenant: string): ReadonlyMap<string, Named> {
  const known = rememberedUsed.get(estate)
  if (known) return known
  const names = new Map<string, Named>()
  for (const named of estate.references) {
    const iris = isOwnName(pack, named.name)
      ? [estateIri(tenant, estate.system, named), ...formerIris(tenant, estate, named)]
      : [catalogIri(pack.naming, named)]
    for (const iri of iris) names.set(iri, named).set(artifactId(iri), named)
  }
  rememberedUsed.set(estate, names)
  return names
}
const rememberedUsed = new WeakMap<Estate, ReadonlyMap<string, Named>>()

const projectsOf = async (deps: Listing, scope: Scope, projectId: string | undefined): Promise<string[]> =>
  projectId
    ? [projectId]
    : (await listProjects(deps.db, scope, { limit: MAX_PROJECTS })).items.map((project) => project.id)

/** All current and former ids of an own object of the project; for any other artifact, only the given id. */
export async function idsOf(deps: Listing, scope: Scope, id: string, projectId: string): Promise<string[]> {
  const own = await findOwn(deps, scope, id, projectId)
  if (!own) return [id]
  const { type, name } = own.estate.objects[own.place]!
  const now = estateIri(scope.tenant, own.estate.system, { type, name })
  return [now, ...formerIris(scope.tenant, own.estate, { type, name })].map(artifactId)
}

const presentPlace = (estate: Estate, tenant: string, id: string) => placesOf(estate, tenant).get(id)

/** Keyed by id, IRI and short form. Cached because a loaded estate never changes. */
function placesOf(estate: Estate, tenant: string): ReadonlyMap<string, number> {
  const known = remembered.get(estate)
  if (known) return known
  const places = new Map<string, number>()
  estate.objects.forEach(({ type, name }, place) => {
    const iri = estateIri(tenant, estate.system, { type, name })
    for (const id of [`${type}:${name}`, iri, artifactId(iri)]) places.set(id, place)
  })
  remembered.set(estate, places)
  return places
}
const remembered = new WeakMap<Estate, ReadonlyMap<string, number>>()
