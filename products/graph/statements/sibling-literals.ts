// Engines store literals by value, so one literal may represent several stored ones. Finds all that share subject,
// predicate and context with it.
import type { Db } from '@veritrace/platform/db/db'
import { storedContext } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'
import { readLine } from '../terms/nquads.ts'
import { columnsOf, lineOf } from './columns.ts'
import { listLiterals, type Place } from './literal-store.ts'

/** The lines with a literal that share subject, predicate and context with one of these. */
export async function siblingLiterals(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  lines: readonly string[],
): Promise<string[]> {
  const places = new Map<string, Place>()
  for (const line of lines) {
    const quad = readLine(line)
    const context = storedContext(quad.graph.value, tenant, workspace)
    // Metadata has only one value for each subject and predicate.
    if (context === undefined) continue
    const { subject, predicate } = columnsOf(quad)
    places.set(`${context} ${predicate} ${subject}`, { context, subject, predicate })
  }
  if (places.size === 0) return []
  const rows = await listLiterals(db, tenant, workspace, [...places.values()])
  return rows.map((row) => lineOf(tenant, workspace, row))
}
