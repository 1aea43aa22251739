// Renders customers' Markdown as HTML that is safe on a public page: a short allow-list of tags, and HTML escaped as
// text.
import { Marked, type RendererObject } from 'marked'
import sanitizeHtml from 'sanitize-html'

interface RenderOptions {
  /** Level of the heading above the text. Its own headings start one level below. */
  under?: number
}

/** For any input, the output has no scripts, styles or images, and links only to http, https and mailto. */
export function renderMarkdown(text: string, { under = 0 }: RenderOptions = {}): string {
  const unsafe = isTooMuch(text) ? `<pre>${asText(text)}</pre>` : markdown.parse(text, { async: false })
  return sanitizeHtml(unsafe, { ...ALLOWED, transformTags: headingsUnder(under) }).trim()
}

const SCHEMES = ['http', 'https', 'mailto']
const REL = 'noopener nofollow ugc'

// A second line of defense: the output of the renderer below is already safe.
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
    ...['em', 'strong', 'del', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', { name: 'rel', values: REL.split(' '), multiple: true }], ol: ['start'] },
  allowedSchemes: SCHEMES,
  allowProtocolRelative: false,
}

const headingsUnder = (under: number): Record<string, string> =>
  Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `h${Math.min(6, level + under)}`]))

const renderer: RendererObject = {
  html: ({ text, block }) => (block ? `<p>${asText(text)}</p>` : asText(text)),
  image: ({ text }) => asText(text),
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    return leadsOut(href) ? `<a href="${asText(href)}" rel="${REL}">${text}</a>` : text
  },
}
const markdown = new Marked({ gfm: true, renderer })

/** Only absolute links: on the customer's own domain, our paths lead nowhere. */
const leadsOut = (href: string): boolean => SCHEMES.includes(URL.parse(href)?.protocol.slice(0, -1) ?? '')

const asText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

// A customer's text must not block the server. The parser recurses for every level of quotes and lists, scans from
// every mark to the end of the paragraph, and pads short table rows to the width of the header. No normal text comes
// near these limits; text that exceeds them is shown as plain text.
const DEEPEST = 20
const MOST_MARKS = 1000
const MOST_CELLS = 5000

const isTooMuch = (text: string): boolean =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .some((block) => {
      const lines = block.split('\n')
      const cells = lines.length * lines.reduce((most, line) => Math.max(most, line.split('|').length), 0)
      const marks = block.match(/[*_~!]/g)?.length ?? 0
      return cells > MOST_CELLS || marks > MOST_MARKS || TOO_DEEP.test(block)
    })

/** This many marks of quotes, lists and tasks in a row. */
const TOO_DEEP = new RegExp(`(?:(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])[ \\t]*(?:\\[[ xX]\\][ \\t]+)?){${DEEPEST}}`)
