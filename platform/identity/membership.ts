// The attributes of a person or client in a tenant. Access tokens carry them as claims; the tenancy store reads them
// from its rows.
import type { Plan, Role } from '../caller.ts'

export interface Membership {
  tenant: string
  customer: string
  workspace: string
  role: Role
  /** Operates the whole platform, for example the crawls of the directory. */
  operator: boolean
  plan: Plan
  products: string[]
  productPlans: Record<string, Plan>
}

/** The membership in this tenant, or in the first one if none is named; undefined if there is none. */
export type MembershipOf = (userId: string, tenantId?: string) => Promise<Membership | undefined>
