// Who is calling. Everything a product may know about a request's origin stands here.
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import { fail } from '../errors.ts'

export const PLANS = ['free', 'pro', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]
export type { Role }

/** Anyone at all, known by nothing but the request. */
export interface Visitor {
  requestId: string
  ip: string
  userAgent: string
}

export interface Actor {
  type: 'user' | 'api_key' | 'client' | 'system' | 'crawler' | 'webhook'
  id: string
  label: string
}

/** Someone who acts for a tenant. */
export interface Caller extends Visitor {
  tenant: string
  customer: string
  workspace: string
  /** The graph context of the call, where the request named one. */
  context?: string
  actor: Actor
  role: Role
  operator: boolean
  plan: Plan
  products: readonly string[]
  productPlans: Readonly<Record<string, Plan>>
  /** Where the credential is for some of the tenant's products only: no key made with it is for others. */
  productLimit?: readonly string[]
  /** What a key or token is limited to; empty means all that the role may do. */
  scopes: readonly string[]
  /** Until when and from where a key works, where it is limited so. */
  keyLimits?: { allowedCidrs: readonly string[]; expiresAt: Date | null }
  /** The member who owns the key or client, if one does. */
  answeredBy?: string
  /** The workspace session, where the call came with one. */
  sessionId?: string
}

export const isCaller = (who: Visitor): who is Caller => 'tenant' in who
export const planFor = (caller: Caller, product: string): Plan => caller.productPlans[product] ?? caller.plan
export const hasRole = (caller: Caller, least: Role): boolean => ROLES.indexOf(caller.role) >= ROLES.indexOf(least)

export function requireRole(caller: Caller, least: Role): void {
  if (!hasRole(caller, least)) fail('role_too_low', `This needs the role ${least}; yours is ${caller.role}.`)
}

export const lowerRole = (a: Role, b: Role): Role => (ROLES.indexOf(a) < ROLES.indexOf(b) ? a : b)

/** Credentials that can be copied must not let anyone in, or back in. */
export function requirePerson(caller: Caller): void {
  if (caller.keyLimits || (caller.actor.type === 'client' && caller.answeredBy !== undefined)) fail('people_only')
}

/** What the platform calls itself where it acts. */
export const SYSTEM = 'system'

/** The platform itself, for work that nobody asked for by a request. */
export const systemCaller = (tenant: string, customer: string): Caller => ({
  requestId: 'system',
  ip: '',
  userAgent: '',
  tenant,
  customer,
  workspace: tenant,
  actor: { type: 'system', id: SYSTEM, label: 'Veritrace' },
  role: 'owner',
  operator: false,
  plan: 'free',
  products: [],
  productPlans: {},
  scopes: [],
})
