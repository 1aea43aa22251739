// If-Match (RFC 9110 §13.1.1): the versions that the caller is willing to overwrite.
import type { IncomingHttpHeaders } from 'node:http'
import { fail, isAppError } from '../errors.ts'

const MOST_VERSIONS = 10

/**
 * Runs the work for the version in the header; with several, tries each until one matches. A verb compares the version
 * before it writes, so a failed attempt leaves no trace.
 */
export async function atVersions<T>(
  ifMatch: string | undefined,
  work: (version: number | undefined) => Promise<T>,
): Promise<T> {
  const [first, ...others] = versionsOf(ifMatch)
  let trying = work(first)
  for (const version of others)
    trying = trying.catch((error: unknown) => {
      if (isAppError(error) && error.code === 'stale_version') return work(version)
      throw error
    })
  return trying
}

/** `Prefer: strict`, or `handling=strict` as RFC 7240 defines it. */
const STRICT = /(?:^|,)\s*(?:handling\s*=\s*"?strict"?|strict)\s*(?:[,;]|$)/i

/** RFC 9110 §13.1.2: `If-None-Match: *` allows a change only if the resource does not exist. */
export function requireAbsent({ 'if-none-match': ifNoneMatch }: IncomingHttpHeaders): void {
  if (ifNoneMatch?.trim() === '*')
    fail('stale_version', 'If-None-Match: * does not allow changes to an existing resource.')
}

/** With `Prefer: strict`, a change must name the version that it replaces. */
export function requireVersion({ prefer, 'if-match': ifMatch }: IncomingHttpHeaders): void {
  if (!ifMatch && STRICT.test(prefer?.toString() ?? '')) fail('precondition_required')
}

/**
 * Versions such as `"3"` or `W/"3"`, with or without the digest of a read (`"3-x7"`); empty if any version matches, as
 * with `*`.
 */
function versionsOf(ifMatch: string | undefined): number[] {
  if (!ifMatch || ifMatch.trim() === '*') return []
  const tags = ifMatch.split(',').map((tag) => /^(?:W\/)?"(\d{1,15})(?:-[\w-]+)?"$/.exec(tag.trim())?.[1])
  const versions = [...new Set(tags.filter((tag) => tag !== undefined).map(Number))]
  if (versions.length === 0) fail('stale_version', 'If-Match is not an ETag of this resource.')
  if (versions.length > MOST_VERSIONS) fail('bad_request', `If-Match names more than ${MOST_VERSIONS} versions.`)
  return versions
}
