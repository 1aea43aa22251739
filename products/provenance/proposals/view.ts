// Maps rows to the type of the contract.
import type { ModelProposal } from '@veritrace/contract/provenance/proposals'
import { iso } from '@veritrace/platform/clock'
import type { CurrentProposal } from './store.ts'

export const viewProposal = (row: CurrentProposal): ModelProposal => ({
  id: row.id,
  vendor_id: row.vendor_id,
  vendor_slug: row.vendor_slug,
  vendor_name: row.vendor_name,
  source_url: row.source_url,
  evidence_artifact_id: row.snapshot_id,
  model: row.model,
  category: row.category,
  predicate: row.predicate,
  value: row.value,
  claim_text: row.claim_text,
  snippet: row.snippet,
  snippet_start: row.snippet_start,
  snippet_end: row.snippet_end,
  verdict: row.verdict,
  decision: row.decision,
  proposed_at: row.proposed_at.toISOString(),
  decided_at: iso(row.decided_at),
})
