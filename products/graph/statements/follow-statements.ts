// For engines: all statements of a workspace, then every change. To load a workspace, an engine reads `currentSeq`
// first, then the lines, then the changes after that number. Changes are sets of lines, so applying a change twice does
// no harm.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { currentSeq, type Delta, listChangeParts } from './change-store.ts'
import { lineOf } from './columns.ts'
import { BEGINNING, type Place } from './lookup-store.ts'
import { isMetaLine, metaLinesOf } from './meta-lines.ts'
import { type LineRow, listRows } from './store.ts'

/** Limits how long converting a page blocks the event loop. */
const ROWS_AT_ONCE = 2_000
const LINES_AT_ONCE = 50_000

/** All statements of the workspace, some thousands at a time. No transaction stays open between two pages. */
export async function* streamLines(db: Db<Tables>, tenant: string, workspace: string): AsyncGenerator<string[]> {
  for await (const rows of streamRows(db, tenant, workspace)) yield rows.map((row) => lineOf(tenant, workspace, row))
}

/** Like `streamLines`, but with metadata lines, for engines. */
export async function* streamAllLines(db: Db<Tables>, tenant: string, workspace: string): AsyncGenerator<string[]> {
  for await (const rows of streamRows(db, tenant, workspace))
    yield rows.flatMap((row) => allLinesOf(tenant, workspace, row))
}

const allLinesOf = (tenant: string, workspace: string, row: LineRow): string[] => [
  lineOf(tenant, workspace, row),
  ...metaLinesOf(tenant, workspace, row),
]

async function* streamRows(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<LineRow[]> {
  let after: Place = BEGINNING
  for (;;) {
    const rows = await listRows(db, tenant, workspace, after, rowsAtOnce)
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)!
  }
}

/**
 * The next changes of statements after `afterSeq`, oldest first. Call again with the last `seq` until there are none.
 * Undefined if the log does not reach back that far, or if `afterSeq` is in the future: the engine must reload.
 */
export async function readChanges(...from: Parameters<typeof readAllChanges>): Promise<Delta[] | undefined> {
  const changes = await readAllChanges(...from)
  const pure = (lines: string[]) => (lines.some(isMetaLine) ? lines.filter((line) => !isMetaLine(line)) : lines)
  return changes?.map(({ seq, added, removed }) => ({ seq, added: pure(added), removed: pure(removed) }))
}

/** Like `readChanges`, but with metadata lines, for engines. */
export async function readAllChanges(
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
  for (const { seq, rows, removed, ...logged } of parts) {
    const last = changes.at(-1)
    const added = rows > 0 ? logged.added.concat(await linesSince(db, tenant, workspace, seq)) : logged.added
    if (last?.seq !== seq) changes.push({ seq, added, removed })
    else changes[changes.length - 1] = { seq, added: last.added.concat(added), removed: last.removed.concat(removed) }
  }
  return changes
}

/**
 * The lines of a change that still exist, with their current metadata. Lines that a later change has removed are
 * missing, and its metadata is already included. That later change is also in the log, so an engine that applies the
 * whole log ends with the same statements.
 */
async function linesSince(db: Db<Tables>, tenant: string, workspace: string, seq: number): Promise<string[]> {
  const lines: string[] = []
  let after = { seq, id: '' }
  for (;;) {
    const rows = await listRows(db, tenant, workspace, after, ROWS_AT_ONCE)
    const own = rows.filter((row) => row.seq === seq)
    for (const row of own) lines.push(...allLinesOf(tenant, workspace, row))
    if (own.length < ROWS_AT_ONCE) return lines
    after = own.at(-1)!
  }
}
