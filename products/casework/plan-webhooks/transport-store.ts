// The SQL of transports that a delivery hands over.
import type { Transport } from '@veritrace/contract/casework/plan-transports'
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Scope } from './tables.ts'

/** Marks a transport as sent once the receiver has accepted the handover, unless a status was reported since. */
export const noteSent = (
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  sent: { id: string; kind: Transport['kind']; webhookId: string | null },
  at: Date,
) =>
  tx
    .updateTable('casework.plan_transports')
    .set({ status: 'sent', updated_at: at })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', sent.id)
    .where('kind', '=', sent.kind)
    .where(sql<boolean>`coalesce(target ->> 'webhook_id', '') = ${sent.webhookId ?? ''}`)
    .where('status', '=', 'prepared')
    .execute()
