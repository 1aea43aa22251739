// Terms for the parsers. Blank nodes get labels unique to the ingestion, the same each time the document is read. A
// letter separates labels in the document from labels that the parser generates.
import { DataFactory } from 'n3'

export const GIVEN = 'u'
const MADE = 'g'

export function factoryFor(blankPrefix: string, given = GIVEN) {
  let made = 0
  const blankNode = (label?: string) =>
    DataFactory.blankNode(label === undefined ? `${blankPrefix}${MADE}${made++}` : `${blankPrefix}${given}${label}`)
  return { ...DataFactory, blankNode, literal }
}

type NewLiteral = typeof DataFactory.literal

/** N3's version lowercases language tags and rejects null, which the JSON-LD parser passes for plain strings. */
const literal: NewLiteral = (value, kind) => {
  const made = DataFactory.literal(value, kind ?? undefined)
  if (typeof kind !== 'string' || kind === made.language) return made
  return Object.defineProperty(made, 'language', { value: kind })
}
