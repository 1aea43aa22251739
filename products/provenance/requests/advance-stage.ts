// A person completes, skips or rejects the active stage of a request.
import type { StageAdvance, TrustRequest } from '@veritrace/contract/provenance/requests'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound, staleVersion } from '@veritrace/platform/errors'
import { newSecret } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { finishStage } from './finish-stage.ts'
import { listStages, lockRequest } from './store.ts'
import { viewStored } from './view.ts'

export async function advanceStage(
  deps: Provenance,
  caller: Caller,
  { id, stageId }: { id: string; stageId: string },
  body: StageAdvance,
  ifVersion?: number,
): Promise<TrustRequest> {
  const token = newSecret()
  let hasGiven = false
  const request = await transact(deps.db, async (tx) => {
    const row = (await lockRequest(tx, caller.tenant, id)) ?? notFound('request', id)
    const stages = await listStages(tx, caller.tenant, [id])
    const stage = stages.find((one) => one.id === stageId) ?? notFound('stage', stageId)
    if (body.expected_version !== row.version) staleVersion('request', row.version)
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('request', row.version)
    ;({ hasGiven } = await finishStage({ ...deps, db: tx }, caller, row, stage, body, token))
    return viewStored(tx, caller.tenant, id, deps.clock.now())
  })
  // The token is added outside the transaction, whose result may be stored for an Idempotency-Key.
  return hasGiven ? { ...request, grant: { ...request.grant!, token } } : request
}
