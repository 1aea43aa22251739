// The ID of a statement is derived from its content and graph: the same statement always has the same ID.
import { hash } from 'node:crypto'

const URN = 'urn:graph:stmt:'
/** RFC 4648 §6, in lower case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const BARE = /^[a-z2-7]{32}$/

/** `urn:graph:stmt:…` of a canonical N-Quads line: 160 bits of its SHA-256. */
export const statementId = (line: string): string => URN + bareId(line)

/** Only the 32 characters, as stored in the database. */
export function bareId(line: string): string {
  let id = ''
  const bits = digestOf(line)
  for (let at = 0; at < ID_LENGTH; at++) id += ALPHABET[five(bits, at)]!
  return id
}

/** The same for a line in bytes, written into a buffer. */
export function writeBareId(line: Uint8Array, into: Uint8Array, from: number): void {
  const bits = digestOf(line)
  for (let at = 0; at < ID_LENGTH; at++) into[from + at] = CODES[five(bits, at)]!
}

export const ID_LENGTH = 32
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0))

/** As a binary string, which is created four times as fast as a buffer. */
const digestOf = (line: string | Uint8Array): string => hash('sha256', line, 'binary')

/** Five bits of the digest, from one byte or two. */
function five(digest: string, at: number): number {
  const bit = at * 5
  const byte = bit >> 3
  const two = (digest.charCodeAt(byte) << 8) | digest.charCodeAt(byte + 1)
  return (two >> (11 - (bit & 7))) & 31
}

export const withUrn = (bare: string): string => URN + bare

/** The bare form of either spelling; undefined if it cannot be a statement ID. */
export function readStatementId(text: string): string | undefined {
  const bare = text.startsWith(URN) ? text.slice(URN.length) : text
  return BARE.test(bare) ? bare : undefined
}
