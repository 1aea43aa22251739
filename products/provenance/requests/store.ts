// The SQL of trust requests. Every query on tenant rows filters by tenant.
import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { RequestRow, StageRow } from './tables.ts'

const REQUEST = [
  'id',
  'tenant_id',
  'number',
  'kind',
  'direction',
  'status',
  'subject',
  'message',
  'vendor_id',
  'page_slug',
  'requester',
  'items',
  'item_keys',
  'requested_duration_days',
  'at_risk_at',
  'due_at',
  'assignee_id',
  'current_stage_id',
  'nda_signature_id',
  'decision_reason',
  'ip',
  'user_agent',
  'source',
  'version',
  'created_at',
  'updated_at',
  'closed_at',
] as const

const selectRequests = (db: Db<Tables>, tenant: string) =>
  db.selectFrom('provenance.requests').select(REQUEST).where('tenant_id', '=', tenant)

type Filters = Partial<
  Pick<RequestRow, 'status' | 'kind' | 'direction'> & {
    assignee_id: string
    page_slug: string
    sla_state: TrustRequest['sla_state']
  }
>
export const listRequests = (
  db: Db<Tables>,
  tenant: string,
  query: PageQuery & Filters,
  now: Date,
): Promise<Page<RequestRow>> =>
  pageById(`${tenant} requests`, query, (after, count) =>
    selectRequests(db, tenant)
      .$if(query.status !== undefined, (q) => q.where('status', '=', query.status!))
      .$if(query.kind !== undefined, (q) => q.where('kind', '=', query.kind!))
      .$if(query.direction !== undefined, (q) => q.where('direction', '=', query.direction!))
      .$if(query.assignee_id !== undefined, (q) => q.where('assignee_id', '=', query.assignee_id!))
      .$if(query.page_slug !== undefined, (q) => q.where('page_slug', '=', query.page_slug!))
      .$if(query.sla_state !== undefined, (q) => q.where(isIn(query.sla_state!, now)))
      .$if(after !== undefined, (q) => q.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

/** The deadline state of a closed request. An index uses the same expression. */
const CLOSED_STATE = sql`case when closed_at >= due_at then 'breached' when closed_at >= at_risk_at then 'at_risk' else 'on_track' end`

/** Matches `slaState` in the rules, written as index ranges. */
const isIn = (state: TrustRequest['sla_state'], now: Date) => {
  const closed = sql`closed_at is not null and ${CLOSED_STATE} = ${state}`
  if (state === 'breached') return sql<boolean>`((closed_at is null and due_at <= ${now}) or (${closed}))`
  if (state === 'at_risk')
    return sql<boolean>`((closed_at is null and at_risk_at <= ${now} and due_at > ${now}) or (${closed}))`
  return sql<boolean>`((closed_at is null and at_risk_at > ${now} and due_at > ${now}) or (${closed}))`
}

export const findRequest = (db: Db<Tables>, tenant: string, id: string): Promise<RequestRow | undefined> =>
  selectRequests(db, tenant).where('id', '=', id).executeTakeFirst()

/** Locks the row, so that steps of one request run one after the other. */
export const lockRequest = (tx: Db<Tables>, tenant: string, id: string): Promise<RequestRow | undefined> =>
  selectRequests(tx, tenant).where('id', '=', id).forUpdate().executeTakeFirst()

/** The tenant's next request number. Locks the counter until the commit, so requests are created one after another. */
export async function takeNumber(tx: Db<Tables>, tenant: string): Promise<number> {
  const { last } = await tx
    .insertInto('provenance.request_numbers')
    .values({ tenant_id: tenant, last: 1 })
    .onConflict((on) => on.column('tenant_id').doUpdateSet({ last: sql`request_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** An open request with the same address, page and direction that shares an item. */
export const findOpenLike = (
  tx: Db<Tables>,
  tenant: string,
  {
    direction,
    page_slug,
    email,
    keys,
  }: Pick<RequestRow, 'direction' | 'page_slug'> & { email: string; keys: string[] },
) =>
  tx
    .selectFrom('provenance.requests')
    .select(['id', 'number'])
    .where('tenant_id', '=', tenant)
    .where('closed_at', 'is', null)
    .where('direction', '=', direction)
    .where(sql`lower(requester ->> 'email')`, '=', email.toLowerCase())
    .where(sql<boolean>`page_slug is not distinct from ${page_slug}::text`)
    .where(sql<boolean>`item_keys && ${keys}::text[]`)
    .limit(1)
    .executeTakeFirst()

export async function insertRequest(
  tx: Db<Tables>,
  request: Insertable<Tables['provenance.requests']>,
  stages: Insertable<Tables['provenance.request_stages']>[],
): Promise<void> {
  await tx.insertInto('provenance.requests').values(request).execute()
  await tx.insertInto('provenance.request_stages').values(stages).execute()
}

export const updateRequestRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.requests']>,
) =>
  tx
    .updateTable('provenance.requests')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

/** The stages of these requests, in order within each request. */
export const listStages = (db: Db<Tables>, tenant: string, requests: readonly string[]): Promise<StageRow[]> =>
  db
    .selectFrom('provenance.request_stages')
    .select([
      'id',
      'tenant_id',
      'request_id',
      'key',
      'title',
      'position',
      'status',
      'required',
      'assignee_id',
      'entered_at',
      'completed_at',
      'completed_by',
      'due_at',
      'outcome',
      'note',
    ])
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`request_id = any(${requests}::text[])`)
    .orderBy('position')
    .execute()

export const updateStageRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.request_stages']>,
) =>
  tx.updateTable('provenance.request_stages').set(fields).where('tenant_id', '=', tenant).where('id', '=', id).execute()

/** Open requests of all tenants that were due before the given time, up to 500. */
export const listForgotten = (db: Db<Tables>, before: Date) =>
  db
    .selectFrom('provenance.requests as request')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'request.tenant_id')
    .select(['request.id', 'request.tenant_id', 'tenant.customer_id'])
    .where('request.closed_at', 'is', null)
    .where('request.due_at', '<', before)
    .orderBy('request.due_at')
    .limit(500)
    .execute()
