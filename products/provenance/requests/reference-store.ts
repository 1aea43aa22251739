// What a request may name: rows of the tenant, and vendors of the directory.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const findOwnPage = (db: Db<Tables>, tenant: string, slug: string) =>
  db
    .selectFrom('provenance.pages')
    .select(['slug', 'nda_required'])
    .where('tenant_id', '=', tenant)
    .where('slug', '=', slug)
    .executeTakeFirst()

export const hasVendor = async (db: Db<Tables>, id: string): Promise<boolean> =>
  (await db.selectFrom('provenance.vendors').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const isMember = async (db: Db<Tables>, tenant: string, user: string): Promise<boolean> =>
  (await db
    .selectFrom('platform.members')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', user)
    .executeTakeFirst()) !== undefined

export const listDisclosureTitles = (db: Db<Tables>, tenant: string, ids: readonly string[]) =>
  db
    .selectFrom('provenance.disclosures')
    .select(['id', 'title'])
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()

/** Those of the ids that are evidence or disclosures of the tenant. */
export const listOwnItems = async (
  db: Db<Tables>,
  tenant: string,
  table: 'provenance.evidence' | 'provenance.disclosures',
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  return rows.map(({ id }) => id)
}
