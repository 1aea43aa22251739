// Terms as the server stores them. The server would rename blank nodes, so they are sent as IRIs. IRIs that could be
// confused with those, or with the server's own, are sent under another name.

import { ownValue } from '@veritrace/platform/names'
import { XSD } from '../../terms/term.ts'
import type { JsonTerm } from '../oxigraph/lines.ts'

/**
 * An empty graph that is in every dataset, so that no list of graphs is ever empty: an empty list would mean all
 * graphs.
 */
export const NOTHING = 'urn:veritrace:nothing'
/** The graph for the projection's own records. */
export const BOOKKEEPING = 'urn:veritrace:projection'

export const BLANK = 'urn:veritrace:bnode:'
const OTHER = 'urn:veritrace:iri:'
const DATATYPE = 'urn:veritrace:datatype:'
const RESERVED = /^(?:urn:veritrace:(?:bnode|iri|datatype):|nodeid:)/i

export const toServerIri = (iri: string): string => (RESERVED.test(iri) ? OTHER + encodeURIComponent(iri) : iri)
const toServerBlank = (label: string): string => BLANK + encodeURIComponent(label)

/** Converts one of our N-Quads tokens for the server. */
export function toServerToken(token: string): string {
  if (token.startsWith('<')) return `<${toServerIri(token.slice(1, -1))}>`
  if (token.startsWith('_:')) return `<${toServerBlank(token.slice(2))}>`
  return isOrdinary(token) ? token : (toServerExact(token) ?? token)
}

/** The literal with a datatype that no server knows: stored exactly, but without a value. */
export function toServerExact(literal: string): string | undefined {
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
 * The spellings that servers store as the value they have. Virtuoso 7 rejects some of the others (`"x"^^xsd:integer`),
 * cannot delete some (`NaN`, `-0`), and changes some beyond recognition (`P1Y`, more than 15 digits).
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

/** Converts a term of the server's results, in any dialect, to one of ours. */
export function fromServerTerm({ type, value, datatype, 'xml:lang': language }: ServerTerm): JsonTerm {
  if (type === 'bnode') return { type, value: fromServerLabel(value) }
  if (type === 'uri') return fromServerIri(value)
  if (language) return { type: 'literal', value, 'xml:lang': language }
  const own = datatype?.startsWith(DATATYPE) ? decodeURIComponent(datatype.slice(DATATYPE.length)) : datatype
  if (own === undefined || own === `${XSD}string`) return { type: 'literal', value }
  return { type: 'literal', value: own === `${XSD}boolean` ? (BOOLEANS.get(value) ?? value) : value, datatype: own }
}

/** `typed-literal` comes from a draft of the results format; some servers still send it. */
export type ServerTerm = Omit<JsonTerm, 'type'> & { type: JsonTerm['type'] | 'typed-literal' }

const BOOLEANS = new Map([
  ['0', 'false'],
  ['1', 'true'],
])

function fromServerIri(iri: string): JsonTerm {
  if (iri.startsWith(BLANK)) return { type: 'bnode', value: decodeURIComponent(iri.slice(BLANK.length)) }
  return { type: 'uri', value: iri.startsWith(OTHER) ? decodeURIComponent(iri.slice(OTHER.length)) : iri }
}

/** A blank node that the server created; none of our labels start like this. */
const fromServerLabel = (label: string): string => `there_${label.replace(/[^A-Za-z0-9]/g, '')}`
