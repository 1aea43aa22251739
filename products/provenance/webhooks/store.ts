// The SQL of the webhook subscription: which vendors there are, and which are pinned by whom.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Those of the ids that are vendors of the directory. */
export const listKnownVendors = (db: Db<Tables>, ids: readonly string[]) =>
  db.selectFrom('provenance.vendors').select('id').where(sql<boolean>`id = any(${ids}::text[])`).execute()

/** Those of the vendors that are pinned, each with who pinned it; for events of many tenants at once. */
export const listPinned = (db: Db<Tables>, tenants: readonly string[], vendors: readonly string[]) =>
  db
    .selectFrom('provenance.pinned_vendors')
    .select(['tenant_id', 'vendor_id'])
    .where(sql<boolean>`tenant_id = any(${tenants}::text[])`)
    .where(sql<boolean>`vendor_id = any(${vendors}::text[])`)
    .execute()
