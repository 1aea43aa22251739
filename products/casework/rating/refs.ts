// References to things of lists, remembered: their ids are hashes, and whoever asks about thousands of names asks about
// most of them again. Pure.
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import { catalogRef, type Named, type Naming } from '../model/artifacts.ts'

/** Of about 300 bytes each. */
const MOST = 50_000

const remembered = new WeakMap<Naming, Map<string, ArtifactRef>>()

export function refOf(naming: Naming, named: Named): ArtifactRef {
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
