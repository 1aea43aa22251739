// What a person or a client is in a tenant. Access tokens carry it as claims; the tenancy store reads it from its rows.
import type { Plan, Role } from './caller.ts'

export interface Membership {
  tenant: string
  customer: string
  workspace: string
  role: Role
  /** Works for the whole platform, for example on the crawls of the directory. */
  operator: boolean
  plan: Plan
  products: string[]
  productPlans: Record<string, Plan>
}

/** The membership in that tenant, or in the first one where none is named; undefined where there is none. */
export type MembershipOf = (userId: string, tenantId?: string) => Promise<Membership | undefined>
