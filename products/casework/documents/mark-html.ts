// Highlights a place of the text in the HTML. Sanitized HTML and text have the same characters apart from whitespace,
// so counting the other characters finds the place.

const isSpace = (text: string): boolean => /^\s$/.test(text)

const countIn = (text: string, from: number, to: number): number => text.slice(from, to).replace(/\s/g, '').length

/** Tags can split the marked range, so each piece gets its own mark. */
export function markHtml(html: string, text: string, start: number, end: number): string {
  const from = countIn(text, 0, start)
  const to = from + countIn(text, start, end)
  if (to === from) return html
  let out = ''
  let at = 0
  let isMarked = false
  const mark = (on: boolean): void => {
    if (on !== isMarked) out += on ? '<mark>' : '</mark>'
    isMarked = on
  }
  for (const [piece] of html.matchAll(PIECE)) {
    if (piece.startsWith('<')) {
      mark(false)
    } else if (!isSpace(piece)) {
      mark(at >= from && at < to)
      at += piece.startsWith('&') ? 1 : piece.length
    }
    out += piece
    if (at >= to) mark(false)
  }
  return out
}

/** A tag, a character reference such as &amp;, or one character. */
const PIECE = /<[^>]*>|&(?:[a-z]+|#\d+);|[\s\S]/g

/** Plain text as HTML, with its line breaks. */
export function preformatted(text: string, marked?: { start: number; end: number }): string {
  if (!marked) return `<pre>${escaped(text)}</pre>`
  const { start, end } = marked
  return `<pre>${escaped(text.slice(0, start))}<mark>${escaped(text.slice(start, end))}</mark>${escaped(text.slice(end))}</pre>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
