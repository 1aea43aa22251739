// What the references of an object come to, asked once for each combination and not once for each object.
import type { EstateObject } from '../estate/estate.ts'
import type { ActivePack } from '../packs/packs.ts'
import { type RolledUp, rollUp } from '../rating/roll-up.ts'

/** Codes as places in the scale. */
export interface Roll {
  code: number
  /** -1 where nothing is known. */
  worst: number
  isFinal: boolean
  /** Which rule decided: its place in `rules`. */
  rule: number
}

export interface Rolls {
  rules: readonly RolledUp['rule'][]
  /** `codes` has a bit for each place in the scale that occurs. */
  of(codes: number, technologies: EstateObject['technologies'], isComplete: boolean): Roll
}

export function openRolls(active: ActivePack, scale: readonly string[]): Rolls {
  const placeOf = new Map(scale.map((code, place) => [code, place]))
  const rules: RolledUp['rule'][] = []
  /** Of objects without techniques of their own, which are most of them. */
  const plain = new Map<number, Roll>()
  const special = new Map<string, Roll>()
  const work = (codes: number, technologies: EstateObject['technologies'], isComplete: boolean): Roll => {
    const found = rollUp(active, { codes: scale.filter((_, place) => codes & (1 << place)), technologies, isComplete })
    return {
      code: placeOf.get(found.code) ?? scale.length - 1,
      worst: (found.worst_known !== undefined ? placeOf.get(found.worst_known) : undefined) ?? -1,
      isFinal: found.status === 'final',
      rule: rules.push(found.rule) - 1,
    }
  }
  return {
    rules,
    of: (codes, technologies, isComplete) => {
      const number = codes * 2 + (isComplete ? 1 : 0)
      if (technologies.length === 0) {
        const roll = plain.get(number) ?? work(codes, technologies, isComplete)
        plain.set(number, roll)
        return roll
      }
      const key = `${number} ${technologies.map(({ kind, code }) => `${kind} ${code}`).sort()}`
      const roll = special.get(key) ?? work(codes, technologies, isComplete)
      special.set(key, roll)
      return roll
    },
  }
}
