// The rows that a call may see: those of its workspace, and the shared ones.

import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Scope } from './space.ts'

/** The space of data that the installation collects for everyone. */
export const SHARED = 'shared'

/** Casework derives its contexts itself; a context named by the call must belong to the same tenant. */
export function scopeOf({ tenant, workspace, context = '' }: Caller): Scope {
  const [, named = tenant] = /^urn:tenant:([^:]+):/.exec(context) ?? []
  return named === tenant
    ? { tenant, workspace }
    : fail('tenant_mismatch', 'X-Context-ID names a context of another tenant.')
}
