// The ATC checks that the pack knows, and which of them can be compared with our findings. Pure.

import { compilePattern, type Pattern, subjectOf } from '../model/patterns.ts'
import type { Pack } from '../packs/pack.ts'

/** usage: uses of objects, rated by the lists. technique: techniques in the source. no: known, but about something else. */
type Covered = 'usage' | 'technique' | 'no' | 'unknown'

export interface KnownCheck {
  id: string
  title: string
  covered: Covered
}

interface CheckSpec {
  id: string
  title: string
  covered: Exclude<Covered, 'unknown'>
  /** Matched against the id and the title of a check. */
  patterns: string[]
}

interface AtcSpec {
  checks?: CheckSpec[]
  /** Editions that a check variant covers, by a pattern for its name. */
  variants?: { pattern: string; editions: string[] }[]
}

export interface Checks {
  /** A check that the pack does not know keeps its id and title. */
  of(id: string, title: string): KnownCheck
  /** True if the variant is for a different edition than the target. */
  isOtherRelease(variant: string | null, target: string): boolean
}

export function openChecks({ importers }: Pack): Checks {
  const { checks = [], variants = [] } = (importers.atc ?? {}) as AtcSpec
  const compiled = (patterns: readonly string[]): Pattern[] => patterns.map((one) => compilePattern(one, 'i'))
  const specs = checks.map((spec) => ({ ...spec, fits: compiled(spec.patterns) }))
  const editions = variants.map(({ pattern, editions }) => ({ fits: compilePattern(pattern, 'i'), editions }))
  const found = new Map<string, KnownCheck>()
  return {
    of: (id, title) => {
      const key = `${id}\n${title}`
      const known = found.get(key) ?? knownCheck(id, title)
      found.set(key, known)
      return known
    },
    isOtherRelease: (variant, target) => {
      const match = variant && editions.find(({ fits }) => fits.test(subjectOf(variant)))
      return match ? !match.editions.includes(target.split(':')[0]!) : false
    },
  }

  function knownCheck(id: string, title: string): KnownCheck {
    const spec = specs.find(({ fits }) => fits.some((one) => one.test(subjectOf(id)) || one.test(subjectOf(title))))
    if (spec) return { id: spec.id, title: spec.title, covered: spec.covered }
    return { id: (id || title || 'unnamed').slice(0, 200), title: title || id || 'Unnamed check', covered: 'unknown' }
  }
}
