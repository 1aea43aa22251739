// The name of a statement follows from what it says and where: the same statement has the same id however it arrives.
import { hash } from 'node:crypto'

const URN = 'urn:graph:stmt:'
/** RFC 4648 §6, in lower case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const BARE = /^[a-z2-7]{32}$/

/** `urn:graph:stmt:…` of a canonical N-Quads line: 160 bits of its SHA-256. */
export const statementId = (line: string): string => URN + bareId(line)

/** The 32 characters alone, as the database keeps them. */
export function bareId(line: string): string {
  const digest = hash('sha256', line, 'buffer')
  let text = ''
  // Five bytes are eight characters.
  for (let at = 0; at < 20; at += 5) {
    const high = digest.readUInt16BE(at) * 16 + (digest[at + 2]! >> 4)
    const low = (digest[at + 2]! & 15) * 65_536 + digest.readUInt16BE(at + 3)
    text += characters(high) + characters(low)
  }
  return text
}

const characters = (bits: number): string =>
  ALPHABET[bits >> 15]! + ALPHABET[(bits >> 10) & 31]! + ALPHABET[(bits >> 5) & 31]! + ALPHABET[bits & 31]!

export const withUrn = (bare: string): string => URN + bare

/** The bare form of either spelling; undefined for what cannot be an id of ours. */
export function readStatementId(text: string): string | undefined {
  const bare = text.startsWith(URN) ? text.slice(URN.length) : text
  return BARE.test(bare) ? bare : undefined
}
