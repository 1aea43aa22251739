// Labels of nodes, and the comparison of `where` values. Pure functions.
import type { TraversalRequest } from '@veritrace/contract/graph/traversal'

export const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Best first. */
export const LABEL_PREDICATES = [
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'https://schema.org/name',
  'http://schema.org/name',
  'http://xmlns.com/foaf/0.1/name',
  'http://purl.org/dc/terms/title',
]

export interface Label {
  /** The number of the context. */
  context: number
  /** Some bits of the statement's id, enough to distinguish the labels of one node. */
  key: number
  /** Smaller is better. */
  rank: number
  text: string
}

export const LONGEST_LABEL = 256

/** Undefined if the predicate is not a label. English ranks like no language; other languages rank lower. */
export function labelOf(
  predicate: string,
  text: string,
  language: string | null,
): Pick<Label, 'rank' | 'text'> | undefined {
  const place = LABEL_PREDICATES.indexOf(predicate)
  if (place < 0) return undefined
  const isUsual = language === null || /^en(-|$)/i.test(language)
  return { rank: place + (isUsual ? 0 : LABEL_PREDICATES.length), text: shortened(text) }
}

function shortened(text: string): string {
  if (text.length <= LONGEST_LABEL) return text
  return `${text.slice(0, LONGEST_LABEL - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export function bestLabel(labels: readonly Label[], isInside: (context: number) => boolean): string | null {
  let best: Label | undefined
  for (const label of labels) if (isInside(label.context) && (!best || isBetter(label, best))) best = label
  return best ? best.text : null
}

const isBetter = (a: Label, b: Label): boolean => (a.rank === b.rank ? a.text < b.text : a.rank < b.rank)

type Value = NonNullable<TraversalRequest['where']>[string]

export interface Wanted {
  predicate: string
  /** The IRI, or the text of a literal. */
  text: string
  /** If set, literals with this value also match, in any spelling. */
  number: number | null
}

export const wantedOf = (where: Readonly<Record<string, Value>>): Wanted[] =>
  Object.entries(where).map(([predicate, value]) => ({
    predicate,
    text: String(value),
    number: typeof value === 'number' ? value : null,
  }))

export const NUMERIC_TYPES = [
  ...['integer', 'decimal', 'double', 'float', 'long', 'int', 'short', 'byte', 'nonNegativeInteger', 'positiveInteger'],
  ...['nonPositiveInteger', 'negativeInteger', 'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte'],
].map((name) => `http://www.w3.org/2001/XMLSchema#${name}`)
/** Longer literals are not compared as numbers. */
export const LONGEST_NUMBER = 64

export interface ActualValue {
  object: string
  object_type: 'iri' | 'literal' | 'bnode'
  datatype: string | null
}

export function fits({ text, number }: Wanted, { object, object_type, datatype }: ActualValue): boolean {
  if (object === text) return true
  if (number === null || object_type !== 'literal' || !datatype || !NUMERIC_TYPES.includes(datatype)) return false
  return object.length <= LONGEST_NUMBER && Number(object) === number
}
