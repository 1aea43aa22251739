// Finds the terms of an N-Triples or N-Quads line in its bytes, if the line is canonical: one space between terms, no
// escapes, ASCII IRIs. Most lines are; the others are left to the text parser.
import type { LineTerms } from '../../statements/line-terms.ts'
import { LONGEST_IRI } from '../../terms/iri.ts'

const [CR, SPACE, QUOTE, HASH, PERCENT] = [13, 32, 34, 35, 37] as const
const [MINUS, DOT, SLASH, COLON, LESS, GREATER, AT, BACKSLASH, CARET, DELETE] = [
  ...[45, 46, 47, 58, 60, 62, 64, 92, 94, 127],
] as [number, number, number, number, number, number, number, number, number, number]

/** Returns whether the bytes from `from` to `to` are a canonical line, and sets `terms` if so. */
export function scanLine(bytes: Uint8Array, from: number, to: number, terms: LineTerms): boolean {
  const end = bytes[to - 1] === CR ? to - 1 : to
  // A statement ends in a space and a dot.
  if (bytes[end - 1] !== DOT || bytes[end - 2] !== SPACE) return false
  const subject = endOfIri(bytes, from)
  if (subject < 0 || bytes[subject] !== SPACE) return false
  const predicate = endOfIri(bytes, subject + 1)
  if (predicate < 0 || bytes[predicate] !== SPACE) return false
  terms.subjectFrom = from + 1
  terms.subjectTo = subject - 1
  terms.predicateFrom = subject + 2
  terms.predicateTo = predicate - 1
  terms.from = from
  const object =
    bytes[predicate + 1] === QUOTE ? scanLiteral(bytes, predicate + 1, terms) : scanIri(bytes, predicate + 1, terms)
  if (object < 0 || bytes[object] !== SPACE) return false
  terms.tripleTo = object
  terms.graphFrom = terms.graphTo = 0
  if (object === end - 2) return true
  const graph = endOfIri(bytes, object + 1)
  terms.graphFrom = object + 2
  terms.graphTo = graph - 1
  return graph === end - 2
}

function scanIri(bytes: Uint8Array, from: number, terms: LineTerms): number {
  const end = endOfIri(bytes, from)
  terms.isLiteral = false
  terms.objectFrom = from + 1
  terms.objectTo = end - 1
  terms.datatypeFrom = terms.datatypeTo = terms.languageFrom = terms.languageTo = 0
  return end
}

function scanLiteral(bytes: Uint8Array, from: number, terms: LineTerms): number {
  let at = from + 1
  for (; ; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) break
    if (!(byte >= SPACE) || byte === BACKSLASH || byte === DELETE) return -1
  }
  terms.isLiteral = true
  terms.objectFrom = from + 1
  terms.objectTo = at
  terms.datatypeFrom = terms.datatypeTo = terms.languageFrom = terms.languageTo = 0
  at += 1
  if (bytes[at] === AT) {
    terms.languageFrom = at + 1
    do at += 1
    while (isTagByte(bytes[at]!))
    terms.languageTo = at
    return at
  }
  if (bytes[at] !== CARET || bytes[at + 1] !== CARET) return at
  const end = endOfIri(bytes, at + 2)
  terms.datatypeFrom = at + 3
  terms.datatypeTo = end - 1
  return end
}

/** Canonical tags have no capitals. */
const isTagByte = (byte: number): boolean => (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57) || byte === MINUS

/** Accepts an absolute ASCII IRI (RFC 3987 §2.2). Returns the index after its `>`, or -1. */
function endOfIri(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== LESS || !(KIND[bytes[from + 1]!]! & LETTER)) return -1
  let at = from + 2
  while (KIND[bytes[at]!]! & SCHEME) at++
  if (bytes[at] !== COLON) return -1
  at += 1
  if (bytes[at] === SLASH && bytes[at + 1] === SLASH) {
    at += 2
    while (KIND[bytes[at]!]! & HOST) at++
    if (bytes[at] === COLON)
      do at += 1
      while (KIND[bytes[at]!]! & DIGIT)
    if (!(KIND[bytes[at]!]! & AFTER_HOST)) return -1
  }
  for (let fragments = 0; ; at++) {
    const byte = bytes[at]!
    if (KIND[byte]! & TAIL) continue
    if (byte === GREATER) return at - from > LONGEST_IRI ? -1 : at + 1
    if (byte === HASH && fragments === 0) fragments = 1
    else if (byte !== PERCENT || !(KIND[bytes[at + 1]!]! & HEX) || !(KIND[bytes[at + 2]!]! & HEX)) return -1
  }
}

const [LETTER, SCHEME, HOST, DIGIT, AFTER_HOST, TAIL, HEX] = [1, 2, 4, 8, 16, 32, 64] as const
/** The roles that each byte may have, as bits. */
const KIND = new Uint8Array(256)
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const kinds: [string, number][] = [
  [LETTERS, LETTER | SCHEME | HOST | TAIL],
  [DIGITS, SCHEME | HOST | DIGIT | TAIL | HEX],
  ['abcdefABCDEF', HEX],
  ['+', SCHEME],
  ['-.', SCHEME | HOST],
  ['/?#>', AFTER_HOST],
  ["-._~!$&'()*+,;=:@/?", TAIL],
]
for (const [bytes, kind] of kinds) for (const byte of Buffer.from(bytes)) KIND[byte]! |= kind
