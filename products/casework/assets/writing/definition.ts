// A Markdown report as a pdfmake document: styles, page footers, and a bar of levels. Pure.
import { marked } from 'marked'
import { type Block, contentOf } from './blocks.ts'
import type { PdfOrder } from './orders.ts'

const COLOURS = ['#219761', '#4175da', '#ce7f0e', '#d53833']
const UNKNOWN = '#9b9ea6'
const INK = '#161c26'
const WIDTH = 483

export function definitionOf({ title, markdown, asOf, distribution }: PdfOrder): Block {
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
    content: contentOf(marked.lexer(markdown), barOf(distribution)),
  }
}

/** The levels as one bar, drawn to scale. */
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
