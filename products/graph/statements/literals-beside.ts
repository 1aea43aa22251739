// For engines that keep literals by value, where one may stand for several: those that are stated at the same place.
import type { Db } from '@veritrace/platform/db/db'
import { storedContext } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'
import { readLine } from '../terms/nquads.ts'
import { columnsOf, lineOf } from './columns.ts'
import { listLiterals, type Place } from './literal-store.ts'

/** The lines with a literal that have subject, predicate and context in common with one of these. */
export async function literalsBeside(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  lines: readonly string[],
): Promise<string[]> {
  const places = new Map<string, Place>()
  for (const line of lines) {
    const quad = readLine(line)
    const context = storedContext(quad.graph.value, tenant, workspace)
    // What is said about statements has one value at each place.
    if (context === undefined) continue
    const { subject, predicate } = columnsOf(quad)
    places.set(`${context} ${predicate} ${subject}`, { context, subject, predicate })
  }
  if (places.size === 0) return []
  const rows = await listLiterals(db, tenant, workspace, [...places.values()])
  return rows.map((row) => lineOf(tenant, workspace, row))
}
