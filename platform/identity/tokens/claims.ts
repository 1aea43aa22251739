// Reads the claims of an access token. Their names are configurable, since every provider uses different ones.
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import type { JWTPayload } from 'jose'
import { type Actor, PLANS, type Plan } from '../../caller.ts'
import type { Config } from '../../config/config.ts'
import { invalidToken } from './invalid-token.ts'

export interface TokenClaims {
  actor: Actor
  /** These fields are undefined if the token omits them; the tenant's own row then applies. */
  tenant?: string
  customer?: string
  plan?: Plan
  products?: readonly string[]
  productPlans?: Readonly<Record<string, Plan>>
  role?: Role
  /** Honored only from the embedded provider; see identify. */
  operator: boolean
  scopes: readonly string[]
  issuedAt: Date
  expiresAt: Date
  /** The IDs by which it can be revoked: its own, and that of its grant. */
  ids: readonly string[]
}

export function readClaims(payload: JWTPayload, names: Config['auth']['claims']): TokenClaims {
  return {
    actor: actorOf(payload),
    tenant: text(payload[names.tenant]),
    customer: text(payload[names.customer]),
    plan: PLANS.find((plan) => plan === payload[names.plan]),
    products: words(payload[names.products]),
    productPlans: plans(payload[names.productPlans]),
    role: ROLES.find((role) => role === payload[names.role]),
    operator: payload.operator === true,
    scopes: words(payload.scope) ?? words(payload.scp) ?? [],
    issuedAt: new Date(payload.iat! * 1000),
    expiresAt: new Date(payload.exp! * 1000),
    ids: [payload.jti, payload.grant_id].flatMap((id) => text(id) ?? []),
  }
}

/** For client credentials the subject is the client ID, or missing. */
function actorOf(payload: JWTPayload): Actor {
  const client = text(payload.client_id) ?? text(payload.azp)
  const id = text(payload.sub) ?? client
  if (!id) throw invalidToken('It has no subject.')
  if (id === client) return { type: 'client', id, label: id }
  return { type: 'user', id, label: text(payload.name) ?? text(payload.email) ?? id }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 && value.length <= 255 ? value : undefined

function words(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.split(' ').filter(Boolean)
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : undefined
}

function plans(value: unknown): Record<string, Plan> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Plan] => PLANS.some((plan) => plan === entry[1])),
  )
}
