// For engines that store literals by value, where one literal may represent several: finds the stored ones at the same
// place.
import type { Db } from '@veritrace/platform/db/db'
import { storedContext } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'
import { readLine } from '../terms/nquads.ts'
import { columnsOf, lineOf } from './columns.ts'
import { listLiterals, type Place } from './literal-store.ts'

/** The lines with a literal that share subject, predicate and context with one of these. */
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
    // Metadata has only one value at each place.
    if (context === undefined) continue
    const { subject, predicate } = columnsOf(quad)
    places.set(`${context} ${predicate} ${subject}`, { context, subject, predicate })
  }
  if (places.size === 0) return []
  const rows = await listLiterals(db, tenant, workspace, [...places.values()])
  return rows.map((row) => lineOf(tenant, workspace, row))
}
