// The hash chain of the audit log: each entry's hash covers the entry and the hash of the previous one.
import { createHash } from 'node:crypto'
import type { AuditEntry } from './event.ts'

/** The previous hash in the first entry of a tenant. */
export const GENESIS = '0'.repeat(64)

/** SHA-256 over the canonical JSON of the entry and its tenant, including `prev_hash` but not `hash`. */
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

/** Keys sorted by code unit and no whitespace, as in RFC 8785: each value has exactly one text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}
