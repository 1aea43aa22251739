// Whose rows a call may see: those of one workspace, and what the installation shares with all.
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Scope } from './space.ts'

/** Where the installation keeps what it collects for everyone. */
export const SHARED = 'shared'

/** Casework derives its contexts itself; one that the call names all the same is of the same tenant. */
export function scopeOf({ tenant, workspace, context = '' }: Caller): Scope {
  const [, named = tenant] = /^urn:tenant:([^:]+):/.exec(context) ?? []
  return named === tenant
    ? { tenant, workspace }
    : fail('tenant_mismatch', 'X-Context-ID is a context of another tenant.')
}
