// Finds text that the database cannot store. Pure.
import { isText } from '@veritrace/platform/text'

export const NO_TEXT = 'contains U+0000 or half of a surrogate pair'

/**
 * The path of the first invalid text in a value; undefined if all text is valid. An invalid key counts for its object.
 */
export function pathOfNoText(value: unknown, above: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return isText(value) ? undefined : above.join('.')
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = isText(key) ? pathOfNoText(inner, [...above, key]) : above.join('.')
    if (path !== undefined) return path
  }
  return undefined
}
