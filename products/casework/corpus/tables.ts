// Row types of the collector.
import type { ColumnType, Selectable } from 'kysely'

export interface SourceError {
  class: 'network' | 'http' | 'robots' | 'parse' | 'license' | 'too_large'
  detail: string
}

interface SourceStatesTable {
  space: string
  pack_id: string
  source_id: string
  last_attempt_at: ColumnType<Date | null, Date | null | undefined>
  last_success_at: ColumnType<Date | null, Date | null | undefined>
  http_status: ColumnType<number | null, number | null | undefined>
  etag: ColumnType<string, string | undefined>
  last_modified: ColumnType<string, string | undefined>
  robots: ColumnType<
    'allowed' | 'disallowed' | 'not_applicable',
    'allowed' | 'disallowed' | 'not_applicable' | undefined
  >
  consecutive_failures: ColumnType<number, number | undefined>
  last_error: ColumnType<SourceError | null, string | null | undefined, string | null>
  changed_last_run: ColumnType<boolean, boolean | undefined>
}

export interface CollectorTables {
  'casework.source_states': SourceStatesTable
}
export type SourceState = Selectable<SourceStatesTable>
