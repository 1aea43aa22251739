// The row of a statement to be asserted. Pure functions, because the threads that read documents use them too.
import { bareId } from '@veritrace/platform/rdf/statement-id'
import type { Pace } from '../pace.ts'
import { writeQuad } from '../terms/nquads.ts'
import type { Quad } from '../terms/term.ts'
import { columnsOf } from './columns.ts'
import type { AssertedRow, Metadata } from './tables.ts'

interface Annotation {
  metadata?: Metadata
  /** The language tag as written, if it differs from the quad's. */
  language?: string
}

const NONE: Metadata = {}

/** The caller has checked the terms, and the quad's graph is that of the context. */
export function assertedRow(quad: Quad, context: string, { metadata = NONE, language }: Annotation = {}): AssertedRow {
  const line = writeQuad(quad)
  const terms = columnsOf(quad)
  // Listing the columns is several times faster than spreading, and this runs for every statement.
  return {
    id: bareId(line),
    line,
    context,
    subject: terms.subject,
    predicate: terms.predicate,
    object: terms.object,
    object_type: terms.object_type,
    datatype: terms.datatype,
    language: terms.language && (language ?? terms.language),
    metadata,
    assertions: 1,
  }
}

export const isDescribed = ({ metadata }: Pick<AssertedRow, 'metadata'>): boolean => {
  for (const _ in metadata) return true
  return false
}

/** Sorts by id and merges repeated statements into one row. Later metadata wins, as it would in two calls. */
export async function mergeDuplicates(rows: readonly AssertedRow[], pace: Pace): Promise<AssertedRow[]> {
  const merged: AssertedRow[] = []
  for (const some of inOrderedParts(rows)) {
    for (const row of some.toSorted(byId)) {
      const last = merged.length - 1
      if (merged[last]?.id === row.id) merged[last] = mergedWith(merged[last], row)
      else merged.push(row)
    }
    if (pace.isOver()) await pace.rest()
  }
  return merged
}

/** Longer lists are sorted in parts, because sorting them at once would block the event loop. */
const MOST_AT_ONCE = 5_000

/** Splits by the first two characters of the ids, which are evenly distributed. */
function inOrderedParts(rows: readonly AssertedRow[]): (readonly AssertedRow[])[] {
  if (rows.length <= MOST_AT_ONCE) return [rows]
  const parts = new Map<string, AssertedRow[]>()
  for (const row of rows) {
    const beginning = row.id.slice(0, 2)
    const part = parts.get(beginning)
    if (part) part.push(row)
    else parts.set(beginning, [row])
  }
  return [...parts.keys()].sort().map((beginning) => parts.get(beginning)!)
}

const byId = (a: AssertedRow, b: AssertedRow): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const mergedWith = (earlier: AssertedRow, row: AssertedRow): AssertedRow => ({
  ...earlier,
  metadata: { ...earlier.metadata, ...row.metadata },
  assertions: earlier.assertions + row.assertions,
})
