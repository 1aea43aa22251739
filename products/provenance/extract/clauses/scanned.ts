// A text with everything known about its words: a block of a document, or a heading next to one.

import { firstFrom, type Hits } from '../cues/hits.ts'
import type { Language } from '../cues/names.ts'
import type { Mention } from '../standards/mentions.ts'

export interface Scanned {
  text: string
  /** The text normalized for matching (`matchable`), with the same offsets. */
  view: string
  language: Language
  hits: Hits
  /** Standards named in the text, in order. */
  mentions: readonly Mention[]
  /** Names of the vendor, normalized for matching. */
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
