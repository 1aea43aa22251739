// One company found in a list, and the merging of its several rows.
import type { Block } from '../types.ts'
import type { Named } from './names.ts'
import type { Standing } from './relevance.ts'

export interface Entry {
  named: Named
  purpose: string
  location: string
  corporateLocation: string
  data: string
  safeguard: string
  standing: Standing
  block: Block
  start: number
  end: number
  rule: string
}

/** The same company on several rows is one claim: its purposes and places add up. */
export function mergeEntries(entries: readonly Entry[]): Entry[] {
  const byName = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${entry.named.name.toLowerCase()} ${entry.standing}`
    const known = byName.get(key)
    byName.set(
      key,
      known
        ? {
            ...known,
            purpose: joined(known.purpose, entry.purpose),
            location: joined(known.location, entry.location),
            data: joined(known.data, entry.data),
          }
        : entry,
    )
  }
  return [...byName.values()]
}

function joined(one: string, other: string): string {
  if (one === '' || one.includes(other)) return one || other
  return other === '' ? one : `${one}; ${other}`
}
