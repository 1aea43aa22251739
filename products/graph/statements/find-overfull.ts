// Metadata grows with every assertion that adds keys; together they keep to the limit of one.
import { MOST_METADATA_BYTES } from '@veritrace/contract/graph/statements'
import type { Db } from '@veritrace/platform/db/db'
import type { Caller } from '@veritrace/platform/identity/caller'
import { bareId } from '@veritrace/platform/rdf/statement-id'
import type { Tables } from '../tables.ts'
import type { Assertion, Metadata } from './change-statements.ts'
import { isOverfull, type Problem, TOO_MUCH_METADATA } from './check-statement.ts'
import { listLongMerges } from './store.ts'

/** By place in `assertions`: the problem of each whose statement would have more metadata than allowed. */
export async function findOverfull(
  tx: Db<Tables>,
  caller: Caller,
  assertions: readonly Assertion[],
): Promise<(Problem | undefined)[]> {
  const additions = new Map<string, Metadata>()
  const ids = assertions.map(({ line, metadata }) => {
    if (!metadata || Object.keys(metadata).length === 0) return undefined
    const id = bareId(line)
    additions.set(id, { ...additions.get(id), ...metadata })
    return id
  })
  if (additions.size === 0) return []
  const merges = await listLongMerges(tx, caller.tenant, caller.workspace, additions, MOST_METADATA_BYTES)
  const all = new Map([...additions, ...merges.map(({ id, merged }) => [id, merged] as const)])
  const full = new Set([...all].filter(([, metadata]) => isOverfull(metadata)).map(([id]) => id))
  return ids.map((id) => (id && full.has(id) ? TOO_MUCH_METADATA : undefined))
}
