// Weak validators over what was sent, and RFC 9110 §13.1.2 comparison.
import { hash } from 'node:crypto'

export const etagOf = (payload: string | Uint8Array): string => `W/"${hash('sha1', payload, 'base64url')}"`

/** The tag of a version, `"3"`, with a digest of all that was sent: counts in it change from elsewhere. If-Match looks at the version alone. */
export const tagWith = (version: string, payload: string | Uint8Array): string =>
  `${version.slice(0, -1)}-${hash('sha1', payload, 'base64url').slice(0, 12)}"`

/** Whether If-None-Match names this tag; weak and strong compare alike on reads. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}
