// References that keep the most objects from the target, over one project or several. Pure.

import { shortForm } from '../model/artifacts.ts'
import type { Measured } from './measure.ts'
import { byRisk, type Pattern } from './patterns.ts'

export type Summed = Omit<Pattern, 'objects'> & { objects: number }

/** Merges equal patterns of several projects. */
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
  /** The riskiest pattern of the reference. */
  pattern: Pattern
  objects: number
  lift: number
}

const cache = new WeakMap<Measured, Offender[]>()

/** Offenders by reference, for all kinds of use together. The result for a single measurement is cached with it. */
export function offendersOf(parts: readonly Measured[]): Offender[] {
  const [only] = parts
  if (!only || parts.length > 1) return findOffenders(parts)
  const found = cache.get(only) ?? findOffenders(parts)
  cache.set(only, found)
  return found
}

function findOffenders(parts: readonly Measured[]): Offender[] {
  const found = new Map<string, Offender>()
  for (const measured of parts) {
    const { patterns, blocking, counted, fixable } = measured
    const offender = patterns.map((pattern) => {
      const form = shortForm(pattern.reference)
      const one = found.get(form) ?? { pattern, objects: 0, lift: 0 }
      found.set(form, one)
      return one
    })
    // The last object counted for each offender: an object counts once per reference, however it uses it.
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
      if (only && others === 0 && fixable[object] === 1) only.lift++
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
