// The audit chain of a case: each entry's hash covers the entry and the hash of the one before it.
import { digestOf } from '../model/digest.ts'
import type { CaseAuditRow } from './tables.ts'

/** The previous hash of the first entry. */
export const GENESIS = `sha256:${'0'.repeat(64)}`

export const hashOf = (entry: Omit<CaseAuditRow, 'hash'>): string =>
  digestOf({
    tenant_id: entry.tenant_id,
    workspace_id: entry.workspace_id,
    case_id: entry.case_id,
    seq: entry.seq,
    id: entry.id,
    at: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    before_digest: entry.before_digest,
    after_digest: entry.after_digest,
    reason: entry.reason,
    request_id: entry.request_id,
    prev_hash: entry.prev_hash,
  })

export interface Link {
  seq: number
  hash: string
}
export const FIRST: Link = { seq: 0, hash: GENESIS }

/** The last entry if all of them continue the chain from `before`; otherwise the number of the first that does not. */
export function follow(before: Link, entries: readonly CaseAuditRow[]): Link | { brokenAt: number } {
  let last = before
  for (const entry of entries) {
    const fits = entry.seq === last.seq + 1 && entry.prev_hash === last.hash && hashOf(entry) === entry.hash
    if (!fits) return { brokenAt: last.seq + 1 }
    last = { seq: entry.seq, hash: entry.hash }
  }
  return last
}
