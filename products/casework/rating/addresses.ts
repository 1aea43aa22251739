// The artifact of a name that is not an object of an upload: a listed thing, or an object in the customer's own system. Pure.
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import { catalogRef, type Home, type Named, type Naming, outsideRef } from '../model/artifacts.ts'
import type { Pack } from '../packs/pack.ts'
import { isOwnName } from './own-names.ts'

/** A name in a customer namespace is never SAP's: most of these objects were just not uploaded. */
export const addressOf = (pack: Pick<Pack, 'ref' | 'naming' | 'importers'>, home: Home, named: Named): ArtifactRef =>
  isOwnName(pack, named.name) ? outsideRef(pack.ref.id, home, named) : listedRef(pack.naming, named)

/** About 300 bytes per entry. */
const MAX_REMEMBERED = 50_000

const cache = new WeakMap<Naming, Map<string, ArtifactRef>>()

/** The reference to a thing that a list names. Ids are hashes, and bulk callers ask for most names more than once. */
export function listedRef(naming: Naming, named: Named): ArtifactRef {
  const known = cache.get(naming) ?? new Map<string, ArtifactRef>()
  cache.set(naming, known)
  const form = `${named.type}:${named.name}`
  const found = known.get(form)
  if (found) return found
  const made = catalogRef(naming, named)
  if (known.size >= MAX_REMEMBERED) known.clear()
  known.set(form, made)
  return made
}
