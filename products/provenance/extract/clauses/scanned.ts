// A stretch of text with all that is known of its words: a block of a document, or a heading beside one.

import type { Hits } from '../cues/hits.ts'
import type { Language } from '../cues/names.ts'
import type { Mention } from '../standards/mentions.ts'

export interface Scanned {
  text: string
  /** The same, as `matchable` text. Positions are those of both. */
  view: string
  language: Language
  hits: Hits
  /** Standards that it names, in order. */
  mentions: readonly Mention[]
  /** Names of the vendor, as matchable text. */
  own: readonly string[]
}

export const mentionsWithin = ({ mentions }: Scanned, from: number, to: number): readonly Mention[] =>
  mentions.filter((mention) => mention.start >= from && mention.end <= to)

export const namesVendor = ({ view, own }: Scanned, from: number, to: number): boolean => {
  const said = view.slice(from, to)
  return own.some((name) => said.includes(name))
}
