// What keeps most objects from the target, over one project or several. Pure.

import { shortForm } from '../model/artifacts.ts'
import type { Measured } from './measure.ts'
import { byRisk, type Pattern } from './patterns.ts'

export type Summed = Omit<Pattern, 'objects'> & { objects: number }

/** The same pattern in several projects is one. */
export function sumPatterns(parts: readonly Measured[]): Summed[] {
  const found = new Map<string, Summed>()
  for (const { patterns } of parts)
    for (const pattern of patterns) {
      const known = found.get(pattern.key)
      if (!known) {
        found.set(pattern.key, { ...pattern, objects: pattern.objects.length })
        continue
      }
      known.objects += pattern.objects.length
      known.lift += pattern.lift
      known.sites += pattern.sites
    }
  return [...found.values()].sort(byRisk)
}

export interface Offender {
  /** Its first pattern, which is the one that hurts most. */
  pattern: Pattern
  objects: number
  lift: number
}

const remembered = new WeakMap<Measured, Offender[]>()

/** References, however they are used. Those of one measurement are kept for as long as it is. */
export function offendersOf(parts: readonly Measured[]): Offender[] {
  const [only] = parts
  if (!only || parts.length > 1) return findOffenders(parts)
  const found = remembered.get(only) ?? findOffenders(parts)
  remembered.set(only, found)
  return found
}

function findOffenders(parts: readonly Measured[]): Offender[] {
  const found = new Map<string, Offender>()
  for (const measured of parts) {
    const { patterns, blocking, counted, mendable } = measured
    const offender = patterns.map((pattern) => {
      const form = shortForm(pattern.reference)
      const one = found.get(form) ?? { pattern, objects: 0, lift: 0 }
      found.set(form, one)
      return one
    })
    // Who was counted last for: an object counts once, however many ways it uses a thing.
    const seen = new Map(offender.map((one) => [one, -1]))
    for (let object = 0; object < counted.length; object++) {
      let [only, others]: [Offender | undefined, number] = [undefined, 0]
      for (let at = blocking.start[object]!; at < blocking.start[object + 1]!; at++) {
        const one = offender[blocking.pattern[at]!]!
        if (seen.get(one) === object) continue
        seen.set(one, object)
        one.objects++
        if (only) others++
        only = one
      }
      if (only && others === 0 && mendable[object] === 1) only.lift++
    }
  }
  const rankedOf = ({ pattern, lift, objects }: Offender) => ({
    finding: pattern.finding,
    lift,
    objects,
    key: shortForm(pattern.reference),
  })
  return [...found.values()].sort((a, b) => byRisk(rankedOf(a), rankedOf(b)))
}
