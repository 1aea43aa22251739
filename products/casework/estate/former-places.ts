// Ids and IRIs that were given out while the system of a project had another name: which object they stand for. Pure.
import { artifactId, formerIris } from '../model/artifacts.ts'
import type { Estate } from './estate.ts'

/** An estate never changes once it is read. */
const remembered = new WeakMap<Estate, ReadonlyMap<string, number>>()

/** To be asked of words that name nothing now: a hash for each object and name is made the first time. */
export function formerPlace(estate: Estate, tenant: string, word: string): number | undefined {
  if (!HOLDS_A_SYSTEM.test(word)) return undefined
  const places = remembered.get(estate) ?? readPlaces(estate, tenant)
  remembered.set(estate, places)
  return places.get(word)
}

/** Ids and IRIs of own objects; other words hold no name of a system. */
const HOLDS_A_SYSTEM = /^(?:art_|urn:tenant:)/

function readPlaces(estate: Estate, tenant: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, object] of estate.objects.entries())
    for (const iri of formerIris(tenant, estate, object)) places.set(iri, place).set(artifactId(iri), place)
  return places
}
