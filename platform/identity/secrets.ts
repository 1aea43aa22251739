// Secrets of 256 random bits are kept as SHA-256: nothing can be guessed, so nothing needs to be slow or salted.
import { createHash, timingSafeEqual } from 'node:crypto'

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Takes the same time wherever the two differ. */
export function fitsHash(secret: string, hash: string): boolean {
  const given = Buffer.from(hashOf(secret))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}
