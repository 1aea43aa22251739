// The theme: light, dark, or the system setting. The server reads the cookie and renders the page in that theme.
export type Theme = 'system' | 'light' | 'dark'

const COOKIE = 'veritrace_theme'
const YEAR_SECONDS = 365 * 24 * 60 * 60

export function theme(): Theme {
  const { theme: pinned } = document.documentElement.dataset
  return pinned === 'light' || pinned === 'dark' ? pinned : 'system'
}

export function setTheme(next: Theme): void {
  const age = next === 'system' ? 0 : YEAR_SECONDS
  const safety = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available on plain http
  document.cookie = `${COOKIE}=${next}; path=/; max-age=${age}; samesite=lax${safety}`
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
}
