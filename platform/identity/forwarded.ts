// Forwarded mode: a reverse proxy has authenticated the user and identifies them in headers that only it may send.
import { ROLES } from '@veritrace/contract/endpoint'
import type { Role } from '../caller.ts'
import { fail } from '../errors.ts'
import { inRanges } from './addresses.ts'
import type { Incoming } from './incoming.ts'
import type { Person } from './tenancy/person.ts'

export interface Forwarded {
  person: Person
  tenant: string
  role: Role
}

const PLAIN = /^[\x21-\x7e]{1,255}$/

/** Undefined if the peer is not a trusted proxy, whatever the headers say, or if the proxy names no user. */
export function readForwarded(request: Incoming, proxies: readonly string[]): Forwarded | undefined {
  if (!inRanges(request.peer, proxies)) return undefined
  const user = header(request, 'X-Forwarded-User')
  if (!user) return undefined
  const tenant = header(request, 'X-Forwarded-Tenant') ?? fail('customer_not_resolved', 'The proxy names no tenant.')
  const email = header(request, 'X-Forwarded-Email') ?? null
  const role = header(request, 'X-Forwarded-Role') ?? 'viewer'
  const known = ROLES.find((one) => one === role) ?? fail('bad_request', `X-Forwarded-Role “${role}” is not a role.`)
  return { person: { id: user, email, displayName: email ?? user }, tenant, role: known }
}

function header(request: Incoming, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && PLAIN.test(value) && !value.includes(',')) return value
  return fail('bad_request', `The header ${name} is malformed or was sent twice.`)
}
