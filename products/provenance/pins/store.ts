// The SQL of pinned vendors. Every query on tenant rows filters by tenant.

import { MAX_UNREAD } from '@veritrace/contract/provenance/pins'
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique } from '@veritrace/platform/db/failures'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type InferResult, type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'

const PIN = [
  'pin.id',
  'pin.tenant_id',
  'pin.vendor_id',
  'pin.tier',
  'pin.status',
  'pin.owner_id',
  'pin.business_purpose',
  'pin.data_categories',
  'pin.regions',
  'pin.contract_end_at',
  'pin.notice_days',
  'pin.review_interval_days',
  'pin.last_reviewed_at',
  'pin.notes',
  'pin.tags',
  'pin.alert_rules',
  'pin.risk_override',
  'pin.read_until',
  'pin.alerted_until',
  'pin.version',
  'pin.added_at',
  'pin.updated_at',
] as const

/** Unread changes, up to the number that is displayed, from one index range per pin. */
const unread = sql<number>`(select count(*) from (
  select from provenance.change_events event
  where event.vendor_id = pin.vendor_id and not event.hidden and event.observed_at > pin.read_until
  order by event.observed_at desc limit ${sql.lit(MAX_UNREAD)}) as news)`

const selectPins = (db: Db<Tables>, tenant: string) =>
  db
    .selectFrom('provenance.pinned_vendors as pin')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'pin.vendor_id')
    .select(PIN)
    .select(['vendor.slug as vendor_slug', 'vendor.display_name as vendor_name', 'vendor.risk_band as derived_band'])
    .select(unread.as('unread_changes'))
    .where('pin.tenant_id', '=', tenant)
export type ShownPin = InferResult<ReturnType<typeof selectPins>>[number]

interface Filters {
  tier?: ShownPin['tier']
  status?: ShownPin['status']
}
export const listPins = (db: Db<Tables>, tenant: string, query: PageQuery & Filters): Promise<Page<ShownPin>> =>
  pageById(`${tenant} pins`, query, (after, count) =>
    selectPins(db, tenant)
      .$if(query.tier !== undefined, (rows) => rows.where('pin.tier', '=', query.tier!))
      .$if(query.status !== undefined, (rows) => rows.where('pin.status', '=', query.status!))
      .$if(after !== undefined, (rows) => rows.where('pin.id', '<', after!))
      .orderBy('pin.id', 'desc')
      .limit(count)
      .execute(),
  )

export const findPin = (db: Db<Tables>, tenant: string, vendor: string): Promise<ShownPin | undefined> =>
  selectPins(db, tenant).where('pin.vendor_id', '=', vendor).executeTakeFirst()

/** Locks the row first, so that concurrent edits of one pin run one after the other. */
export async function lockPin(tx: Db<Tables>, tenant: string, vendor: string): Promise<ShownPin | undefined> {
  await tx
    .selectFrom('provenance.pinned_vendors')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('vendor_id', '=', vendor)
    .forUpdate()
    .execute()
  return findPin(tx, tenant, vendor)
}

export const insertPin = (tx: Db<Tables>, pin: Insertable<Tables['provenance.pinned_vendors']>) =>
  tx.insertInto('provenance.pinned_vendors').values(pin).execute()

export const updatePinRow = (
  tx: Db<Tables>,
  tenant: string,
  vendor: string,
  fields: Updateable<Tables['provenance.pinned_vendors']>,
) =>
  tx
    .updateTable('provenance.pinned_vendors')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('vendor_id', '=', vendor)
    .execute()

/** Not an edit, so the version stays the same. */
export const setAlerted = (tx: Db<Tables>, tenant: string, vendor: string, alerted_until: Date) =>
  tx
    .updateTable('provenance.pinned_vendors')
    .set({ alerted_until })
    .where('tenant_id', '=', tenant)
    .where('vendor_id', '=', vendor)
    .execute()

export const deletePin = (tx: Db<Tables>, tenant: string, vendor: string) =>
  tx.deleteFrom('provenance.pinned_vendors').where('tenant_id', '=', tenant).where('vendor_id', '=', vendor).execute()

/** Locks the tenant, so that concurrent pins cannot exceed the limit. */
export async function countPins(tx: Db<Tables>, tenant: string) {
  const customer = await tx
    .selectFrom('platform.tenants')
    .select(['trial_ends_at'])
    .where('id', '=', tenant)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { count } = await tx
    .selectFrom('provenance.pinned_vendors')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant)
    .executeTakeFirstOrThrow()
  return { count, trial_ends_at: customer?.trial_ends_at ?? null }
}

export const findPinnable = (db: Db<Tables>, idOrSlug: string) =>
  db
    .selectFrom('provenance.vendors')
    .select(['id', 'slug', 'display_name'])
    .where((row) => row.or([row('id', '=', idOrSlug), row('slug', '=', idOrSlug)]))
    .executeTakeFirst()

export const findMember = (db: Db<Tables>, tenant: string, user: string) =>
  db
    .selectFrom('platform.members')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user)
    .executeTakeFirst()

export const isPinnedAlready = (error: unknown): boolean => breaksUnique(error, 'pinned_vendors_unique')
