// If-Match (RFC 9110 §13.1.1): the versions of a resource that the caller would write over.
import type { IncomingHttpHeaders } from 'node:http'
import { fail, isAppError } from '../errors.ts'

const MOST_VERSIONS = 10

/**
 * Does the work for the version that the header names; for each of several, until one is that of the resource. A verb
 * compares the version before it writes anything, so that a try that fails leaves nothing.
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

/** `Prefer: strict`; in the words of RFC 7240 `handling=strict`. */
const STRICT = /(?:^|,)\s*(?:handling\s*=\s*"?strict"?|strict)\s*(?:[,;]|$)/i

/** RFC 9110 §13.1.2: `If-None-Match: *` allows a change only where there is nothing yet. */
export function requireAbsent({ 'if-none-match': ifNoneMatch }: IncomingHttpHeaders): void {
  if (ifNoneMatch?.trim() === '*') fail('stale_version', 'If-None-Match: * allows no change of what is there.')
}

/** Who wants it strict writes over nothing without saying which version that is. */
export function requireVersion({ prefer, 'if-match': ifMatch }: IncomingHttpHeaders): void {
  if (!ifMatch && STRICT.test(prefer?.toString() ?? '')) fail('precondition_required')
}

/** `"3"` or `W/"3"`, also with what a read adds (`"3-x7"`), also several; nothing where any version fits, as with `*`. */
function versionsOf(ifMatch: string | undefined): number[] {
  if (!ifMatch || ifMatch.trim() === '*') return []
  const tags = ifMatch.split(',').map((tag) => /^(?:W\/)?"(\d{1,15})(?:-[\w-]+)?"$/.exec(tag.trim())?.[1])
  const versions = [...new Set(tags.filter((tag) => tag !== undefined).map(Number))]
  if (versions.length === 0) fail('stale_version', 'If-Match is not an ETag of this resource.')
  if (versions.length > MOST_VERSIONS) fail('bad_request', `If-Match names more than ${MOST_VERSIONS} versions.`)
  return versions
}
