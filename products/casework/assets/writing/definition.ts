// A report in Markdown as pdfmake wants it: contents, headings, paragraphs, lists, tables, a bar of the levels. Pure.
import { marked, type Token, type Tokens } from 'marked'
import type { PdfOrder } from './orders.ts'

/** Of pdfmake's own words; its types would bring those of browsers along. */
export type Block = Readonly<Record<string, unknown>>

const COLOURS = ['#219761', '#4175da', '#ce7f0e', '#d53833']
const UNKNOWN = '#9b9ea6'
const INK = '#161c26'
const WIDTH = 483

export function definitionOf({ title, markdown, asOf, distribution }: PdfOrder): Block {
  const [first, ...rest] = marked.lexer(markdown)
  const day = asOf.slice(0, 10)
  return {
    info: { title, creationDate: new Date(asOf), modDate: new Date(asOf), producer: 'Veritrace', creator: 'Veritrace' },
    pageMargins: [56, 64, 56, 64],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.25, color: INK },
    styles: {
      h1: { fontSize: 20, bold: true, margin: [0, 0, 0, 8] },
      h2: { fontSize: 13, bold: true, margin: [0, 16, 0, 6] },
      h3: { fontSize: 11, bold: true, margin: [0, 10, 0, 4] },
      head: { bold: true, fontSize: 8.5, color: '#60656f' },
      small: { fontSize: 8, color: '#60656f' },
    },
    footer: (page: number, pages: number) => ({
      columns: [
        { text: `${title} · ${day}`, style: 'small' },
        { text: `${page} of ${pages}`, alignment: 'right', style: 'small' },
      ],
      margin: [56, 24, 56, 0],
    }),
    content: [
      ...(first ? blockOf(first) : []),
      barOf(distribution),
      { toc: { title: { text: 'Contents', style: 'h3' } } },
      ...rest.flatMap(blockOf),
    ],
  }
}

/** The levels as one bar, drawn to their shares. */
function barOf(distribution: PdfOrder['distribution']): Block {
  let x = 0
  const parts = distribution.map(({ code, share }, i) => {
    const part = {
      type: 'rect' as const,
      x,
      y: 0,
      w: share * WIDTH,
      h: 8,
      color: code === 'unknown' ? UNKNOWN : COLOURS[i],
    }
    x += share * WIDTH
    return part
  })
  const words = distribution.map(({ code, objects }) => `${code} ${objects}`).join('   ')
  return { stack: [{ canvas: parts }, { text: words, style: 'small', margin: [0, 3, 0, 0] }], margin: [0, 4, 0, 12] }
}

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
      const lines = items.map((item) => ({
        text: inline(item.tokens),
        margin: [0, 0, 0, 2],
      }))
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
    widths: header.map((_, i) => (i === 0 ? '*' : 'auto')),
    body: [
      header.map((cell): Block => ({ text: inline(cell.tokens), style: 'head' })),
      ...rows.map((row) => row.map((cell): Block => ({ text: inline(cell.tokens), fontSize: 8.5 }))),
    ],
  },
  layout: 'lightHorizontalLines',
  margin: [0, 2, 0, 8],
})

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
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
}
