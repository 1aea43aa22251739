// Whose validations may run beside others.
import type { Plan } from '@veritrace/platform/identity/caller'

/** A validation that runs, or wants to. */
export interface Share {
  tenant: string
  plan: Plan
  /** Outside of any transaction. */
  isApart: boolean
}

/** Of the four threads there are. */
const OF_TENANT: Record<Plan, number> = { free: 1, pro: 2, enterprise: 2 }
const OF_ALL_FREE = 3
/** For one inside a transaction others wait. */
const APART = 3
const APART_OF_TENANT = 1

export function mayRun({ tenant, plan, isApart }: Share, running: readonly Share[]): boolean {
  const alike = running.filter((one) => one.isApart === isApart)
  const own = alike.filter((one) => one.tenant === tenant).length
  if (plan === 'free' && running.filter((one) => one.plan === 'free').length >= OF_ALL_FREE) return false
  return isApart ? own < APART_OF_TENANT && alike.length < APART : own < OF_TENANT[plan]
}
