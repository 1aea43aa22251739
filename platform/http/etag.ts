// ETags of responses, and the comparison of RFC 9110 §13.1.2.
import { hash } from 'node:crypto'

export const etagOf = (payload: string | Uint8Array): string => `W/"${hash('sha1', payload, 'base64url')}"`

/**
 * The tag of a version, `"3"`, plus a digest of the response, because related counts may change without a new version.
 * If-Match compares the version only.
 */
export const tagWith = (version: string, payload: string | Uint8Array): string =>
  `${version.slice(0, -1)}-${hash('sha1', payload, 'base64url').slice(0, 12)}"`

/** Whether If-None-Match names this tag; for reads, weak and strong tags are equal. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}
