// Row types of the model's readings, proposals and usage.
import type { ColumnType, Generated, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string | undefined, string>
export type Verdict = 'supports' | 'disputed' | 'known'
type Decision = '' | 'confirmed' | 'dismissed'

interface ReadingsTable {
  snapshot_id: string
  model: string
  vendor_id: string
  status: 'waiting' | 'done'
  reason: Generated<string>
  attempts: Generated<number>
  due_at: Date
  outcomes: Json<Record<string, number>>
}

interface ProposalsTable {
  id: string
  vendor_id: string
  source_id: string
  snapshot_id: string
  model: string
  category: string
  predicate: string
  value: string
  claim_text: string
  snippet: string
  snippet_start: number
  snippet_end: number
  prefix: string
  suffix: string
  details: Json<Record<string, unknown>>
  proposed_at: Date
  verdict: Verdict
  settled_at: Date
  decision: Generated<Decision>
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface UsageTable {
  /** Formatted like 2026-11-19. */
  day: ColumnType<string, string, never>
  vendor_id: string
  calls: number
  failures: Generated<number>
  tokens: Generated<number>
}

export interface ProposalTables {
  'provenance.model_readings': ReadingsTable
  'provenance.model_proposals': ProposalsTable
  'provenance.model_usage': UsageTable
}

export type ProposalRow = Selectable<ProposalsTable>
