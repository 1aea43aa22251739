// Brings the statements of a context to a thread that validates, some thousands at a time.
import type { Db } from '@veritrace/platform/db/db'
import { contextIri } from '../scope/rules.ts'
import { currentSeq } from '../statements/change-store.ts'
import { readChanges } from '../statements/follow-statements.ts'
import { BEGINNING, type Place } from '../statements/lookup-store.ts'
import type { Tables } from '../tables.ts'
import { type Looked, listData } from './data-store.ts'
import type { Home } from './store.ts'
import type { Ask } from './threads/pool.ts'
import { termsOf } from './threads/said.ts'

const ROWS_AT_ONCE = 20_000

/** Everything as it is in the transaction of `tx`, which holds the workspace: nothing changes in between. */
export async function loadContext(tx: Db<Tables>, home: Home, looked: Looked, ask: Ask): Promise<void> {
  for (let after: Place = BEGINNING; ; ) {
    const rows = await listData(tx, home, looked, after, ROWS_AT_ONCE)
    if (rows.length > 0) await ask({ do: 'add', terms: rows.flatMap(termsOf) })
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!
  }
}

/** What the shapes look at; undefined where that is everything. */
export type Predicates = readonly string[] | undefined

/**
 * The same without a transaction. Statements that come and go while it reads are caught up with, so that what is
 * validated is the context as it was at one moment: after the change with the number that is answered.
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

/** Further behind than this, to read all is quicker. */
export const MOST_BEHIND = 1_000

/**
 * From the state after one change at least to that after another. Answers how far; undefined where the log does not
 * tell, and what the thread has is of no use any more.
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

/** As far as it concerns the context and the predicates. A change can be long: its lines are read by the thread. */
export async function applyChange(home: Home, predicates: Predicates, change: Lines, ask: Ask): Promise<void> {
  const { added, removed } = change
  const graph = contextIri(home.tenant, home.workspace, home.context)
  if (added.length + removed.length > 0) await ask({ do: 'apply', added, removed, graph, predicates })
}
