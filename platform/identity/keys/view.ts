// A key as its owner sees it.
import type { Role } from '../../caller.ts'
import { effectiveRole, type KeyKind, type OwnedKey } from './store.ts'

export interface Key {
  id: string
  kind: KeyKind
  name: string
  prefix: string
  role: Role | null
  /** The role it has now; null if it has lost access. */
  effective_role: Role | null
  /** Why that is less than its own role. */
  capped: 'owner_has_less' | 'owner_left' | null
  scopes: string[]
  allowed_cidrs: string[]
  status: 'active' | 'expired' | 'revoked'
  created_by: string
  owner_id: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  revoked_at: string | null
  revoked_by: string | null
  revoke_reason: string | null
}

export const viewKey = (row: OwnedKey, now: Date): Key => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  prefix: row.prefix,
  role: row.role,
  ...capOf(row, now),
  scopes: row.scopes,
  allowed_cidrs: row.allowed_cidrs,
  status: statusOf(row, now),
  created_by: row.created_by,
  owner_id: row.owner_id,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_ip: row.last_used_ip,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  revoked_by: row.revoked_by,
  revoke_reason: row.revoke_reason,
})

function statusOf({ revoked_at, expires_at }: OwnedKey, now: Date): Key['status'] {
  if (revoked_at) return 'revoked'
  return expires_at && expires_at <= now ? 'expired' : 'active'
}

function capOf(row: OwnedKey, now: Date): Pick<Key, 'effective_role' | 'capped'> {
  if (statusOf(row, now) !== 'active') return { effective_role: null, capped: null }
  const effective_role = effectiveRole(row.role, row.ceiling)
  if (!effective_role) return { effective_role, capped: 'owner_left' }
  return { effective_role, capped: row.role === null || row.role === effective_role ? null : 'owner_has_less' }
}
