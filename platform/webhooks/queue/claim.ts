// Claims a batch of messages for a while, never more per endpoint than it can take.
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import type { LeasedTable } from '../../leases/leased-table.ts'
import { TRIP_AT } from '../schedule.ts'
import {
  type Claim,
  type ClaimRules,
  claimDeliveries,
  lockOpenEndpoints,
  noteClaims,
  type OpenEndpoint,
} from './store.ts'

/** Messages of a process that died are sent by another after this time, with the same ID. */
export const LEASE_MS = 60_000

export const WEBHOOK_LEASES: readonly LeasedTable[] = [
  { name: 'webhook messages', until: 'platform.webhook_deliveries.locked_until', seconds: LEASE_MS / 1000 },
  { name: 'webhooks that are probed', until: 'platform.webhook_endpoints.probe_until', seconds: LEASE_MS / 1000 },
]
const MAX_ENDPOINTS = 100
const MOST_HEALTHY = 256
const MOST_FAILING = 2

export interface Claimed extends Claim {
  endpoint: OpenEndpoint
  lockedUntil: Date
}

export function claim(db: Db, now: Date, count: number): Promise<Claimed[]> {
  const lockedUntil = new Date(now.getTime() + LEASE_MS)
  const rules: ClaimRules = {
    now,
    lockedUntil,
    tripAt: TRIP_AT,
    mostHealthy: MOST_HEALTHY,
    mostFailing: MOST_FAILING,
  }
  return transact(db, async (tx) => {
    const endpoints = await lockOpenEndpoints(tx, rules, MAX_ENDPOINTS)
    if (endpoints.length === 0) return []
    const claims = await claimDeliveries(tx, endpoints, rules, count)
    if (claims.length === 0) return []
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
    const counted = countByEndpoint(claims).filter(({ id }) => byId.get(id)!.counted)
    if (counted.length > 0) await noteClaims(tx, counted, rules)
    return claims.map((one) => ({ ...one, endpoint: byId.get(one.endpoint_id)!, lockedUntil }))
  })
}

function countByEndpoint(claims: readonly Claim[]): { id: string; given: number }[] {
  const counts = new Map<string, number>()
  for (const { endpoint_id: id } of claims) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, given]) => ({ id, given }))
}
