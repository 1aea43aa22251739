// Who speaks in these tests, and how what they say is written down.
import type { Line } from '@veritrace/contract/endpoint'

/** Who speaks, and about what. */
export interface Speaker {
  /** Stands in addresses, which those who ask are told again. */
  name: string
  /** Stands in everything that is written. */
  mark: string
  /** Of the directory, which is everybody's. */
  vendor: { id: string; slug: string }
  /** What the owner was answered by the `POST` or `PUT` to that path. */
  theirs(path: string): Record<string, string>
}

/** An object is sent as JSON, a text as TYPES says. */
export type Said = Partial<Record<Line, (speaker: Speaker) => object | string>>

/** Stands beside the mark: looking for this word must not find the mark. */
export const WORD = 'lighthouse'
