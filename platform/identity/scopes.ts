// Scopes limit a key or token to products, with read or write access: `graph:read`, `graph:write`.
import { type Endpoint, mayChange } from '@veritrace/contract/endpoint'
import type { Caller } from '../caller.ts'
import { fail } from '../errors.ts'

/** No scopes means no limit beyond the role. Write access includes read access. */
export function requireScope(caller: Caller, endpoint: Endpoint, product: string): void {
  if (caller.scopes.length === 0) return
  const needed = `${product}:${mayChange(endpoint) ? 'write' : 'read'}`
  if (!caller.scopes.includes(needed) && !caller.scopes.includes(`${product}:write`))
    fail('scope_denied', `This needs the scope ${needed}.`)
}
