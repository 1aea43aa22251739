// Secrets of 256 random bits are kept as SHA-256: nothing can be guessed, so nothing needs to be slow or salted.
import { hash as digest, timingSafeEqual } from 'node:crypto'

export const hashOf = (secret: string): string => digest('sha256', secret, 'base64url')

/** Takes the same time wherever the two differ. */
export function fitsHash(secret: string, hash: string): boolean {
  const given = digest('sha256', secret, 'buffer')
  const kept = Buffer.from(hash, 'base64url')
  return given.length === kept.length && timingSafeEqual(given, kept)
}
