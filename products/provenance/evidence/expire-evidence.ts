// Expires approved evidence that is past its valid_until date.

import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { planPurge } from '../retention/plan-purge.ts'
import { listExpired, lockEvidence, updateEvidenceRow } from './store.ts'

export async function expireEvidence({ db, clock, events }: Provenance): Promise<void> {
  const now = clock.now()
  for (const { id, tenant_id: tenant, customer_id } of await listExpired(db, now))
    await transact(db, async (tx) => {
      const row = await lockEvidence(tx, tenant, id)
      if (row?.review_status !== 'approved' || !row.valid_until || row.valid_until > now) return
      await updateEvidenceRow(tx, tenant, id, { review_status: 'expired', expired_at: now, updated_at: now })
      await planPurge(tx, tenant, row)
      await events.record(tx, systemCaller(tenant, customer_id), {
        action: 'evidence.expire',
        resource: { type: 'evidence', id, label: row.title },
        changes: [{ field: 'review_status', from: 'approved', to: 'expired' }],
        data: { kind: row.kind, valid_until: row.valid_until.toISOString() },
      })
    })
}
