// Where to go after signing in: only to a path of this server.
const ELSEWHERE = /^\/(?:\/|@|%2f|%5c|%40|%0|session(?:[/?#]|$))/i
const MAX_LENGTH = 1024
export const HOME = '/workspace'

/** The given path, or the workspace if it is not a plain path of this server. */
export function safeReturnTo(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_LENGTH) return HOME
  if (!given.startsWith('/') || hasForbiddenCharacter(given) || ELSEWHERE.test(given)) return HOME
  const base = 'http://own.test'
  const url = URL.canParse(given, base) ? new URL(given, base) : undefined
  if (url?.origin !== base) return HOME
  // Dots are resolved only now: `/.//evil.test` has become `//evil.test`.
  const path = `${url.pathname}${url.search}${url.hash}`
  return ELSEWHERE.test(path) ? HOME : path
}

/** Browsers remove tabs and line breaks from URLs and read a backslash as a slash. */
const hasForbiddenCharacter = (text: string): boolean =>
  text.includes('\\') || [...text].some((c) => c.charCodeAt(0) <= 0x20 || c.charCodeAt(0) === 0x7f)
