// Converts rows to what the contract shows.
import type { Generation, GenerationSummary } from '@veritrace/contract/casework/generations'
import { iso } from '@veritrace/platform/clock'
import type { GenerationRow } from '../tables.ts'
import type { GenerationSummaryRow } from './store.ts'

export const viewSummary = (row: GenerationSummaryRow): GenerationSummary => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  pack: row.pack,
  target: row.target,
  input_summary: row.input_summary,
  input_digest: row.input_digest,
  ...(row.steps && { steps: row.steps }),
  project_id: row.project_id,
  case_id: row.case_id,
  starred: row.starred,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: iso(row.expires_at),
  immutable: row.immutable,
  version: row.version,
  etag: `"${row.version}"`,
})

export const viewGeneration = (row: GenerationRow): Generation => ({
  ...viewSummary(row),
  ...(row.input && { input: row.input }),
  output: row.output,
})
