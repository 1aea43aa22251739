// Row types of statements to be written.
import type { StatementRow } from '../tables.ts'

export type Metadata = Record<string, unknown>

export type TermColumns = Pick<
  StatementRow,
  'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language'
>

export interface AssertedRow extends TermColumns {
  id: string
  /** In canonical form. */
  line: string
  context: string
  metadata: Metadata
  assertions: number
}

export type PackedColumn = 'id' | 'context' | keyof TermColumns

/** PostgreSQL array literals. An array that is too short counts as filled up with nulls. */
export type PackedColumns = Record<PackedColumn | 'metadata' | 'assertions', string>

/** Values that all statements of one change share. */
export interface Common {
  tenant: string
  workspace: string
  seq: number
  now: Date
  created_by: string
}
