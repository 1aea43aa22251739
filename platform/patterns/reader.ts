// The position while a pattern is parsed.
import type { Dialect } from './dialects.ts'

export interface Reader {
  readonly characters: readonly string[]
  at: number
  readonly dialect: Dialect
  readonly isCaseless: boolean
  readonly isMultiline: boolean
  readonly isDotAll: boolean
  readonly names: Set<string>
}

export const peek = ({ characters, at }: Reader): string | undefined => characters[at]

export function take(reader: Reader, character: string): boolean {
  if (reader.characters[reader.at] !== character) return false
  reader.at++
  return true
}
