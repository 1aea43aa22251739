// Whose a name is: the one place that decides it. The patterns are data of a pack, in the order in which they are asked;
// the first one names the customer's own. Pure.
import { compilePattern, subjectOf } from '../packs/patterns/rules.ts'

export interface NamespacePattern {
  id: string
  pattern: string
}

export interface Namespaces {
  /** The id of the first pattern that fits; empty if none does. */
  idOf(name: string): string
  isOwn(name: string): boolean
}

/** The same names are asked about again and again. */
const MOST_REMEMBERED = 50_000

export function openNamespaces(patterns: readonly NamespacePattern[]): Namespaces {
  const compiled = patterns.map(({ id, pattern }) => ({ id, pattern: compilePattern(pattern, 'i') }))
  const own = patterns[0]?.id
  const known = new Map<string, string>()
  const idOf = (name: string): string => {
    const found = known.get(name)
    if (found !== undefined) return found
    const subject = subjectOf(name)
    const id = compiled.find(({ pattern }) => pattern.test(subject))?.id ?? ''
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(name, id)
    return id
  }
  return { idOf, isOwn: (name) => own !== undefined && idOf(name) === own }
}
