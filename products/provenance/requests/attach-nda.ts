// A signed NDA completes the stage that waits for it. Runs inside the transaction that stores the signature.
import type { Caller } from '@veritrace/platform/caller'
import type { Provenance } from '../deps.ts'
import { finishStage } from './finish-stage.ts'
import { isClosed } from './rules.ts'
import { listStages, lockRequest, updateRequestRow } from './store.ts'

/** Does nothing if the request is closed or already has its signature. */
export async function attachNda(
  deps: Pick<Provenance, 'db' | 'events' | 'clock' | 'mailer' | 'publicUrl'>,
  caller: Caller,
  requestId: string,
  statementId: string,
): Promise<void> {
  const { db: tx, clock } = deps
  const request = await lockRequest(tx, caller.tenant, requestId)
  if (!request || isClosed(request.status) || request.nda_signature_id) return
  const signed = { nda_signature_id: statementId }
  await updateRequestRow(tx, caller.tenant, requestId, { ...signed, updated_at: clock.now() })
  const stage = (await listStages(tx, caller.tenant, [requestId])).find(({ key }) => key === 'nda')
  if (stage?.status === 'active')
    // Other stages follow the NDA, so this step never fulfills the request and needs no grant token.
    await finishStage(deps, caller, { ...request, ...signed }, stage, { outcome: 'complete' }, '')
}
