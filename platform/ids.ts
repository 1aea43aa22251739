// Opaque, prefixed, time-ordered identifiers: `page_01k9…`. Order by id is order by creation.
import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time and 80 random bits in Crockford base 32, like a ULID. */
export function newId(prefix: string): string {
  let time = Date.now()
  let moment = ''
  for (let i = 0; i < 10; i++) {
    moment = ALPHABET[time % 32] + moment
    time = Math.floor(time / 32)
  }
  return `${prefix}_${moment}${chance(16)}`
}

/** Random bytes are drawn in batches, because each draw is a system call. */
const drawn = Buffer.alloc(4096)
let left = 0

/** Encodes five random bits per character. */
function chance(characters: number): string {
  if (left < characters) {
    randomFillSync(drawn)
    left = drawn.length
  }
  let text = ''
  for (let i = 0; i < characters; i++) text += ALPHABET[drawn[--left]! & 31]
  return text
}

/** The creation time in an id of `newId`. */
export function timeOfId(id: string): Date {
  let time = 0
  for (const character of id.slice(-26, -16)) time = time * 32 + ALPHABET.indexOf(character)
  return new Date(time)
}

/** A secret of 256 bits, for keys, tokens and links. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const newRequestId = (): string => randomUUID()
