// A statement on its way into the database. Pure: the threads that read documents do this work too.
import { bareId } from '@veritrace/platform/rdf/statement-id'
import type { Pace } from '../pace.ts'
import { writeQuad } from '../terms/nquads.ts'
import type { Quad } from '../terms/term.ts'
import { columnsOf } from './columns.ts'
import type { AssertedRow, Metadata } from './tables.ts'

interface Said {
  metadata?: Metadata
  /** The language tag as it was written, where the quad has it otherwise. */
  language?: string
}

const NONE: Metadata = {}

/** The terms must be checked, and the graph be that of the context. */
export function assertedRow(quad: Quad, context: string, { metadata = NONE, language }: Said = {}): AssertedRow {
  const line = writeQuad(quad)
  const terms = columnsOf(quad)
  // Each by name, which is several times faster than to spread them, and this is done for every statement.
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

/** In the order of their ids; one row for what is said more than once: later metadata wins, as it would in two calls. */
export async function mergeTwins(rows: readonly AssertedRow[], pace: Pace): Promise<AssertedRow[]> {
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

/** More than these are sorted part by part: to sort them at once would hold up everybody else. */
const MOST_AT_ONCE = 5_000

/** By the beginnings of ids, which are all about as frequent. */
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

const mergedWith = (twin: AssertedRow, row: AssertedRow): AssertedRow => ({
  ...twin,
  metadata: { ...twin.metadata, ...row.metadata },
  assertions: twin.assertions + row.assertions,
})
