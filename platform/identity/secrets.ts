// Secrets have 256 random bits and are stored as SHA-256: they cannot be guessed, so a slow or salted hash is
// unnecessary.
import { hash as digest, timingSafeEqual } from 'node:crypto'

export const hashOf = (secret: string): string => digest('sha256', secret, 'base64url')

/** Constant time, wherever the two differ. */
export function fitsHash(secret: string, hash: string): boolean {
  const given = digest('sha256', secret, 'buffer')
  const kept = Buffer.from(hash, 'base64url')
  return given.length === kept.length && timingSafeEqual(given, kept)
}
