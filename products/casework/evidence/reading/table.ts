// Reads text tables with any separator and any column names.
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import type { TableWords } from '../../packs/vocabulary.ts'
import { Unreadable } from './failures.ts'
import { frameOf, isRule } from './frame.ts'
import type { Columns } from './parsed.ts'
import { type Chunks, textOf } from './text.ts'
import { plain } from './words.ts'

const MOST_ROWS = 5_000_000
/** A row usually has a few hundred bytes. */
const LONGEST_ROW = 1_000_000
const LENIENT = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_ROW,
} as const

export interface Row {
  /** Counted from 1, including the header. */
  line: number
  /** '' if the row or the table does not have it. */
  cell(meaning: string): string
}

/** The names of the columns; empty for an unreadable header. */
export function headerOf(text: string, separator: string): string[] {
  try {
    const [header = []] = parseNow(text, { ...LENIENT, delimiter: separator, to: 1 }) as string[][]
    return header.map((name) => name.trim())
  } catch {
    return []
  }
}

/** Uses the caller's mapping first, then the names of the vocabulary. If a name occurs twice, the first column counts. */
export function mapColumns(
  header: readonly string[],
  words: TableWords,
  given: Readonly<Record<string, string>> = {},
): Columns {
  const places = new Map<string, string>()
  for (const name of header) if (name && !places.has(plain(name))) places.set(plain(name), name)
  const taken = new Map<string, { meaning: string; rank: number }>()
  for (const [meaning, aliases] of Object.entries(words.columns)) {
    const names = [given[meaning] ?? '', meaning, ...aliases]
    const rank = names.findIndex((alias) => alias && places.has(plain(alias)))
    if (rank < 0) continue
    const column = plain(names[rank]!)
    const other = taken.get(column)
    // A column gets only one meaning: the one where its name ranks highest.
    if (!other || rank < other.rank) taken.set(column, { meaning, rank })
  }
  const mapping = Object.fromEntries([...taken].map(([column, { meaning }]) => [meaning, places.get(column)!]))
  return { found: [...header], mapping, needed: words.required.filter((meaning) => !mapping[meaning]) }
}

interface Asked {
  words: TableWords
  mapping?: Readonly<Record<string, string>>
}

/** Calls `take` for every row and returns the columns. Reads no rows if required columns are missing. */
export async function readTable(
  chunks: Chunks,
  asked: Asked,
  take: (row: Row) => void,
): Promise<{ columns: Columns; rows: number }> {
  const text = withoutNul(textOf(chunks))
  const first = await text.next()
  const head = String(first.value ?? '').replace(/^\uFEFF/, '')
  const frame = frameOf(head) ?? { separator: ',', text: head, skipped: 0 }
  const parser = parse({ ...LENIENT, delimiter: frame.separator, info: true })
  const source = Readable.from(
    (async function* () {
      yield frame.text
      yield* text
    })(),
  )
  source.on('error', (error) => parser.destroy(error))
  let columns: Columns | undefined
  let places = new Map<string, number>()
  let rows = 0
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (!columns) {
        const header = record.map((name) => name.trim())
        columns = mapColumns(header, asked.words, asked.mapping)
        if (columns.needed.length > 0) break
        places = new Map(Object.entries(columns.mapping).map(([meaning, name]) => [meaning, header.indexOf(name)]))
        continue
      }
      if (isRule(record.join('|'))) continue
      if (++rows > MOST_ROWS) throw new Unreadable(`The table has more than ${MOST_ROWS} rows.`)
      take({ line: info.lines + frame.skipped, cell: (meaning) => record[places.get(meaning) ?? -1]?.trim() ?? '' })
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw new Unreadable(`Row ${rows + 1} is not valid: ${error.message.slice(0, 200)}`)
    throw error
  } finally {
    source.destroy()
  }
  if (!columns) throw new Unreadable('The table is empty.')
  return { columns, rows }
}

/** PostgreSQL cannot store NUL, in cells or in column names. */
async function* withoutNul(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield text.replaceAll('\0', '')
}
