// For engines: all statements of a workspace, then every change. To be filled, an engine reads `currentSeq` first, then
// the lines, then the changes after that number. Changes are sets of lines, so one that the lines show already does no harm.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { currentSeq, type Delta, listChangeParts } from './change-store.ts'
import { lineOf } from './columns.ts'
import { listRows } from './store.ts'

const ROWS_AT_ONCE = 10_000
const LINES_AT_ONCE = 50_000

/** All lines of the workspace, some thousands at a time. No transaction is held between two chunks. */
export async function* streamLines(db: Db<Tables>, tenant: string, workspace: string): AsyncGenerator<string[]> {
  let after = { seq: 0, id: '' }
  for (;;) {
    const rows = await listRows(db, tenant, workspace, after, ROWS_AT_ONCE)
    if (rows.length > 0) yield rows.map((row) => lineOf(tenant, workspace, row))
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!
  }
}

/**
 * The next changes after `afterSeq`, oldest first; call again after the last of them until there are none. Undefined
 * where the log does not reach back that far, or the workspace has never come that far: fill the engine anew.
 */
export async function readChanges(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  afterSeq: number,
  linesAtOnce = LINES_AT_ONCE,
): Promise<Delta[] | undefined> {
  const parts = await listChangeParts(db, tenant, workspace, afterSeq, linesAtOnce)
  if (parts.length === 0) return (await currentSeq(db, tenant, workspace)) === afterSeq ? [] : undefined
  if (parts[0]!.seq !== afterSeq + 1) return undefined
  const changes: Delta[] = []
  for (const { seq, added, removed } of parts) {
    const last = changes.at(-1)
    if (last?.seq !== seq) changes.push({ seq, added, removed })
    else changes[changes.length - 1] = { seq, added: last.added.concat(added), removed: last.removed.concat(removed) }
  }
  return changes
}
