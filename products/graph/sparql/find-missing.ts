// Finds what has to change for the workspace to hold what plain data says. Nobody else can write meanwhile. Each
// context is looked up where readers find it: in its copy while it is being replaced.
import type { Db } from '@veritrace/platform/db/db'
import type { Caller } from '@veritrace/platform/identity/caller'
import { isKeptByValue, mayBePrintedOtherwise } from '../engine/oxigraph/kept-spellings.ts'
import { openPace } from '../pace.ts'
import { rowsOf } from '../statements/change-statements.ts'
import { listReplaced } from '../statements/change-store.ts'
import { literalsBeside } from '../statements/literals-beside.ts'
import { rowInContext } from '../statements/mirror-change.ts'
import type { AssertedRow } from '../statements/tables.ts'
import { listKnown } from '../statements/write-store.ts'
import type { Tables } from '../tables.ts'
import { readLine, writeTerm } from '../terms/nquads.ts'
import type { PlainData } from './plain-data.ts'

/** As rows; made once, though a transaction may be begun again. */
export interface Said {
  present: readonly AssertedRow[]
  absent: readonly AssertedRow[]
}

export interface Missing {
  assert: readonly AssertedRow[]
  retract: readonly string[]
  /** As readers see it: how many were not there, and how many were. */
  added: number
  removed: number
}

export async function readData(caller: Caller, { present, absent }: PlainData): Promise<Said> {
  const pace = openPace()
  const rows = (lines: readonly string[]) =>
    rowsOf(
      caller,
      lines.map((line) => ({ line })),
      pace,
    )
  return { present: await rows(present), absent: await rows(absent) }
}

/** In a transaction that holds the workspace. Undefined if only the engine knows which statements are meant. */
export async function findMissing(
  tx: Db<Tables>,
  { tenant, workspace }: Caller,
  { present, absent }: Said,
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
  // Said again, a statement outlives a replacement that came before; and what is gone from the context may be in its
  // copy.
  const counts = ({ context }: AssertedRow): boolean => replaced.has(context)
  return {
    assert: present.filter((row) => !isThere(row) || counts(row)),
    retract: absent.filter((row) => isThere(row) || counts(row)).map(({ line }) => line),
    added: present.reduce((sum, row) => sum + (isThere(row) ? 0 : 1), 0),
    removed: absent.reduce((sum, row) => sum + (isThere(row) ? 1 : 0), 0),
  }
}

/** Queries show values: who takes a 1 away means every spelling of it. Another one beside it is rare. */
async function areValues(
  tx: Db<Tables>,
  { tenant, workspace }: Pick<Caller, 'tenant' | 'workspace'>,
  { present, absent }: Said,
): Promise<boolean> {
  const values = absent.filter(({ datatype }) => datatype !== null && isKeptByValue(datatype))
  if (values.length === 0) return false
  const places = new Set(values.map(placeOf))
  const said = present.filter((row) => places.has(placeOf(row))).map(({ line }) => line)
  const own = new Set(values.map(({ line }) => line))
  const beside = await literalsBeside(tx, tenant, workspace, [...own])
  return [...said, ...beside].some((line) => !own.has(line) && mayBePrintedOtherwise(writeTerm(readLine(line).object)))
}

const placeOf = ({ context, subject, predicate }: AssertedRow): string => `${context} ${predicate} ${subject}`
