// The audit chain of a case: a page of it, and whether all of it holds.

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

/** Follows it from the first entry to the last, which the case itself remembers: none can be missing at the end either. */
async function verifyChain(
  db: Db<Tables>,
  scope: Scope,
  { id, audit_seq, audit_head }: Pick<CaseRow, 'id' | 'audit_seq' | 'audit_head'>,
): Promise<{ head: string; verified: boolean; broken_at?: number }> {
  let last: Link = FIRST
  while (last.seq < audit_seq) {
    const entries = await listChain(db, scope, id, last.seq, AT_ONCE)
    // What came after the case was read belongs to the next reader.
    const known = entries.filter(({ seq }) => seq <= audit_seq)
    const reached = known.length === 0 ? { brokenAt: last.seq + 1 } : follow(last, known)
    if ('brokenAt' in reached) return { head: audit_head, verified: false, broken_at: reached.brokenAt }
    last = reached
  }
  return last.hash === audit_head
    ? { head: audit_head, verified: true }
    : { head: audit_head, verified: false, broken_at: audit_seq }
}
