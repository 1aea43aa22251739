// The SQL of webhooks. Every query names tenant and workspace.
import type { DeliveryStatus } from '@veritrace/contract/casework/plan-transports'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Scope, WebhookRow } from './tables.ts'

/** A webhook without its secret, which is read only for signing. */
export type ShownWebhook = Omit<WebhookRow, 'secret'> & { secret_hint: string }
const WEBHOOK = [
  ...(['id', 'tenant_id', 'workspace_id', 'case_id', 'url', 'events', 'description', 'active'] as const),
  ...(['created_by', 'created_at', 'last_status', 'last_at', 'failure_count', 'disabled_reason'] as const),
] as const
const HINT = sql<string>`'…' || right(secret, 4)`.as('secret_hint')

const webhooksOf = (db: Db<Tables>, { tenant, workspace }: Scope, caseId: string) =>
  db
    .selectFrom('casework.plan_webhooks')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)

export async function listWebhooks(
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  query: PageQuery,
): Promise<Counted<ShownWebhook>> {
  const asked = webhooksOf(db, scope, caseId)
  const page = await pageById(`plan-webhooks ${caseId}`, query, (after, count) =>
    asked
      .select([...WEBHOOK, HINT])
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

export async function countWebhooks(db: Db<Tables>, scope: Scope, caseId: string): Promise<number> {
  const { total } = await webhooksOf(db, scope, caseId)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export const findWebhook = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  id: string,
): Promise<ShownWebhook | undefined> =>
  webhooksOf(db, scope, caseId)
    .select([...WEBHOOK, HINT])
    .where('id', '=', id)
    .executeTakeFirst()

export const listActive = (db: Db<Tables>, scope: Scope, caseId: string) =>
  webhooksOf(db, scope, caseId).select(['id', 'url', 'events']).where('active', '=', true).orderBy('id').execute()

export const findSigning = (db: Db<Tables>, scope: Scope, caseId: string, id: string) =>
  webhooksOf(db, scope, caseId).select(['active', 'secret']).where('id', '=', id).executeTakeFirst()

export const insertWebhook = (tx: Db<Tables>, webhook: Insertable<Tables['casework.plan_webhooks']>) =>
  tx.insertInto('casework.plan_webhooks').values(webhook).execute()

export const deleteWebhookRow = (tx: Db<Tables>, { tenant, workspace }: Scope, caseId: string, id: string) =>
  tx
    .deleteFrom('casework.plan_webhooks')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)
    .where('id', '=', id)
    .execute()

/** Updates the state of a webhook after an attempt. */
export const noteTry = (
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  tried: { status: DeliveryStatus; ok: boolean; disables: boolean; at: Date },
) =>
  tx
    .updateTable('casework.plan_webhooks')
    .set((row) => ({
      last_status: tried.status,
      last_at: tried.at,
      failure_count: tried.ok ? 0 : row('failure_count', '+', 1),
      ...(tried.disables && { active: false, disabled_reason: 'The receiver answered 410 Gone.' }),
    }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()
