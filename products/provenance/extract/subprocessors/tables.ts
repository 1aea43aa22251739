// Subprocessors in tables: with or without headers, continued across pages, transposed, or with one company per cell.
import type { Block } from '../types.ts'
import {
  type Columns,
  columnsByNames,
  columnsOf,
  guessedColumns,
  isOfOthers,
  isOfPeople,
  isTransposed,
  withoutCodes,
} from './columns.ts'
import { type Entry, noFields } from './entry.ts'
import { isPlace } from './fields.ts'
import { firmsIn, isFirm, namedIn } from './names.ts'
import type { Page } from './page.ts'
import { placeOf, type Standing, standingOf } from './relevance.ts'
import { type Row, rowsOf } from './rows.ts'
import { entriesTurned } from './turned.ts'
import { unitEntries } from './units.ts'
import { isOwn, manyNamed, nameIn } from './wording.ts'

const HEAD_ROWS = 3
const LONGEST_HEAD = 200
const WORDING = 0.8

export function entriesInTables(page: Page): Entry[] {
  const tables = new Map<number, Block[]>()
  for (const block of page.blocks) {
    if (block.kind !== 'row') continue
    const rows = tables.get(block.group)
    if (rows) rows.push(block)
    else tables.set(block.group, [block])
  }
  let before: Before | undefined
  return [...tables.values()].flatMap((blocks) => {
    const [first] = blocks
    if (!first) return []
    const nearby = blocks.slice(0, HEAD_ROWS).map(({ text }) => (text.length < LONGEST_HEAD ? text : ''))
    const { relevant, standing } = placeOf(first, page, nearby.join(' / '))
    if (!relevant) return []
    const table = new Table(page, blocks, standing, before)
    if (table.head) before = { columns: table.head.columns, width: table.width }
    return table.entries()
  })
}

interface Before {
  columns: Columns
  width: number
}

class Table {
  readonly width: number
  readonly head: { at: number; columns: Columns } | undefined
  private readonly page: Page
  private readonly rows: readonly Row[]
  private readonly standing: Standing
  private readonly before: Before | undefined

  constructor(page: Page, blocks: readonly Block[], standing: Standing, before: Before | undefined) {
    this.page = page
    this.standing = standing
    this.before = before
    this.rows = rowsOf(blocks)
    this.width = Math.max(...this.rows.map(({ cells }) => cells.length))
    this.head = this.width > 1 ? this.headOf() : undefined
  }

  entries(): Entry[] {
    const { page, rows, head } = this
    if (this.width === 1) return this.inCells()
    const cells = rows.map((row) => row.cells)
    if (isOfPeople(cells, page)) return []
    if (isTransposed(cells, page)) return entriesTurned(rows, page, this.standing)
    const columns = head?.columns ?? this.columnsWithoutHead(cells)
    const entries = columns ? this.inRows(columns, this.standing) : []
    return entries.every((entry) => this.isOwnProduct(entry)) ? [] : entries
  }

  /** A table that contains only "Acme Core" and "Acme Vault" lists the vendor's products. */
  private isOwnProduct({ named: { name } }: Entry): boolean {
    return this.standing === 'third_party' && !isFirm(name) && isOwn(name, this.page.own)
  }

  /** Checks the first rows only: further down, a row with such words is ordinary. */
  private headOf(): { at: number; columns: Columns } | undefined {
    for (const [at, { cells, block }] of this.rows.slice(0, HEAD_ROWS).entries()) {
      const isMarked = block.cells.every(({ header }) => header)
      const columns = cells.length > 1 ? columnsOf(cells, this.page, isMarked) : undefined
      const below = this.rows.slice(at + 1).map((row) => row.cells)
      if (columns) return { at, columns: withoutCodes(columns, below) }
    }
    const columns = columnsByNames(
      this.rows.map(({ cells }) => cells),
      this.page,
    )
    return columns && { at: 0, columns }
  }

