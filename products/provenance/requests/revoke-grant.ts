// Revokes access before it expires.
import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { forbiddenTransition, notFound, staleVersion } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { listGrants, markRevoked } from './grant-store.ts'
import { GRANT_TRANSITIONS, grantStatus, numberText } from './rules.ts'
import { lockRequest, updateRequestRow } from './store.ts'
import { viewStored } from './view.ts'

export function revokeGrant(
  { db, events, clock }: Pick<Provenance, 'db' | 'events' | 'clock'>,
  caller: Caller,
  id: string,
  reason: string | undefined,
  ifVersion?: number,
): Promise<TrustRequest> {
  return transact(db, async (tx) => {
    const now = clock.now()
    const row = (await lockRequest(tx, caller.tenant, id)) ?? notFound('request', id)
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('request', row.version)
    const [grant] = await listGrants(tx, caller.tenant, [id])
    const status = grant ? grantStatus(grant, now) : 'none'
    const allowed = GRANT_TRANSITIONS[status]
    if (!grant || !allowed.includes('revoked')) return forbiddenTransition('grant', status, 'revoked', allowed)
    await markRevoked(tx, caller.tenant, grant.id, {
      revoked_at: now,
      revoked_by: caller.actor.id,
      revoked_reason: reason ?? null,
    })
    await updateRequestRow(tx, caller.tenant, id, { updated_at: now })
    await events.record(tx, caller, {
      action: 'grant.revoke',
      resource: { type: 'request', id, label: numberText(row.number) },
      changes: [{ field: 'grant.status', from: status, to: 'revoked' }],
      ...(reason && { reason }),
      data: { number: numberText(row.number), grant_id: grant.id },
    })
    return viewStored(tx, caller.tenant, id, now)
  })
}
