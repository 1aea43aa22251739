// Reads a PDF as a document with one section per page, so that a citation can name the page.

import { cutText } from '@veritrace/platform/text'
import type { getDocumentProxy } from 'unpdf'
import type { Section } from '../tables.ts'
import type { PlainDocument } from './document.ts'
import { UnreadableDocument } from './document.ts'

const MAX_PAGES = 2000

export async function readPdf(bytes: Uint8Array): Promise<PlainDocument> {
  // Loaded on demand: the library is large and most files are not PDFs.
  const { extractText, getDocumentProxy } = await import('unpdf')
  const pdf = await opened(() => getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }))
  try {
    if (pdf.numPages > MAX_PAGES) throw new UnreadableDocument(`The PDF has more than ${MAX_PAGES} pages.`)
    const { text: pages } = await extractText(pdf, { mergePages: false })
    return { title: await titleOf(pdf), ...joined(pages), html: null }
  } finally {
    await pdf.cleanup()
  }
}

async function opened<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw new UnreadableDocument(`The PDF cannot be read: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

async function titleOf(pdf: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<string> {
  const { info } = await pdf.getMetadata()
  const title = info && 'Title' in info ? info.Title : ''
  return typeof title === 'string' ? cutText(title.trim(), 300) : ''
}

function joined(pages: readonly string[]): { text: string; sections: Section[] } {
  const sections: Section[] = []
  let text = ''
  for (const [place, page] of pages.entries()) {
    const start = text.length
    text += `${page.trim()}\n\n`
    sections.push({ id: `s${place + 1}`, heading: `Page ${place + 1}`, level: 1, start, end: text.length })
  }
  return { text: text.trimEnd(), sections: sections.map((one) => ({ ...one, end: Math.min(one.end, text.length) })) }
}
