// Records usage that did not happen, to test metering and billing.

import type { Caller } from '@veritrace/platform/caller'
import { afterCommit, transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'

export const recordTestUsage = (
  { db, events, meter }: Provenance,
  caller: Caller,
  { operation = 'test', units }: { operation?: string; units: number },
): Promise<{ operation: string; units: number }> =>
  transact(db, async (tx) => {
    const resource = { type: 'usage', id: operation, label: operation }
    await events.record(tx, caller, { action: 'usage.record_test', resource, data: { units } })
    // Counted after the commit, so that a repeated idempotency key counts nothing.
    afterCommit(tx, () => meter.count(caller, 'provenance', operation, units))
    return { operation, units }
  })
