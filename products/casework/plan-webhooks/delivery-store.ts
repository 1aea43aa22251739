// The SQL of deliveries: one row per message, with all its attempts.
import type { Delivery, DeliveryStatus } from '@veritrace/contract/casework/plan-transports'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import type { LeasedTable } from '@veritrace/platform/leases/leased-table'
import { LEASE_SECONDS } from '@veritrace/platform/leases/under-lease'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { DeliveryRow, Scope } from './tables.ts'

export type ShownDelivery = Omit<
  DeliveryRow,
  'body' | 'url' | 'locked_until' | 'tenant_id' | 'workspace_id' | 'case_id'
>
const SHOWN = [
  ...(['id', 'plan_id', 'transport_id', 'webhook_id', 'channel', 'event_type', 'target', 'request_digest'] as const),
  ...(['status', 'attempt', 'attempts', 'http_status', 'error', 'response_excerpt', 'duration_ms'] as const),
  ...(['next_retry_at', 'created_at', 'finished_at'] as const),
] as const
const WAITING = ['queued', 'retrying', 'delivering'] as const

export async function listDeliveries(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  planId: string,
  query: PageQuery & { status?: DeliveryStatus; channel?: Delivery['channel'] },
): Promise<Counted<ShownDelivery>> {
  const asked = db
    .selectFrom('casework.plan_deliveries')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('plan_id', '=', planId)
    .$if(query.status !== undefined, (rows) => rows.where('status', '=', query.status!))
    .$if(query.channel !== undefined, (rows) => rows.where('channel', '=', query.channel!))
  const list = `deliveries ${planId} ${query.status ?? ''} ${query.channel ?? ''}`
  const page = await pageById(list, query, (after, count) =>
    asked
      .select(SHOWN)
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

export const insertDelivery = (tx: Db<Tables>, delivery: Insertable<Tables['casework.plan_deliveries']>) =>
  tx.insertInto('casework.plan_deliveries').values(delivery).execute()

export type Claimed = Pick<
  DeliveryRow,
  'id' | 'case_id' | 'plan_id' | 'transport_id' | 'webhook_id' | 'url' | 'target' | 'body' | 'event_type' | 'attempt'
> &
  Pick<DeliveryRow, 'tenant_id' | 'workspace_id' | 'channel'>

/** Leases a message that is due; undefined if it is not due or another worker is sending it. */
export const claimDelivery = (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  now: Date,
): Promise<Claimed | undefined> =>
  db
    .updateTable('casework.plan_deliveries')
    .set((row) => ({ status: 'delivering', attempt: row('attempt', '+', 1), locked_until: LEASE }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('status', 'in', [...WAITING])
    .where('next_retry_at', '<=', now)
    .where(IS_FREE)
    .returning(['id', 'tenant_id', 'workspace_id', 'case_id', 'plan_id', 'transport_id', 'webhook_id', 'channel'])
    .returning(['url', 'target', 'body', 'event_type', 'attempt'])
    .executeTakeFirst()

export const PLAN_DELIVERIES: LeasedTable = {
  name: 'messages about plans',
  until: 'casework.plan_deliveries.locked_until',
  seconds: LEASE_SECONDS,
}

const LEASE = sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`
const IS_FREE = sql<boolean>`(locked_until is null or locked_until <= clock_timestamp())`

/** Seconds until the lease ends; undefined if no worker is sending the message. */
export async function secondsUntilFree(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('casework.plan_deliveries')
    .select(sql<number>`extract(epoch from locked_until - clock_timestamp())::float8`.as('seconds'))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('status', '=', 'delivering')
    .where(sql<boolean>`locked_until > clock_timestamp()`)
    .executeTakeFirst()
  return row?.seconds
}

export interface Settled {
  status: DeliveryStatus
  next_retry_at: Date | null
  finished_at: Date | null
  try: Delivery['attempts'][number] | undefined
  response_excerpt: string | null
}

/** Stores the result of an attempt if the lease is still ours: `attempt` is the number it was claimed with. */
export async function settleDelivery(
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  { id, attempt }: Pick<Claimed, 'id' | 'attempt'>,
  settled: Settled,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update casework.plan_deliveries set status = ${settled.status}, locked_until = null,
      next_retry_at = ${settled.next_retry_at}, finished_at = ${settled.finished_at},
      attempts = attempts || ${JSON.stringify(settled.try ? [settled.try] : [])}::jsonb,
      http_status = ${settled.try?.http_status ?? null}, error = ${settled.try?.error ?? null},
      duration_ms = ${settled.try?.duration_ms ?? null}, response_excerpt = ${settled.response_excerpt}
    where tenant_id = ${tenant} and workspace_id = ${workspace} and id = ${id} and attempt = ${attempt}
      and status = 'delivering'`.execute(tx)
  return numAffectedRows === 1n
}

/** Messages that wait for a deleted webhook are not sent. */
export const skipWaiting = (tx: Db<Tables>, { tenant, workspace }: Scope, webhookId: string, now: Date) =>
  tx
    .updateTable('casework.plan_deliveries')
    .set({ status: 'skipped', next_retry_at: null, finished_at: now })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', ['queued', 'retrying'])
    .execute()

/** Messages of all workspaces that are due but not being sent. */
export const listOverdue = (db: Db<Tables>, now: Date, limit: number) =>
  db
    .selectFrom('casework.plan_deliveries')
    .select(['id', 'tenant_id', 'workspace_id'])
    .where('status', 'in', [...WAITING])
    .where('next_retry_at', '<=', now)
    .where(IS_FREE)
    .orderBy('next_retry_at')
    .limit(limit)
    .execute()
