// Markdown to HTML for our own files: headings with ids, tables that scroll, links that lead to pages of the docs. Pure.
import { Marked, type Tokens } from 'marked'

export interface Heading {
  id: string
  text: string
  depth: number
}

export interface Rendered {
  title: string
  /** The first paragraph, as text. */
  lead: string
  html: string
  headings: Heading[]
  /** The text under each heading, for search; the first has no heading. */
  passages: { id: string; title: string; text: string }[]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The id that GitHub gives a heading, so that links work in both places. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** `linkTo` turns the address of a link in the file into an address of the docs; `pictureAt` does so for images. */
export function render(
  markdown: string,
  linkTo: (href: string) => string,
  pictureAt: (href: string) => string = linkTo,
): Rendered {
  const headings: Heading[] = []
  const ids = new Map<string, number>()
  const idOf = (text: string): string => {
    const slug = slugOf(text)
    const before = ids.get(slug) ?? 0
    ids.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = plainOf(text)
        const id = idOf(plain)
        headings.push({ id, text: plain, depth })
        const inner = this.parser.parseInline(tokens)
        return depth === 1
          ? `<h1 class="long">${inner}</h1>\n`
          : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`
      },
      link({ href, title, tokens }) {
        const to = linkTo(href)
        return `<a href="${escaped(to)}"${title ? ` title="${escaped(title)}"` : ''}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img src="${escaped(pictureAt(href))}" alt="${escaped(text)}" loading="lazy">`
      },
      code({ text, lang }) {
        const name = (lang ?? '').split(' ')[0]
        return `<pre tabindex="0" role="region" aria-label="${name ? `Code, ${escaped(name)}` : 'Code'}"><code>${escaped(text)}</code></pre>\n`
      },
      html({ text }) {
        // Comments, such as the mark of generated files. Our files have no other HTML.
        return text.trimStart().startsWith('<!--') ? '' : escaped(text)
      },
    },
  })
  const tokens = marked.lexer(markdown)
  const body = marked.parser(tokens)
  const title = headings.find(({ depth }) => depth === 1)?.text ?? ''
  const paragraph = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')
  return {
    title,
    lead: plainOf(paragraph?.text ?? ''),
    html: scrolling(body),
    headings,
    passages: passagesOf(tokens as Tokens.Generic[], headings),
  }
}

/** Wide tables scroll by themselves and can be reached by keyboard. */
function scrolling(body: string): string {
  let count = 0
  return body
    .replaceAll('<table>', () => `<div class="table" tabindex="0" role="region" aria-label="Table ${++count}"><table>`)
    .replaceAll('</table>', '</table></div>')
}

const plainOf = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

function passagesOf(tokens: readonly Tokens.Generic[], headings: readonly Heading[]): Rendered['passages'] {
  const passages: Rendered['passages'] = [{ id: '', title: '', text: '' }]
  let at = 0
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = headings[at++]!
      if (heading.depth > 1) passages.push({ id: heading.id, title: heading.text, text: '' })
    } else if (token.raw && token.type !== 'html') passages.at(-1)!.text += ` ${plainOf(token.raw)}`
  }
  return passages
}
