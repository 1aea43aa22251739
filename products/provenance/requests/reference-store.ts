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

/**
 * Titles of disclosures of the tenant, and of evidence with what decides whether its file can be had: that of the version
 * which has taken its place, where one has.
 */
export async function listNamed(
  db: Db<Tables>,
  tenant: string,
  { evidence, disclosures }: { evidence: readonly string[]; disclosures: readonly string[] },
  now: Date,
): Promise<{ id: string; title: string; isFile: boolean }[]> {
  const { rows } = await sql<{ id: string; title: string; isFile: boolean }>`
    select asked.id, held.title, held.storage_tier = 'hot' and held.review_status = 'approved'
      and (held.valid_until is null or held.valid_until > ${now}) as "isFile"
    from provenance.evidence asked cross join lateral (
      select * from provenance.evidence one
      where one.tenant_id = asked.tenant_id and (one.id = asked.id or asked.review_status = 'superseded'
        and one.review_status = 'approved' and (one.visibility <> 'hidden' or asked.visibility = 'hidden')
        and coalesce(one.lineage_id, one.id) = coalesce(asked.lineage_id, asked.id))
      order by one.review_status = 'approved' desc, one.version desc limit 1) held
    where asked.tenant_id = ${tenant} and asked.id = any(${evidence}::text[])
    union all
    select id, title, false from provenance.disclosures
    where tenant_id = ${tenant} and id = any(${disclosures}::text[])`.execute(db)
  return rows
}

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
