// Replaces the recommendations of the previous run with those of a new one. Decisions are carried over by key.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import type { Composed } from './compose.ts'
import { statusWhenFound, statusWhenMissing } from './rules.ts'
import { listAllRecommendations, listExempted, setStatuses, upsertRecommendations } from './store.ts'
import type { RecommendationRow } from './tables.ts'

/** The caller must hold the lock of the case. Returns how many are new, superseded and done. */
export async function carryOver(
  tx: Db<Tables>,
  scope: Scope,
  at: { caseId: string; runId: string; now: Date },
  found: readonly Composed[],
  { hasSameScope }: { hasSameScope: boolean },
): Promise<{ created: number; superseded: number; done: number }> {
  const known = new Map((await listAllRecommendations(tx, scope, at.caseId)).map((row) => [row.key, row]))
  const exempted = await listExempted(tx, scope, at.caseId, at.now)
  const statusOf = ({ id, status, decision }: RecommendationRow) =>
    statusWhenFound({
      status,
      ...(decision && { decided: decision.status }),
      isLapsed: Boolean(decision?.expires_at) && !exempted.has(id),
    })
  const rows = found.map(({ key, action_id, body }, place) => {
    const before = known.get(key)
    return {
      ...{ key, action_id, body, priority: place + 1 },
      id: before?.id ?? newId('rec'),
      status: before ? statusOf(before) : 'proposed',
    }
  })
  await upsertRecommendations(tx, scope, at, rows)
  const isFound = new Set(found.map(({ key }) => key))
  const gone = [...known.values()]
    .filter(({ key }) => !isFound.has(key))
    .map(({ id, status }) => {
      const to = statusWhenMissing(status, { hasSameScope, isExempted: exempted.has(id) })
      return { id, status, to }
    })
    .filter(({ status, to }) => status !== to)
  const becoming = (to: string): string[] => gone.filter((one) => one.to === to).map(({ id }) => id)
  await setStatuses(tx, scope, becoming('superseded'), 'superseded', at.now)
  await setStatuses(tx, scope, becoming('done'), 'done', at.now)
  return {
    created: rows.filter(({ key }) => !known.has(key)).length,
    superseded: becoming('superseded').length,
    done: becoming('done').length,
  }
}
