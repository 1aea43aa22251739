// Closes a request without an answer: it was canceled, or it expired.
import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { type Caller, systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { forbiddenTransition, notFound, staleVersion } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { decideItems, forgottenBefore, numberText, TRANSITIONS } from './rules.ts'
import { listForgotten, lockRequest, updateRequestRow, updateStageRow } from './store.ts'
import type { RequestRow } from './tables.ts'
import { viewStored } from './view.ts'

type Deps = Pick<Provenance, 'db' | 'events' | 'clock'>

export function cancelRequest(
  deps: Deps,
  caller: Caller,
  id: string,
  reason: string | undefined,
  ifVersion?: number,
): Promise<TrustRequest> {
  return transact(deps.db, async (tx) => {
    const row = (await lockRequest(tx, caller.tenant, id)) ?? notFound('request', id)
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('request', row.version)
    const allowed = TRANSITIONS[row.status]
    if (!allowed.includes('canceled')) forbiddenTransition('request', row.status, 'canceled', allowed)
    await close({ ...deps, db: tx }, caller, row, 'canceled', reason)
    return viewStored(tx, caller.tenant, id, deps.clock.now())
  })
}

/** Expires requests that are long overdue, each in its own transaction. */
export async function expireForgotten(deps: Deps): Promise<void> {
  const before = forgottenBefore(deps.clock.now())
  for (const { id, tenant_id, customer_id } of await listForgotten(deps.db, before))
    await transact(deps.db, async (tx) => {
      const row = await lockRequest(tx, tenant_id, id)
      if (!row || !TRANSITIONS[row.status].includes('expired')) return
      await close({ ...deps, db: tx }, systemCaller(tenant_id, customer_id), row, 'expired', undefined)
    })
}

async function close(
  { db: tx, events, clock }: Deps,
  caller: Caller,
  row: RequestRow,
  status: 'canceled' | 'expired',
  reason: string | undefined,
): Promise<void> {
  const now = clock.now()
  const ended = { status: 'failed', completed_at: now, completed_by: caller.actor.id } as const
  if (row.current_stage_id) await updateStageRow(tx, row.tenant_id, row.current_stage_id, ended)
  await updateRequestRow(tx, row.tenant_id, row.id, {
    status,
    items: JSON.stringify(decideItems(row.items, undefined, status, now)),
    current_stage_id: null,
    decision_reason: reason ?? null,
    closed_at: now,
    updated_at: now,
  })
  await events.record(tx, caller, {
    action: status === 'canceled' ? 'request.cancel' : 'request.expire',
    resource: { type: 'request', id: row.id, label: numberText(row.number) },
    changes: [{ field: 'status', from: row.status, to: status }],
    ...(reason && { reason }),
    data: { number: numberText(row.number), kind: row.kind, status },
  })
}
