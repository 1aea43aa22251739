// Copies recommendations with their decisions to another case.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { listAllRecommendations } from './store.ts'
import type { Scope } from './tables.ts'

/** Copies only decided recommendations. A run of the copy finds the others, and matches these by key. */
export async function copyRecommendations(
  tx: Db<Tables>,
  scope: Scope,
  { from, to, now, newId }: { from: string; to: string; now: Date; newId(): string },
): Promise<void> {
  const rows = (await listAllRecommendations(tx, scope, from)).filter(({ decision }) => decision !== null)
  if (rows.length === 0) return
  await tx
    .insertInto('casework.recommendations')
    .values(
      rows.map(({ version: _, ...row }) => ({
        ...row,
        id: newId(),
        case_id: to,
        body: JSON.stringify(row.body),
        decision: JSON.stringify(row.decision),
        plan_item_ids: [],
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}
