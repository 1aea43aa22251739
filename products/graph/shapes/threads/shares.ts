// Decides which validations may run at the same time.
import type { Plan } from '@veritrace/platform/caller'

/** A validation that is running or waiting. */
export interface Share {
  tenant: string
  plan: Plan
  /** True outside a transaction. */
  isOutside: boolean
}

/** Threads per tenant, of a total of four. */
const PER_TENANT: Record<Plan, number> = { free: 1, pro: 2, enterprise: 2 }
const FREE_TOTAL = 3
/** One thread stays free for validations inside a transaction, which block other writers. */
const OUTSIDE = 3
const OUTSIDE_PER_TENANT = 1

export function mayRun({ tenant, plan, isOutside }: Share, running: readonly Share[]): boolean {
  const alike = running.filter((one) => one.isOutside === isOutside)
  const own = alike.filter((one) => one.tenant === tenant).length
  if (plan === 'free' && running.filter((one) => one.plan === 'free').length >= FREE_TOTAL) return false
  return isOutside ? own < OUTSIDE_PER_TENANT && alike.length < OUTSIDE : own < PER_TENANT[plan]
}
