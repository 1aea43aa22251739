// Stops a pipeline: what its steps have come to stays, whoever works on it has lost it and writes nothing any more.
import type { Generation } from '@veritrace/contract/casework/generations'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition, staleVersion } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { scopeOf } from '../../model/scope.ts'
import type { Studio } from '../deps.ts'
import { lockOwn } from '../generations/get-generation.ts'
import { recordGeneration } from '../generations/keep-generation.ts'
import { updateGeneration } from '../generations/store.ts'
import { viewGeneration } from '../generations/view.ts'
import type { Told } from '../tables.ts'

const STOPPED = { code: 'cancelled', detail: 'It was stopped.' }

export async function cancelPipeline(
  deps: Studio,
  caller: Caller,
  id: string,
  ifVersion: number | undefined,
): Promise<Generation> {
  const scope = scopeOf(caller)
  const isAdmin = await deps.isAdmin(caller)
  return transact(deps.db, async (tx) => {
    const row = await lockOwn(deps, tx, caller, { scope, id, isAdmin })
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('generation', row.version)
    if (row.kind !== 'pipeline') fail('unacceptable', `The generation “${id}” is no pipeline.`)
    if (row.state !== 'running') forbiddenTransition('pipeline', row.state, 'failed', [])
    const steps = (row.steps ?? []).map((step) =>
      step.state === 'running' ? { ...step, state: 'failed' as const, message: STOPPED.detail } : step,
    )
    const told: Told[] = [
      ...steps
        .filter(({ state }) => state === 'failed')
        .map((step) => ({ event: 'step' as const, data: { generation_id: id, ...step } })),
      { event: 'done', data: { generation_id: id, state: 'failed' } },
    ]
    const changed = await updateGeneration(tx, scope, id, {
      state: 'failed',
      steps: JSON.stringify(steps),
      output: JSON.stringify({ ...row.output, error: STOPPED }),
      events: JSON.stringify([...row.events, ...told]),
      claim: null,
      claimed_until: null,
    })
    await recordGeneration(deps, tx, caller, changed, 'update')
    return viewGeneration(changed)
  })
}
