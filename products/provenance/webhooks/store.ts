// The SQL of webhook subscriptions: which vendors exist, and which are pinned.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** The ids in the list that belong to vendors of the directory. */
export const listKnownVendors = (db: Db<Tables>, ids: readonly string[]) =>
  db.selectFrom('provenance.vendors').select('id').where(sql<boolean>`id = any(${ids}::text[])`).execute()

/** Which of these vendors are pinned, with the tenant that pinned them. Serves events of many tenants in one query. */
export const listPinned = (db: Db<Tables>, tenants: readonly string[], vendors: readonly string[]) =>
  db
    .selectFrom('provenance.pinned_vendors')
    .select(['tenant_id', 'vendor_id'])
    .where(sql<boolean>`tenant_id = any(${tenants}::text[])`)
    .where(sql<boolean>`vendor_id = any(${vendors}::text[])`)
    .execute()
