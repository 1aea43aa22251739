// Terms for the parsers. Blank nodes get labels of this ingestion's own, the same each time the document is read: labels
// that the document gives and those that the parser makes up are told apart by a letter.
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

/** N3's own makes language tags lower case, and takes no null, which the parser of JSON-LD gives with a plain text. */
const literal: NewLiteral = (value, kind) => {
  const made = DataFactory.literal(value, kind ?? undefined)
  if (typeof kind !== 'string' || kind === made.language) return made
  return Object.defineProperty(made, 'language', { value: kind })
}
