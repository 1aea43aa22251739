// Light, dark, or as the system has it; kept in this browser.
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'
const stored = localStorage.getItem(KEY)
let current: Theme = stored === 'light' || stored === 'dark' ? stored : 'system'
apply()

export const theme = (): Theme => current

export function setTheme(next: Theme): void {
  current = next
  localStorage.setItem(KEY, next)
  apply()
}

function apply(): void {
  if (current === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = current
}
