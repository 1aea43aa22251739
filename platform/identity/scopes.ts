// Scopes limit a key or token to products, and there to reading: `graph:read`, `graph:write`.
import type { Endpoint } from '@veritrace/contract/endpoint'
import { fail } from '../errors.ts'
import type { Caller } from './caller.ts'

/** No scopes means no limit beside the role. Who may write may read. */
export function requireScope(caller: Caller, endpoint: Endpoint, product: string): void {
  if (caller.scopes.length === 0) return
  const needed = `${product}:${writes(endpoint) ? 'write' : 'read'}`
  if (!caller.scopes.includes(needed) && !caller.scopes.includes(`${product}:write`))
    fail('scope_denied', `This needs the scope ${needed}.`)
}

/** What a viewer may send changes nothing: a POST of theirs is a question with a long text. */
const writes = ({ method, spec }: Endpoint): boolean => method !== 'GET' && (spec.role ?? 'viewer') !== 'viewer'
