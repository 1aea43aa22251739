// Collects existing values during a run, so that later requests can use them.
import type { Source } from './values.ts'

/** Existing values, by their name and the path that returned them. */
export function openKnown() {
  const MOST_OF_ONE_KIND = 4
  const found = new Map<string, Set<string>>()
  let fresh = new Map<string, number>()
  const keep = (kind: string, text: string): void => {
    const values = found.get(kind) ?? new Set()
    const count = fresh.get(kind) ?? 0
    if (values.has(text) || count >= MOST_OF_ONE_KIND) return
    found.set(kind, values.add(text))
    fresh.set(kind, count + 1)
  }
  const add = (path: string, value: unknown): void => {
    for (const [name, member] of Object.entries(value as object)) {
      if (member && typeof member === 'object') add(path, member)
      if (member && typeof member === 'string') keep(`${path} ${name === 'next' ? 'cursor' : name}`, member)
    }
  }
  /** A snapshot, because values must not change while a property runs. */
  const take = (): Source['known'] => {
    const now = [...found].map(([kind, values]) => ({ kind, values: [...values] }))
    fresh = new Map()
    return (name, path) => {
      // The last word of a name decides: a `vendor_slug` is a slug.
      const named = now.filter(({ kind }) => kind.endsWith(` ${name.split('_').at(-1)}`))
      const near = named.filter(({ kind }) => kind.startsWith(`${path} `))
      return (near.length > 0 ? near : named).flatMap(({ values }) => values)
    }
  }
  return { add, take }
}
