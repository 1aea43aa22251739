// A company found in a list. Merges several rows about the same company.
import type { Block } from '../types.ts'
import type { Named } from './names.ts'
import type { Standing } from './relevance.ts'

export interface Fields {
  purpose: string
  location: string
  corporateLocation: string
  data: string
  safeguard: string
}

export interface Entry extends Fields {
  named: Named
  standing: Standing
  block: Block
  /** The quote: the whole row or card, not just the name. */
  start: number
  end: number
  rule: string
}

export const noFields = (): Fields => ({ purpose: '', location: '', corporateLocation: '', data: '', safeguard: '' })

/** Several rows about a company become one claim with all purposes and places. */
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
