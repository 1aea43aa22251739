// The queries that were run in this browser, newest first.

export interface Past {
  text: string
  /** Milliseconds since 1970. */
  at: number
}

const PLACE = 'veritrace.console.history'
const MOST = 40
const LONGEST = 20_000

export function readHistory(): Past[] {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(kept) ? kept.filter((past) => typeof past?.text === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function addToHistory(text: string, at: number): Past[] {
  if (text.length > LONGEST) return readHistory()
  const kept = [{ text, at }, ...readHistory().filter((past) => past.text !== text)].slice(0, MOST)
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept))
  } catch {
    // A full or closed storage costs the history, nothing else.
  }
  return kept
}

export function clearHistory(): Past[] {
  localStorage.removeItem(PLACE)
  return []
}

/** The line that says the most: the first that is neither a declaration nor empty. */
export const titleOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line && !/^(prefix|base)\b/i.test(line))
    ?.replace(/^#\s*/, '') ?? 'Empty'
