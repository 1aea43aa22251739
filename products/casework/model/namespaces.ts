// The only place that decides which namespace a name belongs to. The patterns come from the pack and are tried in order;
// the first one is the customer's own namespace. Pure.
import { compilePattern, subjectOf } from './patterns.ts'

export interface NamespacePattern {
  id: string
  pattern: string
}

export interface Namespaces {
  /** The id of the first matching pattern; empty if none matches. */
  idOf(name: string): string
  isOwn(name: string): boolean
}

/** Cached, because the same names are looked up many times. */
const MAX_REMEMBERED = 50_000

export function openNamespaces(patterns: readonly NamespacePattern[]): Namespaces {
  const compiled = patterns.map(({ id, pattern }) => ({ id, pattern: compilePattern(pattern, 'i') }))
  const own = patterns[0]?.id
  const known = new Map<string, string>()
  const idOf = (name: string): string => {
    const found = known.get(name)
    if (found !== undefined) return found
    const subject = subjectOf(name)
    const id = compiled.find(({ pattern }) => pattern.test(subject))?.id ?? ''
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(name, id)
    return id
  }
  return { idOf, isOwn: (name) => own !== undefined && idOf(name) === own }
}
