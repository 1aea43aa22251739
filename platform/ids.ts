// Opaque, prefixed, time-ordered identifiers: `page_01k9…`. Order by id is order by creation.
import { randomBytes, randomUUID } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time and 80 of chance in Crockford base 32, as ULIDs have them. */
export function newId(prefix: string): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  randomBytes(10).copy(bytes, 6)
  let bits = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = ALPHABET[Number(bits & 31n)] + text
    bits >>= 5n
  }
  return `${prefix}_${text}`
}

/** When an id of `newId` was made. */
export function timeOfId(id: string): Date {
  let time = 0
  for (const character of id.slice(-26, -16)) time = time * 32 + ALPHABET.indexOf(character)
  return new Date(time)
}

/** A secret of 256 bits, for keys, tokens and links. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
export const newRequestId = (): string => randomUUID()
