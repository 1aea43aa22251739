// The chain of the audit log: each entry's hash covers the entry and the hash of the one before it.
import { createHash } from 'node:crypto'
import type { AuditEntry } from './event.ts'

/** What the first entry of a tenant names as the hash before it. */
export const GENESIS = '0'.repeat(64)

/** SHA-256 over the canonical JSON of the entry and its tenant, `prev_hash` included, `hash` left out. */
export function hashEntry(tenant: string, entry: Omit<AuditEntry, 'hash'>): string {
  const { id, sequence, occurred_at, actor, action, resource, outcome, reason, changes, request_id, prev_hash } = entry
  const covered = {
    id,
    sequence,
    occurred_at,
    actor,
    action,
    resource,
    outcome,
    reason,
    changes,
    request_id,
    prev_hash,
  }
  return createHash('sha256')
    .update(canonicalJson({ ...covered, tenant_id: tenant }))
    .digest('hex')
}

/** Keys sorted by code unit and no spaces, as RFC 8785 has it: one text for one value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}
