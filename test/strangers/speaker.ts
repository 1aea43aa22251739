// The callers in these tests, and the format of their requests.
import type { Line } from '@veritrace/contract/endpoint'

/** A caller and their data. */
export interface Speaker {
  /** Part of URLs, which responses may echo. */
  name: string
  /** Part of everything that is written. */
  mark: string
  /** A vendor of the public directory. */
  vendor: { id: string; slug: string }
  /** The response that the owner got for the `POST` or `PUT` to this path. */
  theirs(path: string): Record<string, string>
}

/** An object is sent as JSON, a text with the type in TYPES. */
export type Said = Partial<Record<Line, (speaker: Speaker) => object | string>>

/** Written next to the mark: a search for this word must not reveal the mark. */
export const WORD = 'lighthouse'
