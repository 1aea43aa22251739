// Where a name leads that is no object of an upload: to the things of lists, or to the customer's own system. Pure.
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import { catalogRef, type Home, type Named, type Naming, outsideRef } from '../model/artifacts.ts'
import type { Pack } from '../packs/pack.ts'
import { isOwnName } from './own-names.ts'

/** Never SAP's if the name is in a namespace of the customer: most of such objects were just not uploaded. */
export const addressOf = (pack: Pick<Pack, 'ref' | 'naming' | 'importers'>, home: Home, named: Named): ArtifactRef =>
  isOwnName(pack, named.name) ? outsideRef(pack.ref.id, home, named) : listedRef(pack.naming, named)

/** Of about 300 bytes each. */
const MOST = 50_000

const remembered = new WeakMap<Naming, Map<string, ArtifactRef>>()

/** Of a thing that a list names. Ids are hashes, and those who ask about thousands of names ask about most of them again. */
export function listedRef(naming: Naming, named: Named): ArtifactRef {
  const known = remembered.get(naming) ?? new Map<string, ArtifactRef>()
  remembered.set(naming, known)
  const form = `${named.type}:${named.name}`
  const found = known.get(form)
  if (found) return found
  const made = catalogRef(naming, named)
  if (known.size >= MOST) known.clear()
  known.set(form, made)
  return made
}
