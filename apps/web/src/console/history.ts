// Recent queries in this browser, newest first.

export interface Past {
  text: string
  /** Milliseconds since 1970. */
  at: number
}

const PLACE = 'veritrace.console.history'
const MAX_ENTRIES = 40
const MAX_LENGTH = 20_000

export function readHistory(): Past[] {
  try {
    const stored = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(stored) ? stored.filter((past) => typeof past?.text === 'string').slice(0, MAX_ENTRIES) : []
  } catch {
    return []
  }
}

export function addToHistory(text: string, at: number): Past[] {
  if (text.length > MAX_LENGTH) return readHistory()
  const entries = [{ text, at }, ...readHistory().filter((past) => past.text !== text)].slice(0, MAX_ENTRIES)
  try {
    localStorage.setItem(PLACE, JSON.stringify(entries))
  } catch {
    // If storage is full or blocked, only the history is lost.
  }
  return entries
}

export function clearHistory(): Past[] {
  localStorage.removeItem(PLACE)
  return []
}

/** The first line that is neither empty nor a declaration. */
export const titleOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line && !/^(prefix|base)\b/i.test(line))
    ?.replace(/^#\s*/, '') ?? 'Empty'
