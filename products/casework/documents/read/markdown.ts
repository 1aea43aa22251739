// Reads Markdown as a document, without front matter. Embedded HTML is sanitized.
import { Marked } from 'marked'
import type { PlainDocument } from './document.ts'
import { readPlain } from './plain.ts'
import { sanitize, textOfHtml } from './sanitize.ts'

const FRONT = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
const markdown = new Marked({ gfm: true })

export function readMarkdown(source: string): PlainDocument {
  const front = source.match(FRONT)
  const body = front ? source.slice(front[0].length) : source
  if (isTooComplex(body)) return readPlain(body)
  const html = sanitize(markdown.parse(body.replace(/<!--[\s\S]*?-->/g, ''), { async: false }))
  const { text, sections } = textOfHtml(html)
  const title = sections.find(({ level }) => level > 0)?.heading || titleIn(front?.[1] ?? '')
  return { title, text, html, sections }
}

const titleIn = (front: string): string =>
  front
    .match(/^title:[ \t]*(.+?)[ \t]*$/m)?.[1]
    ?.replace(/^(['"])(.*)\1$/, '$2')
    .trim() ?? ''

// The parser recurses for every level of quotes and lists, and scans from every mark to the end of the paragraph. Real
// texts stay far below these limits; anything above them is shown as plain text.
const DEEPEST = 20
const MAX_MARKS = 2000
const MAX_CELLS = 20_000

const isTooComplex = (text: string): boolean =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .some((block) => {
      const lines = block.split('\n')
      const cells = lines.length * lines.reduce((most, line) => Math.max(most, line.split('|').length), 0)
      const marks = block.match(/[*_~![\]`<]/g)?.length ?? 0
      return (cells > MAX_CELLS && block.includes('|')) || marks > MAX_MARKS || TOO_DEEP.test(block)
    })

/** This many consecutive markers of quotes, lists and tasks. */
const TOO_DEEP = new RegExp(`(?:(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])[ \\t]*(?:\\[[ xX]\\][ \\t]+)?){${DEEPEST}}`)
