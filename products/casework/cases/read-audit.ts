// The audit chain of a case: one page of it, and whether the whole chain verifies.

import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { FIRST, follow, type Link } from './chain.ts'
import { listChain, pageAudit } from './record-store.ts'
import type { CaseRow, Scope } from './tables.ts'
import { viewAuditEntry } from './view-records.ts'

export async function readAudit(
  db: Db<Tables>,
  scope: Scope,
  theCase: CaseRow,
  query: { cursor?: string; limit: number },
) {
  const { items, next } = await pageAudit(db, scope, theCase.id, query)
  return {
    items: items.map(viewAuditEntry),
    next,
    total: theCase.audit_seq,
    chain: await verifyChain(db, scope, theCase),
  }
}

const AT_ONCE = 1_000

/** Follows the chain from the first entry to the head stored in the case, so a missing last entry is noticed too. */
async function verifyChain(
  db: Db<Tables>,
  scope: Scope,
  { id, audit_seq, audit_head }: Pick<CaseRow, 'id' | 'audit_seq' | 'audit_head'>,
): Promise<{ head: string; verified: boolean; broken_at?: number }> {
  let last: Link = FIRST
  while (last.seq < audit_seq) {
    const entries = await listChain(db, scope, id, last.seq, AT_ONCE)
    // Ignore entries that were added after the case was read.
    const known = entries.filter(({ seq }) => seq <= audit_seq)
    const reached = known.length === 0 ? { brokenAt: last.seq + 1 } : follow(last, known)
    if ('brokenAt' in reached) return { head: audit_head, verified: false, broken_at: reached.brokenAt }
    last = reached
  }
  return last.hash === audit_head
    ? { head: audit_head, verified: true }
    : { head: audit_head, verified: false, broken_at: audit_seq }
}
