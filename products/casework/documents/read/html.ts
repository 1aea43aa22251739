// Reads an HTML page as a document: its title, and its content without navigation.
import { Parser } from 'htmlparser2'
import type { PlainDocument } from './document.ts'
import { sanitize, textOfHtml } from './sanitize.ts'

export function readHtml(source: string): PlainDocument {
  const html = sanitize(source)
  const { text, sections } = textOfHtml(html)
  const title = titleOf(source) || sections.find(({ level }) => level > 0)?.heading || ''
  return { title, text, html, sections }
}

function titleOf(source: string): string {
  let title = ''
  let isInside = false
  const parser = new Parser({
    onopentagname: (name) => {
      isInside = name === 'title' && title === ''
    },
    ontext: (text) => {
      if (isInside) title += text
    },
    onclosetag: () => {
      isInside = false
    },
  })
  parser.end(source)
  return title.replace(/\s+/g, ' ').trim()
}
