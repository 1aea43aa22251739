// Splits a document into passages short enough to quote, within one section, at paragraph breaks if possible.
import type { Section } from '../tables.ts'
import { countTerms } from '../terms/rules.ts'
import type { PlainDocument, ReadPassage } from './document.ts'

const MAX_LENGTH = 1000

export function passagesOf({
  title,
  text,
  sections,
}: Pick<PlainDocument, 'title' | 'text' | 'sections'>): ReadPassage[] {
  return sections.flatMap((section, place) => {
    const headings = [title, ...headingsAbove(sections, place)].join('\n')
    return cut(text, bodyStart(section, text), section.end).map(([start, stop]) => {
      const part = text.slice(start, stop)
      return { section: section.id, start, stop, text: part, ...countTerms(part, headings) }
    })
  })
}

/** A passage starts after the heading, which is shown above it. */
function bodyStart({ heading, start, end }: Section, text: string): number {
  const own = text.slice(start, end)
  return heading && own.replace(/\s+/g, ' ').startsWith(heading) ? start + lengthOf(own, heading) : start
}

/** The length of the heading in the text, where its whitespace may differ. */
function lengthOf(text: string, heading: string): number {
  let left = heading.replace(/\s/g, '').length
  let at = 0
  while (left > 0) if (/\S/.test(text[at++]!)) left--
  return at
}

/** The section's own heading and those of its parent sections, outermost first. */
function headingsAbove(sections: readonly Section[], place: number): string[] {
  const above: string[] = []
  let level = Number.POSITIVE_INFINITY
  for (let at = place; at >= 0 && level > 1; at--) {
    const section = sections[at]!
    if (section.level >= level || section.level === 0) continue
    level = section.level
    above.unshift(section.heading)
  }
  return above
}

function cut(text: string, from: number, to: number): [number, number][] {
  const parts: [number, number][] = []
  let start = skip(text, from, to)
  while (start < to) {
    const end = to - start <= MAX_LENGTH ? to : start + breakIn(text.slice(start, start + MAX_LENGTH))
    const stop = start + text.slice(start, end).trimEnd().length
    if (stop > start) parts.push([start, stop])
    start = skip(text, end, to)
  }
  return parts
}

const skip = (text: string, from: number, to: number): number => {
  let at = from
  while (at < to && /\s/.test(text[at]!)) at++
  return at
}

/** Prefers a break between paragraphs, then lines, sentences and words, but never in the first half. */
function breakIn(window: string): number {
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = window.lastIndexOf(mark)
    if (at > MAX_LENGTH / 2) return at + mark.length
  }
  // Do not split a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length
}
