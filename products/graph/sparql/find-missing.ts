// Determines what an update with plain data changes. Call while the workspace is locked. A context that is being
// replaced is looked up where readers see it: in its copy.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { isKeptByValue, mayBePrintedOtherwise } from '../engine/oxigraph/kept-spellings.ts'
import { openPace } from '../pace.ts'
import { rowsOf } from '../statements/change-statements.ts'
import { listReplaced } from '../statements/change-store.ts'
import { rowInContext } from '../statements/mirror-change.ts'
import { siblingLiterals } from '../statements/sibling-literals.ts'
import type { AssertedRow } from '../statements/tables.ts'
import { listKnown } from '../statements/write-store.ts'
import type { Tables } from '../tables.ts'
import { readLine, writeTerm } from '../terms/nquads.ts'
import type { PlainData } from './plain-data.ts'

/** The rows of plain data, built once even if the transaction runs several times. */
export interface DataRows {
  present: readonly AssertedRow[]
  absent: readonly AssertedRow[]
}

export interface Missing {
  assert: readonly AssertedRow[]
  retract: readonly string[]
  /** As readers see it: the number of statements that did not exist, and of those that did. */
  added: number
  removed: number
}

export async function readData(caller: Caller, { present, absent }: PlainData): Promise<DataRows> {
  const pace = openPace()
  const rows = (lines: readonly string[]) =>
    rowsOf(
      caller,
      lines.map((line) => ({ line })),
      pace,
    )
  return { present: await rows(present), absent: await rows(absent) }
}

/**
 * Call in a transaction that has locked the workspace. Undefined if only the engine knows which statements are meant.
 */
export async function findMissing(
  tx: Db<Tables>,
  { tenant, workspace }: Caller,
  { present, absent }: DataRows,
): Promise<Missing | undefined> {
  const replaced = await listReplaced(tx, tenant, workspace)
  const place = { tenant, workspace }
  const asRead = (row: AssertedRow): AssertedRow => {
    const context = replaced.get(row.context) ?? row.context
    return context === row.context ? row : rowInContext(place, context, row.line)
  }
  const read = new Map([...present, ...absent].map((row) => [row, replaced.size > 0 ? asRead(row) : row]))
  const asFound = (rows: readonly AssertedRow[]) => rows.map((row) => read.get(row)!)
  if (await areValues(tx, place, { present: asFound(present), absent: asFound(absent) })) return undefined
  const known = await listKnown(
    tx,
    tenant,
    workspace,
    [...read.values()].map(({ id }) => id),
  )
  const isThere = (row: AssertedRow): boolean => known.has(read.get(row)!.id)
  // In a context being replaced everything counts: a repeated assertion must outlive the replacement, and a removed
  // statement may exist in only one of the two contexts.
  const counts = ({ context }: AssertedRow): boolean => replaced.has(context)
  return {
    assert: present.filter((row) => !isThere(row) || counts(row)),
    retract: absent.filter((row) => isThere(row) || counts(row)).map(({ line }) => line),
    added: present.reduce((sum, row) => sum + (isThere(row) ? 0 : 1), 0),
    removed: absent.reduce((sum, row) => sum + (isThere(row) ? 1 : 0), 0),
  }
}

/**
 * Queries return values, so deleting 1 means every spelling of it. Several spellings under one subject and predicate
 * are rare.
 */
async function areValues(
  tx: Db<Tables>,
  { tenant, workspace }: Pick<Caller, 'tenant' | 'workspace'>,
  { present, absent }: DataRows,
): Promise<boolean> {
  const values = absent.filter(({ datatype }) => datatype !== null && isKeptByValue(datatype))
  if (values.length === 0) return false
  const places = new Set(values.map(placeOf))
  const data = present.filter((row) => places.has(placeOf(row))).map(({ line }) => line)
  const own = new Set(values.map(({ line }) => line))
  const beside = await siblingLiterals(tx, tenant, workspace, [...own])
  return [...data, ...beside].some((line) => !own.has(line) && mayBePrintedOtherwise(writeTerm(readLine(line).object)))
}

const placeOf = ({ context, subject, predicate }: AssertedRow): string => `${context} ${predicate} ${subject}`
