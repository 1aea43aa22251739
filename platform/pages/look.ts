// The light or dark theme that was chosen in the app. It is stored in a cookie rather than in local storage, so that
// the server can render pages in that theme without a flash of the other one.
import { readCookie } from '../cookies.ts'

/** The app writes it, see apps/web/src/session/theme.ts. */
const COOKIE = 'veritrace_theme'

/** The page in the chosen theme; without a choice it follows the system. */
export function inLook(page: string, cookies: string | undefined): string {
  const look = readCookie(cookies, COOKIE)
  if (look !== 'light' && look !== 'dark') return page
  return page
    .replace('<html lang="en">', `<html lang="en" data-theme="${look}">`)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${look}"`)
}
