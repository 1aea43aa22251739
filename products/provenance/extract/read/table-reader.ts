// Rows of the outermost table, cell by cell. A nested table becomes text of its cell.
import type { Cell } from '../types.ts'
import type { BlockWriter } from './block-writer.ts'
import type { InlineText } from './inline-text.ts'

const STRUCTURE = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'])
const MAX_ROW_SPAN = 200
const MAX_COLUMN_SPAN = 20

const spanOf = (said: string | undefined, most: number): number => Math.min(most, Number.parseInt(said ?? '1', 10) || 1)

export class TableReader {
  depth = 0
  private tables = 0
  private cells: Omit<Cell, 'text'>[] = []
  private start = 0
  private inHead = false
  private header = false
  private rowspan = 1
  private colspan = 1
  private label = ''
  private carried = new Map<number, number>()

  constructor(writer: BlockWriter, inline: InlineText) {
    this.writer = writer
    this.inline = inline
  }
  private readonly writer: BlockWriter
  private readonly inline: InlineText

  /** True if the tag belonged to a table and was handled. */
  open(name: string, attributes: Readonly<Record<string, string>>): boolean {
    if (name === 'table') return this.openTable()
    if (this.depth === 0 || !STRUCTURE.has(name)) return false
    if (this.depth > 1) return true
    if (name === 'thead') this.inHead = true
    if (name === 'tr') this.startRow()
    if (name === 'td' || name === 'th') this.startCell(name === 'th' || this.inHead, attributes)
    return true
  }

  close(name: string): boolean {
    if (this.depth === 0 || !STRUCTURE.has(name)) return false
    if (name === 'table') this.depth--
    if (name === 'table' && this.depth === 0) this.endTable()
    if (this.depth > 1) this.inline.breakLine()
    if (this.depth !== 1) return true
    if (name === 'thead') this.inHead = false
    if (name === 'td' || name === 'th') this.endCell()
    if (name === 'tr') this.endRow()
    return true
  }

  private openTable(): boolean {
    this.depth++
    if (this.depth > 1) this.inline.breakLine()
    if (this.depth > 1) return true
    const { text, spans } = this.inline.take()
    this.writer.add({ kind: 'paragraph', text, spans })
    this.tables++
    this.carried.clear()
    return true
  }

  private endTable(): void {
    this.inHead = false
    const { text, spans } = this.inline.take()
    this.writer.add({ kind: 'paragraph', text, spans })
  }

  private startRow(): void {
    const { text, spans } = this.inline.take()
    this.writer.add({ kind: 'paragraph', text, spans })
    this.cells = []
  }

  /** In a cell without text, the label of an image counts as the text. */
  picture(label: string): void {
    this.label ||= label
  }

  private startCell(header: boolean, { rowspan, colspan }: Readonly<Record<string, string>>): void {
    this.carry()
    this.start = this.inline.length
    this.header = header
    this.label = ''
    this.rowspan = spanOf(rowspan, MAX_ROW_SPAN)
    this.colspan = spanOf(colspan, MAX_COLUMN_SPAN)
  }

  private endCell(): void {
    const column = this.cells.length
    if (this.label !== '' && this.inline.length <= this.start) this.inline.append(this.label)
    this.label = ''
    this.inline.cellEnd()
    const across = this.colspan > 1 ? { across: this.colspan } : {}
    this.cells.push({
      start: this.start,
      end: Math.max(this.start, this.inline.length - 1),
      header: this.header,
      ...across,
    })
    if (this.rowspan > 1) this.carried.set(column, this.rowspan - 1)
  }

  /** A cell that spans rows is empty in the rows below; readers of the table look upward for its text. */
  private carry(): void {
    for (;;) {
      const rows = this.carried.get(this.cells.length) ?? 0
      if (rows <= 0) return
      this.carried.set(this.cells.length, rows - 1)
      this.cells.push({ start: -1, end: -1, header: false })
    }
  }

  private endRow(): void {
    this.carry()
    const { text, spans } = this.inline.take()
    const body = text.trimEnd()
    const cells = this.cells.map((cell) => ({ ...cell, end: Math.min(cell.end, body.length) }))
    if (body !== '' && cells.length > 0) this.writer.add({ kind: 'row', text: body, spans, cells, group: this.tables })
    this.cells = []
  }
}
