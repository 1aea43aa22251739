// Statements that are asserted together: rows built one by one, or a pack built by a thread. The database takes them as
// bytes or as arrays and requests the form it needs.
import { textArray } from '@veritrace/platform/db/text-array'
import { openPace } from '../pace.ts'
import { isDescribed, mergeDuplicates } from './asserted-row.ts'
import { columnsAt, countOf, idOf, linesOf, type PackedRows } from './packed-rows.ts'
import { openPacker } from './packer.ts'
import type { AssertedRow, PackedColumn, PackedColumns } from './tables.ts'

export interface Asserted {
  /** Number of distinct statements. */
  count: number
  /** Number of statements in each context. */
  contexts: [string, number][]
  /** Statements with metadata. */
  described: AssertedRow[]
  ids(): string[]
  /** Canonical lines in the order of ids, without the statements with these ids. */
  linesBut(known: ReadonlySet<string>): string[]
  /** All columns, or only those of the statements with these ids. */
  columns(only?: ReadonlySet<string>): PackedColumns
  packed(): Promise<DescribedRows>
}

export interface DescribedRows extends PackedRows {
  /** Metadata of each statement as JSON. */
  metadata?: string[]
}

const NO_COLUMN = '{}'

export async function fromRows(rows: readonly AssertedRow[], pace = openPace()): Promise<Asserted> {
  const merged = await mergeDuplicates(rows, pace)
  const described = merged.filter(isDescribed)
  const isRepeated = merged.some(({ assertions }) => assertions > 1)
  return {
    count: merged.length,
    contexts: countContexts(merged),
    described,
    ids: () => merged.map(({ id }) => id),
    linesBut: (known) => merged.filter(({ id }) => !known.has(id)).map(({ line }) => line),
    columns(only) {
      const some = only ? merged.filter(({ id }) => only.has(id)) : merged
      const column = (name: PackedColumn) => textArray(some.map((row) => row[name]))
      return {
        id: column('id'),
        context: column('context'),
        subject: column('subject'),
        predicate: column('predicate'),
        object: column('object'),
        object_type: column('object_type'),
        datatype: column('datatype'),
        language: column('language'),
        metadata: described.length > 0 ? textArray(some.map(({ metadata }) => JSON.stringify(metadata))) : NO_COLUMN,
        assertions: isRepeated ? textArray(some.map(({ assertions }) => String(assertions))) : NO_COLUMN,
      }
    },
    async packed() {
      const packer = openPacker()
      for (const row of merged) {
        packer.add(row)
        if (pace.isOver()) await pace.rest()
      }
      return {
        ...packer.finish(),
        ...(described.length > 0 && { metadata: merged.map(({ metadata }) => JSON.stringify(metadata)) }),
        ...(isRepeated && { assertions: Uint32Array.from(merged, ({ assertions }) => assertions) }),
      }
    },
  }
}

export function fromPacked(packed: PackedRows): Asserted {
  const count = countOf(packed)
  const all = Array.from({ length: count }, (_, index) => index)
  return {
    count,
    contexts: packed.contexts,
    described: [],
    ids: () => all.map((index) => idOf(packed, index)),
    linesBut: (known) => linesOf(packed, known),
    columns(only) {
      const some = only ? all.filter((index) => only.has(idOf(packed, index))) : all
      const { assertions } = packed
      return {
        ...columnsAt(packed, some),
        metadata: NO_COLUMN,
        assertions: assertions ? textArray(some.map((index) => String(assertions[index]))) : NO_COLUMN,
      }
    },
    packed: async () => packed,
  }
}

function countContexts(rows: readonly AssertedRow[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { context } of rows) counts.set(context, (counts.get(context) ?? 0) + 1)
  return [...counts]
}
