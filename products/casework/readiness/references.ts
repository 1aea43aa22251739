// The references of an estate as numbers, for a fast pass over hundreds of thousands of uses.
import type { Estate } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { Known } from '../rating/known.ts'

/** By index of the reference. */
export interface References {
  /** Index in the scale. */
  code: Uint8Array
  /** 1 if the target accepts its use. */
  passes: Uint8Array
}

export function readReferences(
  estate: Estate,
  known: ReadonlyMap<string, Known>,
  scale: readonly string[],
  target: TargetProfile,
  exempt: ReadonlySet<string>,
): References {
  const size = estate.references.length
  const unknown = scale.length - 1
  const placeOf = new Map(scale.map((code, place) => [code, place]))
  const found = { code: new Uint8Array(size).fill(unknown), passes: new Uint8Array(size) }
  for (let at = 0; at < size; at++) {
    const form = shortForm(estate.references[at]!)
    const one = known.get(form)
    if (!one) continue
    const { code } = one.rating
    found.code[at] = placeOf.get(code) ?? unknown
    found.passes[at] = one.acceptable || (exempt.has(form) && target.with_exemption.includes(code)) ? 1 : 0
  }
  return found
}
