// What every reader of a list gives: facts, and rows that cannot be one.
import type { FactRow, Rejected } from '../../model/tables.ts'

export interface Identity {
  type: string
  key: string
}
export type FactRecord = Omit<FactRow, 'entry_id' | 'role'> & { successors: readonly Identity[] }

export type Found =
  | { fact: FactRecord; row: number }
  | { rejected: Rejected }
  /** Read, and yet not as it should be; with how many successors it names that are known already. */
  | { doubt: Rejected; repeated?: number }
  /** A row that adds to a fact which comes later. */
  | { more: number }

/** A reader of one format: text in pieces of any size to facts, without I/O. */
export interface Importer {
  name: string
  /** Raised when the same bytes would give other facts. */
  version: number
  read(pieces: Iterable<string>): Iterable<Found>
  /** Of a format that is compressed: the text of the file. */
  unpack?(bytes: Uint8Array): Uint8Array
}

/** The file as a whole cannot be read; the message says why, for people. */
export class Unreadable extends Error {}

type Given = Partial<FactRecord> & Identity & { state: string; pointer: string }

/** A fact with everything that was not said empty, or the reason why it is none. */
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
  const reason = whyNot(fact)
  return reason ? { rejected: { row, pointer: fact.pointer, reason } } : { fact, row }
}

const LONGEST = { type: 60, key: 300, state: 60, successor_kind: 30, concept: 1000 } as const
const LONGEST_OTHER = 300
const MAX_SUCCESSORS = 1000
const MAX_ATTRIBUTES = 10_000

function whyNot(fact: FactRecord): string | undefined {
  for (const field of ['type', 'key', 'state'] as const) if (!fact[field]) return `${field} is missing`
  for (const [field, longest] of Object.entries(LONGEST)) {
    if (fact[field as keyof typeof LONGEST].length > longest) return `${field} is longer than ${longest} characters`
  }
  const { container_type, container_name, software_component, component, labels, successors } = fact
  const others = [container_type, container_name, software_component, component, ...labels]
  if (others.some((text) => text.length > LONGEST_OTHER)) return `a text is longer than ${LONGEST_OTHER} characters`
  if (successors.length > MAX_SUCCESSORS) return `it names more than ${MAX_SUCCESSORS} successors`
  const named = successors.flatMap(({ type, key }) => [type, key])
  if (named.some((text) => !text)) return 'a successor has no type or no name'
  if (named.some((text) => text.length > LONGEST.key)) return `a successor is longer than ${LONGEST.key} characters`
  const attributes = fact.attributes ? JSON.stringify(fact.attributes) : ''
  if (attributes.length > MAX_ATTRIBUTES) return `its attributes are longer than ${MAX_ATTRIBUTES} characters`
  // PostgreSQL keeps no text with it, and no name has it.
  const all = [fact.type, fact.key, fact.state, fact.successor_kind, fact.concept, ...others, ...named]
  return all.some((text) => text.includes('\0')) || attributes.includes('\\u0000')
    ? 'it holds a NUL character'
    : undefined
}

/** Each once, in their order. */
export function distinct(successors: readonly Identity[]): Identity[] {
  const seen = new Set<string>()
  return successors.filter(({ type, key }) => {
    const name = `${type}:${key}`
    return seen.has(name) ? false : seen.add(name)
  })
}
