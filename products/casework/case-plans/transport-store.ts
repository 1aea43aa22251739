// The SQL of transports. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Scope, TransportRow } from './transport-tables.ts'

const TRANSPORT = [
  ...(['id', 'tenant_id', 'workspace_id', 'plan_id', 'kind', 'target', 'item_ids', 'requests', 'manifest'] as const),
  ...(['status', 'scope_check', 'log_excerpt', 'created_by', 'created_at', 'updated_at'] as const),
] as const

/** Oldest first. */
export const listTransports = (db: Db<Tables>, { tenant, workspace }: Scope, planId: string): Promise<TransportRow[]> =>
  db
    .selectFrom('casework.plan_transports')
    .select(TRANSPORT)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('plan_id', '=', planId)
    .orderBy('id')
    .execute()

export const findTransport = async (
  db: Db<Tables>,
  scope: Scope,
  planId: string,
  id: string,
): Promise<TransportRow | undefined> => (await listTransports(db, scope, planId)).find((row) => row.id === id)

export const insertTransport = (tx: Db<Tables>, transport: Insertable<Tables['casework.plan_transports']>) =>
  tx.insertInto('casework.plan_transports').values(transport).execute()

export const updateTransport = (
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  fields: Updateable<Tables['casework.plan_transports']>,
) =>
  tx
    .updateTable('casework.plan_transports')
    .set(fields)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
