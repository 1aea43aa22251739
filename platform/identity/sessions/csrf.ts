// Browsers add cookies and proxy sign-ins to requests of any page, so unsafe requests must prove that they come from
// ours.
import { fail } from '../../errors.ts'

export interface CsrfRequest {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects an unsafe request of another site. If the browser does not state the origin, the header X-CSRF is required:
 * another site cannot set it without a preflight, which we do not grant. With `sign: 'optional'`, for callers that
 * may not be browsers, only signs of another site are rejected.
 */
export function refuseForeign(request: CsrfRequest, ownOrigin: string, sign: 'required' | 'optional'): void {
  if (SAFE.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin === 'null') fail('csrf_rejected', 'The page of this request hides its origin.')
  if (site !== undefined && site !== 'none') {
    if (site === 'same-origin') return
    fail('csrf_rejected', 'The request comes from another site.')
  }
  if (origin !== undefined) {
    if (origin === ownOrigin) return
    fail('csrf_rejected', 'The request comes from another origin.')
  }
  if (sign === 'required' && request.headers['x-csrf'] !== '1') fail('csrf_rejected')
}
