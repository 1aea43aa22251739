// Where a value holds text that cannot be kept as it is. Pure.
import { isText } from '@veritrace/platform/text'

export const NO_TEXT = 'holds U+0000 or half of a surrogate pair'

/** Where in a value the first text is that is none; undefined where all are. A name that is none counts for what it is in. */
export function pathOfNoText(value: unknown, above: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return isText(value) ? undefined : above.join('.')
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = isText(key) ? pathOfNoText(inner, [...above, key]) : above.join('.')
    if (path !== undefined) return path
  }
  return undefined
}
