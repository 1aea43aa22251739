// Many statements as the database takes them: a text for each column, which costs the thread that writes them nothing more.
import { textArray } from '@veritrace/platform/db/text-array'
import { isDescribed, mergeTwins } from './asserted-row.ts'
import type { AssertedRow, PackedColumn, PackedColumns } from './tables.ts'

export interface PackedRows {
  /** Canonical, in the order of their ids, joined by line ends. */
  lines: string
  /** Of each line, without anything between them. */
  ids: string
  columns: PackedColumns
  /** How many there are in each context. */
  contexts: [string, number][]
  /** Those about which something is said. */
  described: AssertedRow[]
}

const ID_LENGTH = 32
const NONE = '{}'

export function packRows(rows: readonly AssertedRow[]): PackedRows {
  // In the order of their ids two of the indexes grow at one place instead of everywhere.
  const sorted = mergeTwins(rows)
  const column = (name: PackedColumn) => textArray(sorted.map((row) => row[name]))
  const described = sorted.filter(isDescribed)
  const isRepeated = sorted.some(({ assertions }) => assertions > 1)
  return {
    lines: sorted.map(({ line }) => line).join('\n'),
    ids: sorted.map(({ id }) => id).join(''),
    columns: {
      id: column('id'),
      context: column('context'),
      subject: column('subject'),
      predicate: column('predicate'),
      object: column('object'),
      object_type: column('object_type'),
      datatype: column('datatype'),
      language: column('language'),
      metadata: described.length > 0 ? textArray(sorted.map(({ metadata }) => JSON.stringify(metadata))) : NONE,
      assertions: isRepeated ? textArray(sorted.map(({ assertions }) => String(assertions))) : NONE,
    },
    contexts: countContexts(sorted),
    described,
  }
}

/** The lines but those with one of these ids. */
export function linesBut({ lines, ids }: PackedRows, known: ReadonlySet<string>): string[] {
  if (lines === '') return []
  const all = lines.split('\n')
  if (known.size === 0) return all
  return all.filter((_, place) => !known.has(ids.slice(place * ID_LENGTH, (place + 1) * ID_LENGTH)))
}

function countContexts(rows: readonly AssertedRow[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { context } of rows) counts.set(context, (counts.get(context) ?? 0) + 1)
  return [...counts]
}
