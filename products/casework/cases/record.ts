// The only place that records changes of a case: its event, its audit entry, and the event for the platform.
import type { CaseEventType } from '@veritrace/contract/casework/case-records'
import type { EventType } from '@veritrace/contract/event-types'
import { type Caller, systemCaller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { digestOf } from '../model/digest.ts'
import type { Tables } from '../tables.ts'
import { hashOf } from './chain.ts'
import { advanceHeads, insertAudit, insertEvent, lockHeads } from './record-store.ts'
import type { CaseRow, CaseSubject } from './tables.ts'

/** The fields of a case that an event needs. */
export type CaseHead = Pick<CaseRow, 'id' | 'key' | 'title' | 'tenant_id' | 'workspace_id'>

interface EventFields {
  subject: CaseSubject
  message: string
  data?: Record<string, unknown>
}
/** What was done, with the state before and after it; only digests of the two are stored. */
interface AuditFields {
  action: EventType
  before?: unknown
  after?: unknown
  reason?: string
}
/** With `audit`, unless the event only reports progress. */
export type CaseNews = EventFields &
  ({ type: CaseEventType; audit: AuditFields } | { type: CaseEventType & EventType; audit?: undefined })

/**
 * Call in the transaction that makes the change. Locks the case first and the tenant's event chain last, so take locks
 * of other rows of the case after locking the case and before this call. Returns the `seq` of the event.
 */
export async function recordCase(
  { clock, events }: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  caller: Caller,
  theCase: CaseHead,
  news: CaseNews,
): Promise<number> {
  const scope = { tenant: theCase.tenant_id, workspace: theCase.workspace_id }
  const heads = await lockHeads(tx, scope, theCase.id)
  const at = clock.now()
  const seq = heads.event_seq + 1
  const placed = { tenant_id: scope.tenant, workspace_id: scope.workspace, case_id: theCase.id, at }
  const actor = actorOf(caller)
  await insertEvent(tx, {
    ...placed,
    ...{ seq, id: newId('evt'), type: news.type, message: news.message },
    ...{ actor: JSON.stringify(actor), subject: JSON.stringify(news.subject), data: JSON.stringify(news.data ?? {}) },
  })
  if (news.audit) {
    const { action, before, after, reason } = news.audit
    const entry = {
      ...placed,
      ...{ seq: heads.audit_seq + 1, id: newId('aud'), actor, action, subject: news.subject },
      before_digest: before === undefined ? null : digestOf(before),
      after_digest: after === undefined ? null : digestOf(after),
      reason: reason ?? null,
      request_id: caller.requestId,
      prev_hash: heads.audit_head,
    }
    const hash = hashOf(entry)
    await insertAudit(tx, {
      ...entry,
      hash,
      actor: JSON.stringify(actor),
      subject: JSON.stringify(news.subject),
    })
    await advanceHeads(tx, scope, theCase.id, { event_seq: seq, audit_seq: entry.seq, audit_head: hash })
  } else await advanceHeads(tx, scope, theCase.id, { event_seq: seq })
  await events.record(tx, caller, {
    action: news.audit ? news.audit.action : news.type,
    resource: { type: 'case', id: theCase.id, label: `${theCase.key} ${theCase.title}` },
    ...(news.audit?.reason !== undefined && { reason: news.audit.reason }),
    data: { type: news.type, seq, subject: news.subject, message: news.message },
  })
  return seq
}

/** The caller for jobs that act on a case. */
export const systemOf = ({
  tenant_id,
  workspace_id,
  customer_id,
}: Pick<CaseRow, 'tenant_id' | 'workspace_id' | 'customer_id'>): Caller => ({
  ...systemCaller(tenant_id, customer_id),
  workspace: workspace_id,
})

/** A case as the subject of its events. */
export const aboutCase = ({ id, key, title }: Pick<CaseRow, 'id' | 'key' | 'title'>): CaseSubject => ({
  kind: 'case',
  id,
  label: `${key} ${title}`,
})
