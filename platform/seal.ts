// Encrypts data with a key derived from a secret that only its owner has: the database alone cannot decrypt it.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Data that was encrypted for one purpose cannot be decrypted for another. */
export type Purpose = 'provider tokens' | 'stored answer'

export function seal(secret: string, purpose: Purpose, value: unknown): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

export function unseal<T>(secret: string, purpose: Purpose, sealed: string): T {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(text.toString())
}

const keyOf = (secret: string, purpose: Purpose): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
