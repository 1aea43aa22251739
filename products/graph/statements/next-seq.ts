// The number of a change. Waits until servers with a read lease can no longer miss the change.
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { takeSeq } from './change-store.ts'
import type { Leases, Place } from './leases.ts'

/** Until the transaction ends, other changes of the workspace wait, and no lease on it is granted. */
export async function nextSeq(leases: Leases | undefined, tx: Db<Tables>, place: Place): Promise<number> {
  const { seq, wait_ms } = await takeSeq(tx, place.tenant, place.workspace, leases?.reader ?? '')
  leases?.lose(place)
  if (wait_ms > 0) await pause(Math.ceil(wait_ms))
  return seq
}
