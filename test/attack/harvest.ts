// Collects the names and ids in one tenant's answers, for another tenant to send.
import { newId } from '@veritrace/platform/ids'
import type { Source } from '../fuzz/values.ts'

/** The form of our ids; nothing else looks like one by accident. */
const OPAQUE = /^[a-z]{2,12}_[0-9a-z]{20,32}$/
const OPAQUE_IN_TEXT = /[a-z]{2,12}_[0-9a-z]{20,32}/g
const MOST_OF_A_KIND = 12

export interface Harvest {
  known: Source['known']
  /** The ids of that tenant in the text. */
  idsIn(text: string): string[]
  /** An unused id of the same form. */
  invent(id: string): string
  size: number
}

/** The response of each operation, by its line. */
type Answers = ReadonlyMap<string, string>

/** Vendors belong to the public directory. */
const PUBLIC = /^ven_/

/**
 * Values that the stranger reads too are public. Whole sentences of the owner are skipped, because a response may echo
 * them.
 */
export function openHarvest(mark: string, owner: Answers, stranger: Answers): Harvest {
  const publicValues = new Set([...stranger.values()].flatMap((text) => values(text).map(({ value }) => value)))
  const kinds = new Map<string, string[]>()
  const ids = new Set<string>()
  for (const text of owner.values())
    for (const { name, value } of values(text)) {
      if (publicValues.has(value) || value.length > 200 || value.includes(` ${mark}`) || PUBLIC.test(value)) continue
      if (OPAQUE.test(value)) ids.add(value)
      const found = kinds.get(name) ?? []
      if (!found.includes(value) && found.length < MOST_OF_A_KIND) kinds.set(name, [...found, value])
    }
  const all = [...ids]
  return {
    // The last word of a name decides: a `vendor_slug` is a slug. If no name matches, any ID will do.
    known: (name) => {
      const word = lastWord(name)
      const named = [...kinds].filter(([kind]) => lastWord(kind) === word).flatMap(([, found]) => found)
      return named.length > 0 ? [...named, ...(word === 'id' ? all : [])] : /^(?:id|key|ref|of)$/.test(word) ? all : []
    },
    idsIn: (text) => [...text.matchAll(OPAQUE_IN_TEXT)].map(([id]) => id).filter((id) => ids.has(id)),
    invent: (id) => newId(id.slice(0, id.lastIndexOf('_'))),
    size: ids.size,
  }
}

const lastWord = (name: string): string =>
  name
    .split(/_|(?=[A-Z])/)
    .at(-1)!
    .toLowerCase()

function values(text: string): { name: string; value: string }[] {
  try {
    return leaves('', JSON.parse(text))
  } catch {
    return []
  }
}

function leaves(name: string, value: unknown): { name: string; value: string }[] {
  if (typeof value === 'string') return [{ name, value }]
  if (Array.isArray(value)) return value.flatMap((one) => leaves(name.replace(/s$/, ''), one))
  if (value && typeof value === 'object') return Object.entries(value).flatMap(([key, one]) => leaves(key, one))
  return []
}
