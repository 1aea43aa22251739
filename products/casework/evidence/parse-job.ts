// The job that parses a file.
import type { Db } from '@veritrace/platform/db/db'
import type { Casework } from '../deps.ts'
import type { Tables } from '../tables.ts'
import type { EvidenceRow } from './tables.ts'

export const PARSE = 'casework-parse'

export interface ParseOrder {
  tenant: string
  workspace: string
  id: string
  /** Number of the parse. A job with an old number does nothing. */
  reading: number
}

export function addParseJob({ jobs }: Pick<Casework, 'jobs'>, tx: Db<Tables>, row: EvidenceRow): Promise<void> {
  const order: ParseOrder = { tenant: row.tenant_id, workspace: row.workspace_id, id: row.id, reading: row.reading }
  return jobs.add(tx, PARSE, order, { key: `${row.id} ${row.reading}` })
}
