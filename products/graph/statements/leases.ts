// The workspaces that this server may read without asking the database whether they have changed: for a moment nobody else
// commits a change there, and its own changes it knows. ADR 34 says why that is safe.

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
  /** As the database knows this server. */
  reader: string
  /** The number of the newest change, where it is certain; undefined where the database must be asked. */
  seqOf(place: Place): number | undefined
  /** Asks for a lease, or a longer one, behind the caller's back. Nobody asks too often. */
  want(place: Place): void
  /** This server is about to commit a change; from the moment on at which it holds the workspace. */
  lose(place: Place): void
}

/** Longest time that a change of another server waits. */
const LEASE_MS = 1_000

export const READERS: LeasedTable = {
  name: 'workspaces that are read without asking',
  until: 'graph.workspaces.reader_until',
  seconds: LEASE_MS / 1000,
}
/** Counted from before it was asked for, and a little less: no two clocks go alike. */
const BELIEVED_MS = 800
const RENEWED_AFTER_MS = 400
const REFUSED_FOR_MS = 5_000
const MOST_LEASES = 10_000

interface Lease {
  /** Undefined until there is one. */
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
    // Lost meanwhile: a change of this server may have come after it.
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
