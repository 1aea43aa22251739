// Terms as the server keeps them. It would give blank nodes labels of its own, so they go there as IRIs; IRIs that could be
// mistaken for those, or for the server's own, go there under another name.

import { ownValue } from '@veritrace/platform/names'
import { XSD } from '../../terms/term.ts'
import type { JsonTerm } from '../oxigraph/lines.ts'

/** Holds nothing and is in every dataset, so that no list of graphs is ever empty: an empty one would mean all. */
export const NOTHING = 'urn:veritrace:nothing'
/** What the projection itself has to remember. */
export const BOOKKEEPING = 'urn:veritrace:projection'

export const BLANK = 'urn:veritrace:bnode:'
const OTHER = 'urn:veritrace:iri:'
const DATATYPE = 'urn:veritrace:datatype:'
const RESERVED = /^(?:urn:veritrace:(?:bnode|iri|datatype):|nodeid:)/i

export const iriThere = (iri: string): string => (RESERVED.test(iri) ? OTHER + encodeURIComponent(iri) : iri)
const blankThere = (label: string): string => BLANK + encodeURIComponent(label)

/** An N-Quads token of ours as one for the server. */
export function tokenThere(token: string): string {
  if (token.startsWith('<')) return `<${iriThere(token.slice(1, -1))}>`
  if (token.startsWith('_:')) return `<${blankThere(token.slice(2))}>`
  return isOrdinary(token) ? token : (exactThere(token) ?? token)
}

/** The literal with the same text and a type that no server knows: it is kept to the letter, and has no value. */
export function exactThere(literal: string): string | undefined {
  const at = literal.lastIndexOf(TYPED)
  if (at < 0) return undefined
  const type = literal.slice(at + TYPED.length, -1)
  return `${literal.slice(0, at)}${TYPED}${DATATYPE}${encodeURIComponent(type)}>`
}

const TYPED = '"^^<'
const WHOLE = /^(?!-0+$)[+-]?\d{1,18}$/
const FLOATING = /^(?!-[0.]+(?:e|$))[+-]?(?:\d{1,17}(?:\.\d{0,17})?|\.\d{1,17})(?:e[+-]?\d{1,2})?$/i
const ZONE = '(?:Z|[+-]\\d\\d:\\d\\d)?$'
const NEVER = /^$a/

/**
 * The spellings that servers take for the value they have. Of the others Virtuoso 7 refuses some (`"x"^^xsd:integer`),
 * cannot delete some (`NaN`, `-0`) and changes some beyond recognition (`P1Y`, more than 15 digits).
 */
const ORDINARY: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    (
      'integer int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedLong ' +
      'unsignedInt unsignedShort unsignedByte'
    )
      .split(' ')
      .map((name) => [name, WHOLE]),
  ),
  decimal: /^(?!-[0.]+$)[+-]?(?=[\d.]{1,16}$)(?:\d+(?:\.\d*)?|\.\d+)$/,
  double: FLOATING,
  float: FLOATING,
  boolean: /^(?:true|false|0|1)$/,
  date: new RegExp(`^[1-9]\\d{3}-\\d\\d-\\d\\d${ZONE}`),
  dateTime: new RegExp(`^[1-9]\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?${ZONE}`),
  ...Object.fromEntries(['time', 'duration', 'dayTimeDuration', 'yearMonthDuration'].map((name) => [name, NEVER])),
}

function isOrdinary(literal: string): boolean {
  const at = literal.lastIndexOf(`${TYPED}${XSD}`)
  if (at < 0) return true
  const type = literal.slice(at + TYPED.length + XSD.length, -1)
  return ownValue(ORDINARY, type)?.test(literal.slice(1, at)) ?? true
}

/** A term of the server's results, whatever its dialect, as one of ours. */
export function termHere({ type, value, datatype, 'xml:lang': language }: ServerTerm): JsonTerm {
  if (type === 'bnode') return { type, value: labelHere(value) }
  if (type === 'uri') return iriHere(value)
  if (language) return { type: 'literal', value, 'xml:lang': language }
  const own = datatype?.startsWith(DATATYPE) ? decodeURIComponent(datatype.slice(DATATYPE.length)) : datatype
  if (own === undefined || own === `${XSD}string`) return { type: 'literal', value }
  return { type: 'literal', value: own === `${XSD}boolean` ? (BOOLEANS.get(value) ?? value) : value, datatype: own }
}

/** `typed-literal` is from a draft of the results format, and still spoken. */
export type ServerTerm = Omit<JsonTerm, 'type'> & { type: JsonTerm['type'] | 'typed-literal' }

const BOOLEANS = new Map([
  ['0', 'false'],
  ['1', 'true'],
])

function iriHere(iri: string): JsonTerm {
  if (iri.startsWith(BLANK)) return { type: 'bnode', value: decodeURIComponent(iri.slice(BLANK.length)) }
  return { type: 'uri', value: iri.startsWith(OTHER) ? decodeURIComponent(iri.slice(OTHER.length)) : iri }
}

/** One that the server made; no label of ours begins so. */
const labelHere = (label: string): string => `there_${label.replace(/[^A-Za-z0-9]/g, '')}`
