// A key as its owner sees it.
import type { Role } from '../caller.ts'
import type { KeyKind, KeyRow } from './store.ts'

export interface Key {
  id: string
  kind: KeyKind
  name: string
  prefix: string
  role: Role | null
  scopes: string[]
  allowed_cidrs: string[]
  status: 'active' | 'expired' | 'revoked'
  created_by: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  revoked_at: string | null
  revoked_by: string | null
  revoke_reason: string | null
}

export const viewKey = (row: KeyRow, now: Date): Key => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  prefix: row.prefix,
  role: row.role,
  scopes: row.scopes,
  allowed_cidrs: row.allowed_cidrs,
  status: row.revoked_at ? 'revoked' : row.expires_at && row.expires_at <= now ? 'expired' : 'active',
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_ip: row.last_used_ip,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  revoked_by: row.revoked_by,
  revoke_reason: row.revoke_reason,
})
