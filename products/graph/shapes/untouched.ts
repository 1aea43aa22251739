// Determines whether changes affect the statements that the shapes of a context read.
import type { Db } from '@veritrace/platform/db/db'
import { graphPrefix } from '../scope/rules.ts'
import { readChanges } from '../statements/follow-statements.ts'
import type { Tables } from '../tables.ts'
import { MOST_BEHIND, type Predicates } from './load-context.ts'
import type { Home } from './store.ts'

interface Range {
  /** The changes after `from`, up to `to`. */
  from: number
  to: number
  /** With more changes than this the answer is false. */
  most?: number
}

/** Whether none of these changes affects them. False if the log is incomplete. */
export async function isUntouched(
  db: Db<Tables>,
  { tenant, workspace, context }: Home,
  predicates: Predicates,
  { from, to, most = MOST_BEHIND }: Range,
): Promise<boolean> {
  if (to - from > most) return false
  for (let seq = from; seq < to; ) {
    const changes = await readChanges(db, tenant, workspace, seq)
    if (!changes || changes.length === 0) return false
    for (const { added, removed, seq: own } of changes) {
      const touched = predicatesByContext(graphPrefix(tenant, workspace), added.concat(removed)).get(context)
      if (own <= to && touched && isConcerned(predicates, touched)) return false
    }
    seq = changes.at(-1)!.seq
  }
  return true
}

export const isConcerned = (predicates: Predicates, touched: ReadonlySet<string>): boolean =>
  !predicates || predicates.some((one) => touched.has(one))

/** Subject, predicate and graph contain no spaces, so their positions in a line are known. */
export function predicatesByContext(prefix: string, lines: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines) {
    const graph = line.slice(line.lastIndexOf(' <') + 2, -3)
    const context = graph.slice(prefix.length)
    const from = line.indexOf(' ') + 2
    const predicate = line.slice(from, line.indexOf('> ', from))
    const known = found.get(context)
    if (known) known.add(predicate)
    else found.set(context, new Set([predicate]))
  }
  return found
}
