// The ids that the graph gives to statements follow from what these say, and it tells how (products/graph/README.md): so
// what it lacks is known from the ids it has, without sending what it has.
import { hash } from 'node:crypto'
import type { NewStatement } from '@veritrace/contract/graph/statements'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string'

/** The 32 characters: base 32 of 160 bits of the SHA-256 of the canonical N-Quads line. */
export function statementId(context: string, statement: NewStatement): string {
  const digest = hash(
    'sha256',
    `<${statement.subject}> <${statement.predicate}> ${objectOf(statement)} <${context}> .`,
    'buffer',
  )
  let text = ''
  for (let at = 0; at < 20; at += 5) {
    const high = digest.readUInt16BE(at) * 16 + (digest[at + 2]! >> 4)
    const low = (digest[at + 2]! & 15) * 65_536 + digest.readUInt16BE(at + 3)
    text += characters(high) + characters(low)
  }
  return text
}

const characters = (bits: number): string =>
  ALPHABET[bits >> 15]! + ALPHABET[(bits >> 10) & 31]! + ALPHABET[(bits >> 5) & 31]! + ALPHABET[bits & 31]!

function objectOf({ object, objectType, datatype, language }: NewStatement): string {
  if (objectType === 'iri') return `<${object}>`
  if (objectType === 'bnode') return object
  const text = `"${escaped(object)}"`
  if (language !== undefined) return `${text}@${language.toLowerCase()}`
  return datatype === undefined || datatype === XSD_STRING ? text : `${text}^^<${datatype}>`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape
const SPECIAL = /[\x00-\x1f"\\\x7f]/g
const escaped = (text: string): string =>
  text.replace(
    SPECIAL,
    (char) => ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )

/** Of a set of ids, whatever their order. */
export function digestOfIds(ids: Iterable<string>): string {
  const sum = Buffer.alloc(32)
  for (const id of ids) {
    const one = hash('sha256', id, 'buffer')
    for (let at = 0; at < sum.length; at++) sum[at]! ^= one[at]!
  }
  return `sha256:${sum.toString('hex')}`
}
