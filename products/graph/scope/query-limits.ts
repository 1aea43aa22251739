// Query limits by plan.

type Plan = 'free' | 'pro' | 'enterprise'

export interface QueryLimits {
  timeoutMs: number
  maxRows: number
  maxBytes: number
}

const MIB = 1024 * 1024
const LIMITS: Record<Plan, QueryLimits> = {
  free: { timeoutMs: 5_000, maxRows: 10_000, maxBytes: 8 * MIB },
  pro: { timeoutMs: 30_000, maxRows: 200_000, maxBytes: 64 * MIB },
  enterprise: { timeoutMs: 120_000, maxRows: 2_000_000, maxBytes: 256 * MIB },
}

/** How many queries and updates of a tenant may run at the same time. Those of one workspace still run one by one. */
const AT_ONCE: Record<Plan, number> = { free: 2, pro: 4, enterprise: 8 }
export const atOnceFor = (plan: Plan): number => AT_ONCE[plan]

/** X-Query-Timeout-Ms can only lower the time limit; undefined if it is not a number. */
export function limitsFor(plan: Plan, timeoutHeader: string | undefined): QueryLimits | undefined {
  const limits = LIMITS[plan]
  if (timeoutHeader === undefined) return limits
  if (!/^[1-9]\d{0,14}$/.test(timeoutHeader)) return undefined
  return { ...limits, timeoutMs: Math.min(limits.timeoutMs, Number(timeoutHeader)) }
}

/** Relative IRIs are resolved against the context, so they mean the same on every server. */
export const baseOf = (contextId: string): string => `${contextId}/`
