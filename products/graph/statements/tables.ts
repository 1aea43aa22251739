// Statements on their way into the database, one by one and by the thousand.
import type { StatementRow } from '../tables.ts'

export type Metadata = Record<string, unknown>

export type TermColumns = Pick<
  StatementRow,
  'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language'
>

export interface AssertedRow extends TermColumns {
  id: string
  /** Canonical. */
  line: string
  context: string
  metadata: Metadata
  assertions: number
}

export type PackedColumn = 'id' | 'context' | keyof TermColumns

/** Arrays as PostgreSQL spells them. Those that are too short are read as if they went on with nulls. */
export type PackedColumns = Record<PackedColumn | 'metadata' | 'assertions', string>

/** What the statements of one change have in common. */
export interface Common {
  tenant: string
  workspace: string
  seq: number
  now: Date
  created_by: string
}
