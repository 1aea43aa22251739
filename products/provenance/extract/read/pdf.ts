// Turns a PDF into blocks: words are grouped into lines by height, and wide gaps within a line separate cells of a row.
import { getDocumentProxy } from 'unpdf'
import type { ReadDocument } from '../types.ts'
import { readText } from './text.ts'

const MAX_PAGES = 200
const MAX_LINES = 20_000

interface Word {
  text: string
  x: number
  y: number
  width: number
  height: number
}

export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  try {
    const lines: string[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && lines.length < MAX_LINES; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      lines.push(...linesOf(items.flatMap(wordOf)), '')
    }
    const read = readText(lines.join('\n').normalize('NFKC'))
    return pdf.numPages > MAX_PAGES ? { ...read, warnings: ['truncated'] } : read
  } finally {
    await pdf.cleanup()
  }
}

function wordOf(item: object): Word[] {
  if (!('str' in item) || !('transform' in item) || !Array.isArray(item.transform)) return []
  const text = String(item.str)
  if (text.trim() === '') return []
  const [, , , size, x, y] = item.transform.map(Number)
  const width = 'width' in item ? Number(item.width) : 0
  return [{ text, x: x ?? 0, y: y ?? 0, width, height: Math.abs(size ?? 10) || 10 }]
}

function linesOf(words: readonly Word[]): string[] {
  const lines: { y: number; words: Word[] }[] = []
  for (const word of words) {
    const line = lines.findLast(({ y }) => Math.abs(y - word.y) < word.height * 0.5)
    if (line) line.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  lines.sort((one, other) => other.y - one.y)
  return withGaps(lines)
}

/** A gap clearly larger than the usual line spacing separates paragraphs. */
function withGaps(lines: readonly { y: number; words: Word[] }[]): string[] {
  const out: string[] = []
  let above: { y: number; words: Word[] } | undefined
  for (const line of lines) {
    const height = line.words[0]?.height ?? 10
    if (above && above.y - line.y > height * 1.9) out.push('')
    out.push(textOf(line.words))
    above = line
  }
  return out
}

function textOf(words: readonly Word[]): string {
  let text = ''
  let right = 0
  for (const word of [...words].sort((one, other) => one.x - other.x)) {
    const gap = word.x - right
    if (text !== '' && gap > word.height * 1.6) text += '\t'
    else if (text !== '' && gap > word.height * 0.15 && !text.endsWith(' ')) text += ' '
    text += word.text.trim()
    right = word.x + word.width
  }
  return text
}
