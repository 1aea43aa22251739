// Cancels a long-running job of a workspace. Its worker stops when it next reports progress.
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { forbiddenTransition, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { viewWork } from './view.ts'
import { finishWork, lockWork } from './work-store.ts'

export async function cancelWork(deps: Casework, caller: Caller, id: string): Promise<CaseJob> {
  const scope = scopeOf(caller)
  return transact(deps.db, async (tx) => {
    const work = (await lockWork(tx, scope, id)) ?? notFound('job', id)
    if (work.finished_at) forbiddenTransition('job', work.state, 'cancelled', [])
    await finishWork(tx, id, 'cancelled', {}, deps.clock.now())
    const ended = await lockWork(tx, scope, id)
    await deps.events.record(tx, caller, {
      action: 'job.cancel',
      resource: { type: 'job', id, label: work.kind },
      data: { kind: work.kind, done: work.done },
    })
    return viewWork(ended!)
  })
}
