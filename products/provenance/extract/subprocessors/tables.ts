// Subprocessors from table rows: header synonyms, two location columns, cells that span rows, firms that share a cell.
import { matchable } from '../read/characters.ts'
import type { Block, DocumentContext, ReadDocument } from '../types.ts'
import { type Columns, columnsOf, guessedColumns } from './columns.ts'
import type { Entry } from './entry.ts'
import { firmsIn, namedIn } from './names.ts'
import { placeOf } from './relevance.ts'

export function entriesInTables(document: ReadDocument, context: DocumentContext, own: readonly string[]): Entry[] {
  const tables = new Map<number, Block[]>()
  for (const block of document.blocks) {
    if (block.kind !== 'row') continue
    const rows = tables.get(block.group)
    if (rows) rows.push(block)
    else tables.set(block.group, [block])
  }
  return [...tables.values()].flatMap((rows) => entriesIn(rows, document, context, own))
}

function entriesIn(
  rows: readonly Block[],
  document: ReadDocument,
  context: DocumentContext,
  own: readonly string[],
): Entry[] {
  const head = headOf(rows)
  const named = head?.columns
  const isBare = !rows.some(({ cells }) => cells.some(({ header }) => header))
  const columns =
    named ?? (isBare ? guessedColumns(rows.map(({ cells }) => cells.map(({ text }) => flat(text)))) : undefined)
  const first = rows[head?.at ?? 0] as Block
  if (!columns) return []
  const { relevant, standing } = placeOf(first, document, context, named ? headersOf(first).join(' / ') : '')
  if (!relevant) return []
  const entries: Entry[] = []
  let above: string[] = []
  for (const row of head ? rows.slice(head.at + 1) : rows) {
    if (row.cells.length < 2 || row.cells.every((cell) => cell.header && cell.text !== '')) continue
    const cells = row.cells.map((cell, index) => (cell.start < 0 ? (above[index] ?? '') : cell.text))
    above = cells
    entries.push(...entriesOfRow(row, cells, columns, standing, own))
  }
  return entries
}

/** The first row or the second; further down it would be a row like others. */
function headOf(rows: readonly Block[]): { at: number; columns: Columns } | undefined {
  for (const [at, row] of rows.slice(0, 2).entries()) {
    const columns = columnsOf(headersOf(row))
    if (columns) return { at, columns }
  }
  return undefined
}

function entriesOfRow(
  row: Block,
  cells: readonly string[],
  columns: Columns,
  standing: Entry['standing'],
  own: readonly string[],
): Entry[] {
  const at = (role: keyof Columns): string => flat(cells[columns[role] ?? -1] ?? '')
  const struck = row.spans.some((span) => span.kind === 'struck' && span.start <= row.start + 2)
  return firmsIn(cells[columns.name ?? 0] ?? '').flatMap((firm) => {
    const named = namedIn(firm)
    if (!named) return []
    const group =
      /\b(?:subsidiary|affiliate|group company|intra-?group)\b/i.test(`${at('purpose')} ${at('safeguard')}`) ||
      isOwn(named.name, own)
    const said = struck ? 'former' : standing === 'third_party' && group ? 'affiliate' : standing
    return [
      {
        named,
        purpose: at('purpose'),
        location: at('location') || at('corporate_location'),
        corporateLocation: at('corporate_location'),
        data: at('data'),
        safeguard: at('safeguard'),
        standing: said,
        block: row,
        start: row.start,
        end: row.end,
        rule: 'subprocessor/table-row',
      },
    ]
  })
}

function headersOf(row: Block): string[] {
  return row.cells.map((cell) => matchable(flat(cell.text))).map((text) => (text.length > 60 ? '' : text))
}

function isOwn(name: string, own: readonly string[]): boolean {
  const plain = matchable(name)
  return own.some((mine) => plain === mine || plain.startsWith(`${mine} `))
}

function flat(text: string): string {
  return text
    .replace(/\s*\n\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim()
}
