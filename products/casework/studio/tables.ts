// Row types of generations.
import type { GENERATION_KINDS, GENERATION_STATES, GenerationStep } from '@veritrace/contract/casework/generations'
import type { Actor, PackRef, Target } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** One event of a pipeline's stream. Its id is its position, starting at 1. */
export interface PipelineEvent {
  event: 'step' | 'file' | 'warning' | 'question' | 'done'
  data: unknown
}

interface GenerationsTable {
  id: string
  tenant_id: string
  workspace_id: string
  kind: (typeof GENERATION_KINDS)[number]
  title: string
  state: (typeof GENERATION_STATES)[number]
  pack: Json<PackRef>
  target: Json<Target>
  input_summary: string
  input_digest: string
  input: MaybeJson<Record<string, unknown>>
  output: Json<Record<string, unknown>>
  steps: MaybeJson<GenerationStep[]>
  events: ColumnType<PipelineEvent[], string | undefined, string>
  claim: string | null
  claimed_until: Date | null
  project_id: string | null
  case_id: string | null
  starred: Generated<boolean>
  created_by: Json<Actor>
  created_at: Date
  expires_at: Date | null
  immutable: Generated<boolean>
  version: Generated<number>
}

export interface StudioTables {
  'casework.generations': GenerationsTable
}
export type GenerationRow = Selectable<GenerationsTable>
