// Scopes limit a key or token to products, and there to reading: `graph:read`, `graph:write`.
import { type Endpoint, mayChange } from '@veritrace/contract/endpoint'
import { fail } from '../errors.ts'
import type { Caller } from './caller.ts'

/** No scopes means no limit beside the role. Who may write may read. */
export function requireScope(caller: Caller, endpoint: Endpoint, product: string): void {
  if (caller.scopes.length === 0) return
  const needed = `${product}:${mayChange(endpoint) ? 'write' : 'read'}`
  if (!caller.scopes.includes(needed) && !caller.scopes.includes(`${product}:write`))
    fail('scope_denied', `This needs the scope ${needed}.`)
}
