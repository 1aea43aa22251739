// GET /cases/{id}/summary. Bundles include the same summary.
import type { CaseSummary } from '@veritrace/contract/casework/cases'
import { getCase } from '../cases/get-case.ts'
import { findSeen } from '../cases/list-store.ts'
import { openPinned } from '../cases/view.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { listAllRecommendations } from '../recommendations/store.ts'
import { finishedRun } from '../runs/store.ts'
import { summarize } from './summarize.ts'

export async function readSummary(deps: Casework, scope: Scope, id: string): Promise<CaseSummary> {
  const found = await getCase(deps.db, scope, id)
  const pinned = await openPinned(deps, scope)
  const theCase = (await findSeen(deps.db, scope, pinned.fresh, found.id))!
  return summarize({
    theCase,
    active: pinned.packOf(theCase),
    run: await finishedRun(deps.db, scope, theCase.id),
    recommendations: (await listAllRecommendations(deps.db, scope, theCase.id)).filter(
      ({ status }) => status !== 'superseded',
    ),
    now: deps.clock.now(),
  })
}
