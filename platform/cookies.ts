// Our cookies. With HTTPS they have the `__Host-` prefix, which prevents subdomains and HTTP pages from writing them.

export interface CookieNames {
  session: string
  login: string
  /** The accounts that have signed in with this browser. */
  browser: string
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

export const cookieNames = (publicUrl: string): CookieNames =>
  isSecure(publicUrl)
    ? { session: '__Host-veritrace', login: '__Host-veritrace-login', browser: '__Host-veritrace-browser' }
    : { session: 'veritrace_session', login: 'veritrace_login', browser: 'veritrace_browser' }

export const setCookie = (publicUrl: string, name: string, value: string, maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`

export const clearCookie = (publicUrl: string, name: string): string => setCookie(publicUrl, name, '', 0)

/** The first cookie with this name. */
export function readCookie(header: string | string[] | undefined, name: string): string | undefined {
  for (const pair of String(header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined
  }
  return undefined
}
