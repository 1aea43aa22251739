// What a request may refer to: rows of the tenant, and vendors of the directory.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { DisclosureRow, Tables } from '../tables.ts'

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

type Named = Pick<DisclosureRow, 'title' | 'body' | 'body_html' | 'status'> & { named: string }

/** For each requested id, the published version of that disclosure; if there is none, the requested version itself. */
export async function listDisclosed(db: Db<Tables>, tenant: string, ids: readonly string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Named>`
    with recursive line as (
      select id as named, id, title, body, body_html, status from provenance.disclosures
      where tenant_id = ${tenant} and id = any(${ids}::text[])
      union
      select line.named, next.id, next.title, next.body, next.body_html, next.status
      from line join provenance.disclosures next on next.tenant_id = ${tenant} and next.supersedes_id = line.id)
    select distinct on (named) named, title, body, body_html, status from line
    order by named, status = 'published' desc, id = named desc`.execute(db)
  return rows
}

/** The ids in the list that belong to evidence or disclosures of the tenant. */
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
