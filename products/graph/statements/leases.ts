// The workspaces that this server may read without asking the database for changes: during a lease no other server
// commits a change there, and this server knows its own changes. ADR 34 explains why that is safe.

import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { LeasedTable } from '@veritrace/platform/leases/leased-table'
import type { Tables } from '../tables.ts'
import { takeLease } from './lease-store.ts'

export interface Place {
  tenant: string
  workspace: string
}

export interface Leases {
  /** The id of this server in the database. */
  reader: string
  /** The number of the newest change, or undefined if the database must be asked. */
  seqOf(place: Place): number | undefined
  /** Requests or extends a lease in the background, with a limited rate. */
  want(place: Place): void
  /** Ends the lease. Call when this server has locked the workspace and is about to commit a change. */
  lose(place: Place): void
}

/** The longest time that a change on another server waits for the lease. */
const LEASE_MS = 1_000

export const READERS: LeasedTable = {
  name: 'workspaces that are read without asking',
  until: 'graph.workspaces.reader_until',
  seconds: LEASE_MS / 1000,
}
/** Measured from before the request, and a little less than LEASE_MS, because clocks run at different speeds. */
const BELIEVED_MS = 800
const RENEWED_AFTER_MS = 400
const REFUSED_FOR_MS = 5_000
const MOST_LEASES = 10_000

interface Lease {
  /** Undefined until the lease is granted. */
  seq?: number
  until: number
  askAgainAt: number
}

export function openLeases(db: Db<Tables>): Leases {
  const reader = newId('srv')
  const held = new Map<string, Lease>()
  const keyOf = ({ tenant, workspace }: Place): string => `${tenant} ${workspace}`

  async function ask(place: Place, before: Lease | undefined): Promise<void> {
    const key = keyOf(place)
    const began = performance.now()
    const asked: Lease = { until: 0, ...before, askAgainAt: began + REFUSED_FOR_MS }
    if (held.size >= MOST_LEASES) held.clear()
    held.set(key, asked)
    const seq = await takeLease(db, { ...place, reader, ms: LEASE_MS }).catch(() => undefined)
    // Discarded if the entry has changed since: a change of this server may be newer than the lease.
    if (seq === undefined || held.get(key) !== asked) return
    held.set(key, { seq, until: began + BELIEVED_MS, askAgainAt: began + RENEWED_AFTER_MS })
  }

  return {
    reader,
    seqOf(place) {
      const lease = held.get(keyOf(place))
      return lease && lease.until > performance.now() ? lease.seq : undefined
    },
    want(place) {
      const lease = held.get(keyOf(place))
      if (!lease || lease.askAgainAt < performance.now()) void ask(place, lease)
    },
    lose(place) {
      const key = keyOf(place)
      if (held.has(key)) held.set(key, { until: 0, askAgainAt: performance.now() + RENEWED_AFTER_MS })
    },
  }
}
