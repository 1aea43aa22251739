// Resolves ids and IRIs from when the system of a project had another name. Pure.
import { artifactId, formerIris } from '../model/artifacts.ts'
import type { Estate } from './estate.ts'

/** Safe to cache because a loaded estate never changes. */
const remembered = new WeakMap<Estate, ReadonlyMap<string, number>>()

/** Call only for words that match nothing current: the first call hashes every object with every former name. */
export function formerPlace(estate: Estate, tenant: string, word: string): number | undefined {
  if (!CONTAINS_SYSTEM.test(word)) return undefined
  const places = remembered.get(estate) ?? readPlaces(estate, tenant)
  remembered.set(estate, places)
  return places.get(word)
}

/** Only ids and IRIs of own objects depend on the system. */
const CONTAINS_SYSTEM = /^(?:art_|urn:tenant:)/

function readPlaces(estate: Estate, tenant: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, object] of estate.objects.entries())
    for (const iri of formerIris(tenant, estate, object)) places.set(iri, place).set(artifactId(iri), place)
  return places
}
