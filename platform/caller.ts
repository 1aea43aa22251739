// The caller of a request: everything that products may know about its origin.
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import { fail } from './errors.ts'

export const PLANS = ['free', 'pro', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]
export type { Role }

/** Anyone, identified by nothing but the request. */
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

/** A caller that acts for a tenant. */
export interface Caller extends Visitor {
  tenant: string
  customer: string
  workspace: string
  /** The graph context of the call, if the request named one. */
  context?: string
  actor: Actor
  role: Role
  operator: boolean
  plan: Plan
  products: readonly string[]
  productPlans: Readonly<Record<string, Plan>>
  /** The products that the credential is limited to, if it is. Keys created with it have the same limit. */
  productLimit?: readonly string[]
  /** Scopes of a key or token; empty means everything that the role may do. */
  scopes: readonly string[]
  /** Expiry and allowed addresses of a key. */
  keyLimits?: { allowedCidrs: readonly string[]; expiresAt: Date | null }
  /** The member who owns the key or client, if any. */
  answeredBy?: string
  /** The workspace session of the call, if any. */
  sessionId?: string
}

export const isCaller = (who: Visitor): who is Caller => 'tenant' in who
export const planFor = (caller: Caller, product: string): Plan => caller.productPlans[product] ?? caller.plan
export const hasRole = (caller: Caller, least: Role): boolean => ROLES.indexOf(caller.role) >= ROLES.indexOf(least)

export function requireRole(caller: Caller, least: Role): void {
  if (!hasRole(caller, least)) fail('role_too_low', `This needs the role ${least}; yours is ${caller.role}.`)
}

export const lowerRole = (a: Role, b: Role): Role => (ROLES.indexOf(a) < ROLES.indexOf(b) ? a : b)

/** Rejects credentials that can be copied, because they must not grant or restore access. */
export function requirePerson(caller: Caller): void {
  if (caller.keyLimits || (caller.actor.type === 'client' && caller.answeredBy !== undefined)) fail('people_only')
}

/** Actor ID of the platform itself. */
export const SYSTEM = 'system'

/** The platform as a caller, for work without a request. */
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
