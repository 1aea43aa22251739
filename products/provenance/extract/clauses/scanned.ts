// A stretch of text with all that is known of its words: a block of a document, or a heading beside one.

import { firstFrom, type Hits } from '../cues/hits.ts'
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

export function mentionsWithin({ mentions }: Pick<Scanned, 'mentions'>, from: number, to: number): readonly Mention[] {
  const within: Mention[] = []
  for (let at = firstFrom(mentions, from); at < mentions.length; at++) {
    const mention = mentions[at] as Mention
    if (mention.start >= to) break
    if (mention.end <= to) within.push(mention)
  }
  return within
}

export const namesVendor = ({ view, own }: Scanned, from: number, to: number): boolean => {
  const said = view.slice(from, to)
  return own.some((name) => said.includes(name))
}
