// Caches the rollup rule for each combination of codes, instead of evaluating it for each object.
import type { EstateObject } from '../estate/estate.ts'
import type { ActivePack } from '../packs/packs.ts'
import { type RolledUp, rollUp } from '../rating/roll-up.ts'

/** Codes are indexes into the scale. */
export interface Roll {
  code: number
  /** -1 if none is known. */
  worst: number
  isFinal: boolean
  /** Index in `rules` of the rule that decided. */
  rule: number
}

export interface Rolls {
  rules: readonly RolledUp['rule'][]
  /** `codes` is a bit set of indexes into the scale. */
  of(codes: number, technologies: EstateObject['technologies'], isComplete: boolean): Roll
}

export function openRolls(active: ActivePack, scale: readonly string[]): Rolls {
  const placeOf = new Map(scale.map((code, place) => [code, place]))
  const rules: RolledUp['rule'][] = []
  /** For objects without techniques, which are most of them. */
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
