// Requeues changes that the graph rejected.
import type { GraphRequeueResponse } from '@veritrace/contract/provenance/crawls'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { countOutbox, lockDeadLetters, requeueDead } from '../graph-sync/dead-letter-store.ts'
import { requestSync } from '../graph-sync/queue-statements.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'events' | 'jobs'>

const MOST = 100

export function requeueGraph(
  deps: Deps,
  caller: Caller,
  { include_auth = false, limit = MOST }: { include_auth?: boolean; limit?: number },
): Promise<GraphRequeueResponse> {
  return transact(deps.db, async (tx) => {
    await lockDeadLetters(tx)
    const requeued = await requeueDead(tx, include_auth, limit, deps.clock.now())
    const left = await countOutbox(tx)
    const answer = {
      requeued,
      skipped_auth_dead: include_auth ? 0 : left.graph_auth_dead_letter,
      remaining_dead_letter: left.graph_dead_letter,
    }
    await deps.events.record(tx, caller, {
      action: 'graph_sync.requeue',
      resource: { type: 'graph_sync', id: 'evidence', label: 'Graph sync' },
      data: { include_auth, limit, ...answer },
    })
    if (requeued > 0) await requestSync(deps, tx)
    return answer
  })
}
