// What an importer yields: facts, and rows that are not facts.
import type { FactRow, Rejected } from '../../model/tables.ts'

export interface Identity {
  type: string
  key: string
}
export type FactRecord = Omit<FactRow, 'entry_id' | 'role'> & { successors: readonly Identity[] }

export type Found =
  | { fact: FactRecord; row: number }
  | { rejected: Rejected }
  /** A readable row with a flaw; `repeated` counts successors that were already known. */
  | { doubt: Rejected; repeated?: number }
  /** A row that adds to a later fact. */
  | { more: number }

/** Parses one format: text in pieces of any size to facts, without I/O. */
export interface Importer {
  name: string
  /** Raise it when the same bytes give other facts. */
  version: number
  read(pieces: Iterable<string>): Iterable<Found>
  /** Decompresses the file, if the format is compressed. */
  unpack?(bytes: Uint8Array): Uint8Array
}

/** The file as a whole cannot be read. The message is shown to users. */
export class Unreadable extends Error {}

type Given = Partial<FactRecord> & Identity & { state: string; pointer: string }

/** A fact with defaults for missing fields, or a rejection. */
export function factOf(row: number, given: Given): Found {
  const fact: FactRecord = {
    successor_kind: '',
    concept: '',
    labels: [],
    container_type: '',
    container_name: '',
    software_component: '',
    component: '',
    attributes: null,
    successors: [],
    ...given,
  }
  const reason = rejectionOf(fact)
  return reason ? { rejected: { row, pointer: fact.pointer, reason } } : { fact, row }
}

const MAX_LENGTH = { type: 60, key: 300, state: 60, successor_kind: 30, concept: 1000 } as const
const MAX_TEXT = 300
const MAX_SUCCESSORS = 1000
const MAX_ATTRIBUTES = 10_000

function rejectionOf(fact: FactRecord): string | undefined {
  for (const field of ['type', 'key', 'state'] as const) if (!fact[field]) return `${field} is missing`
  for (const [field, max] of Object.entries(MAX_LENGTH)) {
    if (fact[field as keyof typeof MAX_LENGTH].length > max) return `${field} is longer than ${max} characters`
  }
  const { container_type, container_name, software_component, component, labels, successors } = fact
  const others = [container_type, container_name, software_component, component, ...labels]
  if (others.some((text) => text.length > MAX_TEXT)) return `a text is longer than ${MAX_TEXT} characters`
  if (successors.length > MAX_SUCCESSORS) return `it names more than ${MAX_SUCCESSORS} successors`
  const named = successors.flatMap(({ type, key }) => [type, key])
  if (named.some((text) => !text)) return 'a successor has no type or no name'
  if (named.some((text) => text.length > MAX_LENGTH.key))
    return `a successor is longer than ${MAX_LENGTH.key} characters`
  const attributes = fact.attributes ? JSON.stringify(fact.attributes) : ''
  if (attributes.length > MAX_ATTRIBUTES) return `its attributes are longer than ${MAX_ATTRIBUTES} characters`
  // PostgreSQL cannot store NUL in text.
  const all = [fact.type, fact.key, fact.state, fact.successor_kind, fact.concept, ...others, ...named]
  return all.some((text) => text.includes('\0')) || attributes.includes('\\u0000')
    ? 'it contains a NUL character'
    : undefined
}

/** Removes duplicates and preserves the order. */
export function distinct(successors: readonly Identity[]): Identity[] {
  const seen = new Set<string>()
  return successors.filter(({ type, key }) => {
    const name = `${type}:${key}`
    return seen.has(name) ? false : seen.add(name)
  })
}
