// Sends the statements of a context to a validation thread, some thousands at a time.
import type { Db } from '@veritrace/platform/db/db'
import { contextIri } from '../scope/rules.ts'
import { currentSeq } from '../statements/change-store.ts'
import { readChanges } from '../statements/follow-statements.ts'
import { BEGINNING, type Place } from '../statements/lookup-store.ts'
import type { Tables } from '../tables.ts'
import { type DataFilter, listData } from './data-store.ts'
import type { Home } from './store.ts'
import type { Ask } from './threads/pool.ts'
import { termsOf } from './threads/row-terms.ts'

const ROWS_AT_ONCE = 20_000

/** Sends all statements as seen by the transaction of `tx`, which has locked the workspace. */
export async function loadContext(tx: Db<Tables>, home: Home, filter: DataFilter, ask: Ask): Promise<void> {
  for (let after: Place = BEGINNING; ; ) {
    const rows = await listData(tx, home, filter, after, ROWS_AT_ONCE)
    if (rows.length > 0) await ask({ do: 'add', terms: rows.flatMap(termsOf) })
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!
  }
}

/** The predicates that the shapes read; undefined for all. */
export type Predicates = readonly string[] | undefined

/**
 * Sends all statements without a transaction. Also applies the changes made while it reads, so that the validated
 * context is a consistent state: the one after the change whose number is returned.
 */
export async function loadContextAsOfNow(
  db: Db<Tables>,
  home: Home,
  predicates: Predicates,
  ask: Ask,
): Promise<number> {
  let seq = await currentSeq(db, home.tenant, home.workspace)
  await loadContext(db, home, { predicates }, ask)
  for (;;) {
    const changes = await readChanges(db, home.tenant, home.workspace, seq)
    if (!changes || changes.length === 0) return seq
    for (const change of changes) await applyChange(home, predicates, change, ask)
    seq = changes.at(-1)!.seq
  }
}

/** With more changes to catch up on, a full reload is faster. */
export const MOST_BEHIND = 1_000

/**
 * Applies the changes after `from`, at least up to `to`. Returns the number reached, or undefined if the log is
 * incomplete: then the thread's data is useless.
 */
export async function catchUp(
  db: Db<Tables>,
  home: Home,
  predicates: Predicates,
  { from, to }: { from: number; to: number },
  ask: Ask,
): Promise<number | undefined> {
  if (to - from > MOST_BEHIND) return undefined
  let seq = from
  while (seq < to) {
    const changes = await readChanges(db, home.tenant, home.workspace, seq)
    if (!changes || changes.length === 0) return undefined
    for (const change of changes) await applyChange(home, predicates, change, ask)
    seq = changes.at(-1)!.seq
  }
  return seq
}

interface Lines {
  added: readonly string[]
  removed: readonly string[]
}

/**
 * Applies the part of a change that affects the context and the predicates. The thread filters, because changes can be
 * long.
 */
export async function applyChange(home: Home, predicates: Predicates, change: Lines, ask: Ask): Promise<void> {
  const { added, removed } = change
  const graph = contextIri(home.tenant, home.workspace, home.context)
  if (added.length + removed.length > 0) await ask({ do: 'apply', added, removed, graph, predicates })
}
