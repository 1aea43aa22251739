// The limits of plans. Values come from the configuration, names from the specification.
import { type Caller, isCaller, type Plan, planFor, type Visitor } from '../caller.ts'

export interface RateLimit {
  /** Callers with the same key share a bucket. */
  key: string
  perMinute: number
}

/** Calls of a tenant are counted by product; calls without a token by network. */
export function rateLimitOf(who: Visitor | Caller, product: string, limits: Record<Plan, number>): RateLimit {
  if (!isCaller(who)) return { key: `ip:${networkOf(who.ip)}`, perMinute: limits.free }
  return { key: `tenant:${who.tenant}:${product}`, perMinute: limits[planFor(who, product)] }
}

/**
 * A home or office has a whole /64 of IPv6 addresses, and would otherwise have as many buckets. A disconnected client
 * has no address, whatever the type of its request says.
 */
export const networkOf = (ip = ''): string =>
  ip.includes(':') && !ip.includes('.') ? ip.split(':').slice(0, 4).join(':').replace(/::.*$/, ':') : ip
