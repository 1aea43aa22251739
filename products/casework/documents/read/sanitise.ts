// HTML of others as HTML that may stand in our page, and as the text that it shows. Both have the same characters but
// for white space, so that a place in the text is a place in the page (../mark-html.ts).
import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import type { Section } from '../tables.ts'

const BLOCKS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'blockquote', 'ul', 'ol', 'dl', 'pre', 'table', 'hr'],
]
const LINES = ['li', 'dt', 'dd', 'tr', 'caption', 'br']
const ROOMS = [
  'section',
  'article',
  'main',
  'header',
  'figure',
  'figcaption',
  'details',
  'summary',
  'address',
  'center',
]
const SCHEMES = ['http', 'https', 'mailto']
const DEEPEST = 100

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...BLOCKS,
    ...LINES,
    ...['thead', 'tbody', 'tfoot', 'th', 'td', 'code', 'em', 'strong', 'b', 'i', 'del', 'sub', 'sup', 'kbd', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: SCHEMES,
  allowProtocolRelative: false,
  // Gone with all that is in them: what is no text, and what stands on every page of a site.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'audio'],
    ...['video', 'canvas', 'title', 'nav', 'footer', 'aside', 'form', 'button', 'select', 'dialog', 'menu'],
  ],
  nestingLimit: DEEPEST,
  transformTags: {
    ...Object.fromEntries(ROOMS.map((tag) => [tag, 'div'])),
    a: (_tag, { href = '' }): sanitizeHtml.Tag =>
      // Where the document lives, its own paths lead somewhere; here they do not.
      SCHEMES.includes(URL.parse(href)?.protocol.slice(0, -1) ?? '')
        ? { tagName: 'a', attribs: { href, rel: 'noopener nofollow' } }
        : { tagName: 'span', attribs: {} },
  },
}

/** Headings have the ids of their sections: s1, s2, … */
export function sanitise(html: string): string {
  let headings = 0
  return sanitizeHtml(html, ALLOWED)
    .trim()
    .replace(/<h([1-6])>/g, (_whole, level: string) => `<h${level} id="s${++headings}">`)
}

export interface Shown {
  text: string
  sections: Section[]
}

/** What sanitised HTML shows: blocks are parted by a blank line, rows and items by a line, cells by a tab. */
export function textOfHtml(html: string): Shown {
  const writer = openWriter()
  const sections: Section[] = []
  let pre = 0
  let heading: Section | undefined
  const parser = new Parser(
    {
      onopentagname(name) {
        if (BLOCKS.includes(name)) writer.gap('\n\n')
        if (LINES.includes(name)) writer.gap('\n')
        if (name === 'td' || name === 'th') writer.gap('\t')
        if (name === 'pre') pre++
        const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0
        if (level === 0) return
        const start = writer.nextStart()
        heading = { id: `s${sections.length + 1}`, heading: '', level, start, end: start }
        sections.push(heading)
      },
      ontext: (text) => writer.write(text, pre > 0),
      onclosetag(name) {
        if (BLOCKS.includes(name)) writer.gap('\n\n')
        if (LINES.includes(name)) writer.gap('\n')
        if (name === 'pre') pre--
        if (!heading || !/^h[1-6]$/.test(name)) return
        heading.heading = writer.text().slice(heading.start).replace(/\s+/g, ' ').trim()
        heading = undefined
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
  const text = writer.text().trimEnd()
  return { text, sections: withEnds(sections, text) }
}

/** A section ends where the next begins; what stands before the first heading is one as well. */
export function withEnds(sections: readonly Section[], text: string): Section[] {
  const ended = sections.map((section, place) => ({
    ...section,
    start: Math.min(section.start, text.length),
    end: sections[place + 1]?.start ?? text.length,
  }))
  const first = ended[0]?.start ?? text.length
  const before = text.slice(0, first).trim()
  return before ? [{ id: 's0', heading: '', level: 0, start: 0, end: first }, ...ended] : ended
}

/** Gathers text; a gap is written only between two pieces, and the widest asked for wins. */
function openWriter() {
  const pieces: string[] = []
  let length = 0
  let gap = ''
  const put = (piece: string): void => {
    pieces.push(piece)
    length += piece.length
  }
  return {
    gap(wanted: string): void {
      if (length > 0 && widthOf(wanted) > widthOf(gap)) gap = wanted
    },
    write(text: string, asIs: boolean): void {
      const plain = asIs ? text : text.replace(/\s+/g, ' ')
      const body = gap || length === 0 ? (asIs ? plain.replace(/^\n/, '') : plain.trimStart()) : plain
      if (body === '') {
        // White space between words of two elements.
        if (plain !== '' && length > 0 && gap === '') gap = ' '
        return
      }
      if (gap) put(gap)
      gap = ''
      if (!asIs && body.endsWith(' ')) {
        put(body.trimEnd())
        gap = ' '
      } else put(body)
    },
    nextStart: () => length + gap.length,
    text: () => pieces.join(''),
  }
}

const WIDTHS = ['', ' ', '\t', '\n', '\n\n']
const widthOf = (gap: string): number => WIDTHS.indexOf(gap)
