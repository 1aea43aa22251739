// Converts the records of a case to the types of the contract.
import type { CaseAuditEntry, CaseEvent, CaseEvidence, Feedback } from '@veritrace/contract/casework/case-records'
import type { SeenEvidence } from './evidence-store.ts'
import type { CaseAuditRow, CaseEventRow, FeedbackRow } from './tables.ts'

export const viewEvent = ({ id, seq, case_id, type, actor, at, subject, message, data }: CaseEventRow): CaseEvent => ({
  ...{ id, seq, case_id, actor, subject, message, data },
  type: type as CaseEvent['type'],
  at: at.toISOString(),
})

export function viewAuditEntry({ reason, at, ...row }: CaseAuditRow): CaseAuditEntry {
  const { seq, id, actor, action, subject, before_digest, after_digest, request_id, prev_hash, hash } = row
  return {
    ...{ seq, id, at: at.toISOString(), actor, action, subject, before_digest, after_digest },
    ...(reason !== null && { reason }),
    ...{ request_id, prev_hash, hash },
  }
}

export function viewEvidence(row: SeenEvidence): CaseEvidence {
  const { entry_id, evidence_id, document_id, decision_id } = row
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    relation: row.relation,
    claim: row.claim,
    strength: row.strength,
    artifact_ids: row.artifact_ids,
    citation: row.citation,
    snippet: row.snippet,
    source_item: {
      ...(evidence_id !== null && { evidence_id }),
      ...(document_id !== null && { document_id }),
      ...(entry_id !== null && { entry_id }),
      ...(decision_id !== null && { decision_id }),
    },
    added_by: row.added_by,
    at: row.at.toISOString(),
    stale: row.stale,
  }
}

export const viewFeedback = ({ id, subject, rating, tags, comment, author, at, effect }: FeedbackRow): Feedback => ({
  ...{ id, subject, rating, tags, comment, author },
  effect: effect as Feedback['effect'],
  at: at.toISOString(),
})