  /** A table that continues after a page break has the columns of the previous table. */
  private columnsWithoutHead(cells: readonly (readonly string[])[]): Columns | undefined {
    if (this.rows.some(({ block }) => block.cells.some(({ header }) => header))) return undefined
    const full = cells.filter((row) => row.length > 1)
    if (isOfOthers(full[0] ?? [], this.page)) return undefined
    const name = this.before?.columns.name ?? 0
    const goesOn =
      this.before?.width === this.width &&
      full.every((row) => namedIn(row[name] ?? '') !== undefined || row[name] === '')
    return goesOn ? this.before?.columns : guessedColumns(full, this.page)
  }

  private inRows(columns: Columns, standing: Standing): Entry[] {
    const { page, rows, head } = this
    const entries: Entry[] = []
    let group = ''
    let open = standing
    for (const row of rows.slice(head ? head.at + 1 : 0)) {
      const title = this.groupTitle(row, columns)
      if (title !== undefined) {
        group = title
        const kind = standingOf(page, title)
        open = kind === 'third_party' ? standing : kind
      } else if (!this.isHead(row, columns)) entries.push(...entriesOfRow(row, columns, open, group, page))
    }
    return entries
  }

  /** A row with a single cell across the table is a title for the rows below. */
  private groupTitle({ cells, block }: Row, columns: Columns): string | undefined {
    const full = cells.filter((text) => text !== '')
    if (full.length !== 1) return undefined
    const title = full[0] as string
    if (block.cells.length === 1 || block.cells.every(({ header }) => header)) return title
    const isOther = cells[columns.name ?? 0] === '' || isPlace(title) || this.page.share(title, TITLE) >= WORDING
    return isOther ? title : undefined
  }

  /** The header repeated after a page break. */
  private isHead({ cells, block }: Row, columns: Columns): boolean {
    if (block.cells.length > 1 && block.cells.every((cell) => cell.header && cell.text !== '')) return true
    const head = this.head && this.rows[this.head.at]?.cells
    if (head) return cells.every((cell, at) => cell === head[at])
    const name = cells[columns.name ?? 0] ?? ''
    return (
      cells.filter((cell) => this.page.share(cell, ['label']) >= 0.5).length >= Math.max(2, cells.length / 2) &&
      !isFirm(name)
    )
  }

  private inCells(): Entry[] {
    const units = this.rows.map(({ block }) => ({
      block,
      lines: block.text.split(/\n|\s[•·▪|]\s/u).map((line) => line.trim()),
      start: block.start,
      end: block.end,
    }))
    const heads = this.rows[0]?.block.cells[0]?.header ? units.slice(1) : units
    return unitEntries(heads, this.page, this.standing, 'subprocessor/table-cell')
  }
}

const TITLE = ['task', 'label', 'affiliate', 'removed', 'upcoming', 'subprocessor', 'suppliers', 'site'] as const

function entriesOfRow({ block, cells }: Row, columns: Columns, standing: Standing, group: string, page: Page): Entry[] {
  const at = (role: keyof Columns): string => oneLine(cells[columns[role] ?? -1] ?? '')
  const struck = block.spans.some((span) => span.kind === 'struck' && span.start <= block.start + 2)
  const inName = cells[columns.name ?? 0] ?? ''
  const many = manyNamed(inName, page).map((named) => ({ named, rest: '' }))
  const found = many.length > 0 ? many : firmsIn(inName).flatMap((firm) => nameIn(firm, page) ?? [])
  return found.flatMap(({ named, rest }) => {
    const isOwnGroup = page.has(`${at('purpose')} ${at('safeguard')}`, 'affiliate') || isOwn(named.name, page.own)
    const said = struck ? 'former' : standing === 'third_party' && isOwnGroup ? 'affiliate' : standing
    const place = at('location') || at('seat') || (isPlace(group) ? group : '')
    const below = inName.split('\n').slice(1).join(', ')
    return [
      {
        ...noFields(),
        named,
        purpose: at('purpose') || (group !== '' && !isPlace(group) && page.share(group, ['task']) > 0.3 ? group : ''),
        location: place || [rest, below].find(isPlace) || '',
        corporateLocation: at('seat'),
        data: at('data'),
        safeguard: at('safeguard'),
        standing: said,
        block,
        start: block.start,
        end: block.end,
        rule: 'subprocessor/table-row',
      },
    ]
  })
}

const oneLine = (text: string): string => text.replace(/\n/g, ', ')
