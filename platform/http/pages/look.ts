// Light or dark, as someone chose in the app. It is kept in a cookie and not in the storage of the browser: so the server
// writes pages in that look, and none is painted in the other one first.
import { readCookie } from '../../identity/sessions/cookies.ts'

/** The app writes it, see apps/web/src/session/theme.ts. */
const COOKIE = 'veritrace_theme'

/** The page in the look that was chosen; where nobody chose, it follows the system. */
export function inLook(page: string, cookies: string | undefined): string {
  const look = readCookie(cookies, COOKIE)
  if (look !== 'light' && look !== 'dark') return page
  return page
    .replace('<html lang="en">', `<html lang="en" data-theme="${look}">`)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${look}"`)
}
