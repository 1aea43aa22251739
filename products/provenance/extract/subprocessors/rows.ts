// The rows of a table as text. A cell that spans rows or columns is repeated in each of them.
import type { Block } from '../types.ts'

export interface Row {
  block: Block
  cells: readonly string[]
}

export function rowsOf(blocks: readonly Block[]): Row[] {
  let above: readonly string[] = []
  return blocks.map((block) => {
    const cells: string[] = []
    for (const { text, start, across = 1 } of block.cells) {
      cells.push(start < 0 ? (above[cells.length] ?? '') : flat(text))
      for (let more = 1; more < across; more++) cells.push('')
    }
    above = cells
    return { block, cells }
  })
}

const flat = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
