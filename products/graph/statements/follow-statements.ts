// For engines: all statements of a workspace, then every change. To be filled, an engine reads `currentSeq` first, then
// the lines, then the changes after that number. Changes are sets of lines, so one that the lines show already does no harm.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { currentSeq, type Delta, listChangeParts } from './change-store.ts'
import { lineOf } from './columns.ts'
import { BEGINNING, type Place } from './lookup-store.ts'
import { isMetaLine, metaLinesOf } from './meta-lines.ts'
import { type LineRow, listRows } from './store.ts'

/** Reading a page keeps the event loop for some milliseconds. */
const ROWS_AT_ONCE = 2_000
const LINES_AT_ONCE = 50_000

/** All statements of the workspace, some thousands at a time. No transaction is held between two chunks. */
export async function* streamLines(db: Db<Tables>, tenant: string, workspace: string): AsyncGenerator<string[]> {
  for await (const rows of streamRows(db, tenant, workspace)) yield rows.map((row) => lineOf(tenant, workspace, row))
}

/** The same for engines: with the lines about statements. */
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
 * The next changes of statements after `afterSeq`, oldest first; call again after the last of them until there are none.
 * Undefined where the log does not reach back that far, or the workspace has never come that far: fill the engine anew.
 */
export async function readChanges(...from: Parameters<typeof readAllChanges>): Promise<Delta[] | undefined> {
  const changes = await readAllChanges(...from)
  const pure = (lines: string[]) => (lines.some(isMetaLine) ? lines.filter((line) => !isMetaLine(line)) : lines)
  return changes?.map(({ seq, added, removed }) => ({ seq, added: pure(added), removed: pure(removed) }))
}

/** The same for engines: with the lines about statements. */
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
 * The lines that a change has brought, as far as they are still there, and what is said about them now. What a later change
 * has removed is missing here, what it has said is here already; that change is in the log, and who follows it to its end
 * has the same statements.
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
