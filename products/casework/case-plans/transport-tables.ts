// Row types of transports.
import type { Transport } from '@veritrace/contract/casework/plan-transports'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>

interface TransportsTable {
  id: string
  tenant_id: string
  workspace_id: string
  plan_id: string
  kind: Transport['kind']
  target: Json<Transport['target']>
  item_ids: string[]
  requests: Json<Transport['requests']>
  manifest: Json<Transport['manifest']>
  status: Transport['status']
  scope_check: Json<Transport['scope_check']>
  log_excerpt: string | null
  created_by: Json<Actor>
  created_at: Date
  updated_at: Date
}

export interface TransportTables {
  'casework.plan_transports': TransportsTable
}
export type TransportRow = Selectable<TransportsTable>
