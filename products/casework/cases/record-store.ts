// The SQL of events and audit entries of a case, numbered under the lock of the case.
import { countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import type { Insertable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { CaseAuditRow, CaseEventRow, Scope } from './tables.ts'

interface Heads {
  event_seq: number
  audit_seq: number
  audit_head: string
}

export const lockHeads = (tx: Db<Tables>, scope: Scope, id: string): Promise<Heads> =>
  tx
    .selectFrom('casework.cases')
    .select(['event_seq', 'audit_seq', 'audit_head'])
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const advanceHeads = (tx: Db<Tables>, scope: Scope, id: string, heads: Partial<Heads>) =>
  tx
    .updateTable('casework.cases')
    .set(heads)
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .execute()

export const insertEvent = (tx: Db<Tables>, event: Insertable<Tables['casework.case_events']>) =>
  tx.insertInto('casework.case_events').values(event).execute()

export const insertAudit = (tx: Db<Tables>, entry: Insertable<Tables['casework.case_audit']>) =>
  tx.insertInto('casework.case_audit').values(entry).execute()

/** Oldest first. */
export const listEvents = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  asked: { after: number; type?: string; limit: number },
): Promise<CaseEventRow[]> =>
  db
    .selectFrom('casework.case_events')
    .select(['case_id', 'seq', 'id', 'tenant_id', 'workspace_id', 'type', 'actor', 'at', 'subject', 'message', 'data'])
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('case_id', '=', caseId)
    .where('seq', '>', asked.after)
    .$if(asked.type !== undefined, (rows) => rows.where('type', '=', asked.type!))
    .orderBy('seq')
    .limit(asked.limit)
    .execute()

export const countEvents = (db: Db<Tables>, scope: Scope, caseId: string, type: string): Promise<number | null> =>
  countUpTo(
    db,
    db
      .selectFrom('casework.case_events')
      .where('tenant_id', '=', scope.tenant)
      .where('workspace_id', '=', scope.workspace)
      .where('case_id', '=', caseId)
      .where('type', '=', type),
  )

const AUDIT = [
  ...(['case_id', 'seq', 'id', 'tenant_id', 'workspace_id', 'at', 'actor', 'action', 'subject'] as const),
  ...(['before_digest', 'after_digest', 'reason', 'request_id', 'prev_hash', 'hash'] as const),
] as const

const auditOf = (db: Db<Tables>, scope: Scope, caseId: string) =>
  db
    .selectFrom('casework.case_audit')
    .select(AUDIT)
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('case_id', '=', caseId)

/** Newest first. */
export const pageAudit = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  query: PageQuery,
): Promise<Page<CaseAuditRow>> =>
  pageBy<CaseAuditRow>(
    `${caseId} audit`,
    query,
    (row) => [row.seq],
    ([before], count) =>
      auditOf(db, scope, caseId)
        .$if(before !== undefined, (rows) => rows.where('seq', '<', before as number))
        .orderBy('seq', 'desc')
        .limit(count)
        .execute(),
  )

/** Oldest first, to verify the chain. */
export const listChain = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  after: number,
  limit: number,
): Promise<CaseAuditRow[]> => auditOf(db, scope, caseId).where('seq', '>', after).orderBy('seq').limit(limit).execute()
