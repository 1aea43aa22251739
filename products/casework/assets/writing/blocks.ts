// The parts of a report as pdfmake blocks, with good page breaks: no heading at the end of a page, no split rows, and short
// parts on one page. Pure.
import type { Token, Tokens } from 'marked'

/** A pdfmake block. pdfmake's own types would add those of browsers. */
export type Block = Readonly<Record<string, unknown>>

/** About half a page. Longer parts may be split. */
const MAX_LINES = 26
const LINE_CHARACTERS = 95

/** The bar of levels follows the first heading; `page` and `contents` are marks in the template. */
export function contentOf(tokens: readonly Token[], bar: Block): Block[] {
  const parts = partsOf(tokens.filter(({ type }) => type !== 'space'))
  let breaks = false
  return parts.flatMap((part, at) => {
    const blocks = part.tokens.flatMap((token) => (isMark(token, 'contents') ? [CONTENTS] : blockOf(token)))
    const withBar = at === 0 ? [...blocks, bar] : blocks
    const begins = breaks
    breaks = part.breaksAfter
    if (withBar.length === 0) return []
    const kept = linesOf(part.tokens) <= MAX_LINES
    if (begins) return [{ stack: withBar, pageBreak: 'before' }]
    return kept || at === 0 ? [{ stack: withBar, unbreakable: kept }] : splitAtTables(withBar)
  })
}

const CONTENTS: Block = { toc: { title: { text: 'Contents', style: 'h3' } }, margin: [0, 0, 0, 8] }

interface Part {
  tokens: Token[]
  breaksAfter: boolean
}

/** Splits at headings and page marks. Consecutive headings stay together. */
function partsOf(tokens: readonly Token[]): Part[] {
  const parts: Part[] = [{ tokens: [], breaksAfter: false }]
  for (const token of tokens) {
    if (isMark(token, 'page')) {
      parts.at(-1)!.breaksAfter = true
      parts.push({ tokens: [], breaksAfter: false })
    } else {
      const open = parts.at(-1)!.tokens
      const joins = open.length === 0 || open.every(({ type }) => type === 'heading')
      if (token.type === 'heading' && !joins) parts.push({ tokens: [token], breaksAfter: false })
      else open.push(token)
    }
  }
  return parts.filter(({ tokens: { length }, breaksAfter }) => length > 0 || breaksAfter)
}

const isMark = (token: Token, name: string): boolean => token.type === 'html' && token.raw.trim() === `<!-- ${name} -->`

/** Splits a long part: the heading stays with the first block; a part that starts with a table starts on a new page. */
function splitAtTables(blocks: readonly Block[]): Block[] {
  const [first, second, ...rest] = blocks
  if (!first || !second) return [...blocks]
  const isTable = 'table' in second
  return isTable
    ? [{ ...first, pageBreak: 'before' }, second, ...rest]
    : [{ stack: [first, second], unbreakable: true }, ...rest]
}

/** The approximate number of lines. */
function linesOf(tokens: readonly Token[]): number {
  return tokens.reduce((lines, token) => {
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      const wide = LINE_CHARACTERS / Math.max(1, header.length)
      const tall = rows.map((row) => Math.max(...row.map(({ text }) => Math.ceil(text.length / (wide * 1.6)) || 1)))
      return lines + 2 + tall.reduce((sum, height) => sum + height * 1.5, 0)
    }
    if (token.type === 'list')
      return lines + (token as Tokens.List).items.reduce((sum, { text }) => sum + wrapped(text), 1)
    return lines + (token.type === 'heading' ? 3 : wrapped(token.raw) + 1)
  }, 0)
}
const wrapped = (text: string): number => Math.ceil(text.length / LINE_CHARACTERS)

function blockOf(token: Token): Block[] {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens = [] } = token as Tokens.Heading
      return [{ text: inline(tokens), style: `h${Math.min(depth, 3)}`, ...(depth === 2 && { tocItem: true }) }]
    }
    case 'paragraph':
      return [{ text: inline((token as Tokens.Paragraph).tokens), margin: [0, 0, 0, 6] }]
    case 'blockquote':
      return [{ text: textOf(token), style: 'small', margin: [8, 6, 0, 6] }]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      const lines = items.map((item) => ({ text: inline(item.tokens), margin: [0, 0, 0, ordered ? 5 : 2] }))
      return [ordered ? { ol: lines, margin: [0, 0, 0, 6] } : { ul: lines, margin: [0, 0, 0, 6] }]
    }
    case 'table':
      return [tableOf(token as Tokens.Table)]
    default:
      return []
  }
}

const tableOf = ({ header, rows }: Tokens.Table): Block => ({
  table: {
    headerRows: 1,
    keepWithHeaderRows: 2,
    dontBreakRows: true,
    widths: widthsOf(header, rows),
    body: [
      header.map((cell): Block => ({ text: inline(cell.tokens), style: 'head' })),
      ...rows.map((row) => row.map((cell): Block => ({ text: inline(cell.tokens), fontSize: 8.5 }))),
    ],
  },
  layout: 'lightHorizontalLines',
  margin: [0, 2, 0, 8],
})

/** The width of a line in points, and the space between columns. */
const ROOM = 483
const BETWEEN = 16
/** The approximate width of a character at this font size. */
const LETTER = 4.6
const MEASURED_ROWS = 300

/** Computed up front, because pdfmake would measure every cell, which takes most of the time for a long table. */
function widthsOf(header: readonly Tokens.TableCell[], rows: readonly (readonly Tokens.TableCell[])[]): number[] {
  const room = ROOM - BETWEEN * (header.length - 1)
  const wanted = header.map((head, column) => {
    const cells = rows.slice(0, MEASURED_ROWS).map((row) => row[column]?.text.length ?? 0)
    const longest = Math.max(head.text.length + 1, ...cells)
    const word = Math.max(
      ...[head, ...rows.slice(0, MEASURED_ROWS).flatMap((row) => row[column] ?? [])].map(longestWord),
    )
    return { least: Math.min(150, (word + 1) * LETTER), most: Math.max(24, (longest + 1) * LETTER) }
  })
  const all = wanted.reduce((sum, { most }) => sum + most, 0)
  if (all <= room) {
    const spare = room - all
    return wanted.map(({ most }, column) => most + (column === 0 ? spare : 0))
  }
  const least = wanted.map((one) => Math.min(one.least, one.most))
  const needed = least.reduce((sum, width) => sum + width, 0)
  if (needed >= room) return least.map((width) => (width * room) / needed)
  const open = wanted.map(({ most }, column) => Math.max(0, most - least[column]!))
  const sum = open.reduce((total, width) => total + width, 0)
  return least.map((width, column) => width + ((room - needed) * open[column]!) / Math.max(1, sum))
}

const longestWord = ({ text }: Tokens.TableCell): number =>
  text.split(/[\s→,]+/).reduce((most, word) => Math.max(most, word.length), 0)

type Piece = { text: string; bold?: boolean; italics?: boolean }

function inline(tokens: readonly Token[]): Piece[] {
  return tokens.flatMap((token): Piece[] => {
    if (token.type === 'strong') return [{ text: textOf(token), bold: true }]
    if (token.type === 'em') return [{ text: textOf(token), italics: true }]
    if (token.type === 'text' && 'tokens' in token && token.tokens) return inline(token.tokens)
    return [{ text: textOf(token) }]
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
function textOf(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(textOf).join('')
  const text = 'text' in token ? String(token.text) : token.raw
  // The font has no arrow character.
  return text.replaceAll('→', '›').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
}
