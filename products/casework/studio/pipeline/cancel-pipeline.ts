// Cancels a pipeline. The results of finished steps remain. The worker loses its claim, so it cannot write anything else.
import type { Generation } from '@veritrace/contract/casework/generations'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition, staleVersion } from '@veritrace/platform/errors'
import { scopeOf } from '../../model/scope.ts'
import type { Studio } from '../deps.ts'
import { lockForChange } from '../generations/get-generation.ts'
import { updateGeneration } from '../generations/store.ts'
import { recordGeneration } from '../generations/store-generation.ts'
import { viewGeneration } from '../generations/view.ts'
import type { PipelineEvent } from '../tables.ts'

const CANCELED = { code: 'cancelled', detail: 'The pipeline was canceled.' }

export async function cancelPipeline(
  deps: Studio,
  caller: Caller,
  id: string,
  ifVersion: number | undefined,
): Promise<Generation> {
  const scope = scopeOf(caller)
  const isAdmin = await deps.isAdmin(caller)
  return transact(deps.db, async (tx) => {
    const row = await lockForChange(deps, tx, caller, { scope, id, isAdmin })
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('generation', row.version)
    if (row.kind !== 'pipeline') fail('unacceptable', `The generation “${id}” is not a pipeline.`)
    if (row.state !== 'running') forbiddenTransition('pipeline', row.state, 'failed', [])
    const steps = (row.steps ?? []).map((step) =>
      step.state === 'running' ? { ...step, state: 'failed' as const, message: CANCELED.detail } : step,
    )
    const events: PipelineEvent[] = [
      ...steps
        .filter(({ state }) => state === 'failed')
        .map((step) => ({ event: 'step' as const, data: { generation_id: id, ...step } })),
      { event: 'done', data: { generation_id: id, state: 'failed' } },
    ]
    const changed = await updateGeneration(tx, scope, id, {
      state: 'failed',
      steps: JSON.stringify(steps),
      output: JSON.stringify({ ...row.output, error: CANCELED }),
      events: JSON.stringify([...row.events, ...events]),
      claim: null,
      claimed_until: null,
    })
    await recordGeneration(deps, tx, caller, changed, 'update')
    return viewGeneration(changed)
  })
}
