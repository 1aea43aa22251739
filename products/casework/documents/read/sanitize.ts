// Sanitizes HTML from others so that it is safe in our pages, and extracts its text. Both have the same characters
// apart from whitespace, so that a place in the text can be found in the HTML (../mark-html.ts).
import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import type { Section } from '../tables.ts'

const BLOCKS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'blockquote', 'ul', 'ol', 'dl', 'pre', 'table', 'hr'],
]
const LINES = ['li', 'dt', 'dd', 'tr', 'caption', 'br']
const CONTAINERS = [
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
  // Removed with their content: elements without text, and the navigation that every page of a site repeats.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'audio'],
    ...['video', 'canvas', 'title', 'nav', 'footer', 'aside', 'form', 'button', 'select', 'dialog', 'menu'],
  ],
  nestingLimit: DEEPEST,
  transformTags: {
    ...Object.fromEntries(CONTAINERS.map((tag) => [tag, 'div'])),
    a: (_tag, { href = '' }): sanitizeHtml.Tag =>
      // Relative links would lead nowhere outside the original site.
      SCHEMES.includes(URL.parse(href)?.protocol.slice(0, -1) ?? '')
        ? { tagName: 'a', attribs: { href, rel: 'noopener nofollow' } }
        : { tagName: 'span', attribs: {} },
  },
}

/** Headings get the ids of their sections: s1, s2, … */
export function sanitize(html: string): string {
  let headings = 0
  return sanitizeHtml(html, ALLOWED)
    .trim()
    .replace(/<h([1-6])>/g, (_whole, level: string) => `<h${level} id="s${++headings}">`)
}

export interface Shown {
  text: string
  sections: Section[]
}

/**
 * The text of sanitized HTML: a blank line between blocks, a line break between rows and items, a tab between cells.
 */
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

/** Sets the end of each section to the start of the next. Text before the first heading becomes a section too. */
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

/** Collects text. A gap is written only between two pieces; of several requested gaps the widest is used. */
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
        // White space between the text of two elements.
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
