// An excerpt around the matches, as escaped HTML with marks.
import { partsIn, wordsIn } from './tokenize.ts'

const LENGTH = 240
const LEAD = 60

export function snippet(text: string, terms: ReadonlySet<string>): string {
  const hits = [...wordsIn(text), ...partsIn(text)]
    .filter(({ term }) => terms.has(term))
    .toSorted((a, b) => a.start - b.start)
  const first = hits[0]?.start ?? 0
  const start = text.length <= LENGTH || first <= LEAD ? 0 : wordStart(text, first - LEAD)
  const end = Math.min(text.length, wholeEnd(text, start + LENGTH))
  let html = start > 0 ? '… ' : ''
  let at = start
  for (const hit of hits) {
    // Matches overlap if they are pairs of characters.
    const from = Math.max(hit.start, at)
    if (hit.end <= at || hit.end > end) continue
    html += `${escapeHtml(text.slice(at, from))}<mark>${escapeHtml(text.slice(from, hit.end))}</mark>`
    at = hit.end
  }
  return (html + escapeHtml(text.slice(at, end)) + (end < text.length ? ' …' : '')).replaceAll('</mark><mark>', '')
}

/** Moves the start to the next word boundary. */
function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < from + LEAD ? space + 1 : wholeEnd(text, from)
}

/** Does not split a surrogate pair. */
const wholeEnd = (text: string, at: number): number => (/[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at + 1 : at)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char]!)
