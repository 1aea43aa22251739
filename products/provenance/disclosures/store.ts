// The SQL of disclosures. Every query on tenant rows filters by tenant.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { DisclosureRow, Tables } from '../tables.ts'

const DISCLOSURE = [
  'id',
  'tenant_id',
  'kind',
  'title',
  'body',
  'body_html',
  'locale',
  'status',
  'version',
  'page_slugs',
  'effective_at',
  'published_at',
  'supersedes_id',
  'author_id',
  'editor_ids',
  'reviewer_id',
  'review_note',
  'evidence_ids',
  'signature_id',
  'created_at',
  'updated_at',
] as const

const selectDisclosures = (db: Db<Tables>, tenant: string) =>
  db.selectFrom('provenance.disclosures').select(DISCLOSURE).where('tenant_id', '=', tenant)

interface Filters {
  status?: DisclosureRow['status']
  kind?: DisclosureRow['kind']
  page_slug?: string
}
export const listDisclosures = (
  db: Db<Tables>,
  tenant: string,
  query: PageQuery & Filters,
): Promise<Page<DisclosureRow>> =>
  pageById(`${tenant} disclosures`, query, (after, count) =>
    selectDisclosures(db, tenant)
      .$if(query.status !== undefined, (q) => q.where('status', '=', query.status!))
      .$if(query.kind !== undefined, (q) => q.where('kind', '=', query.kind!))
      .$if(query.page_slug !== undefined, (q) => q.where(isOnPage(query.page_slug!)))
      .$if(after !== undefined, (q) => q.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

/** A disclosure without page slugs is on all pages. */
const isOnPage = (slug: string) => sql<boolean>`(page_slugs = '{}' or ${slug} = any(page_slugs))`

export const findDisclosure = (db: Db<Tables>, tenant: string, id: string): Promise<DisclosureRow | undefined> =>
  selectDisclosures(db, tenant).where('id', '=', id).executeTakeFirst()

/** Locks the row, so that concurrent changes to one disclosure run one after the other. */
export const lockDisclosure = (tx: Db<Tables>, tenant: string, id: string): Promise<DisclosureRow | undefined> =>
  selectDisclosures(tx, tenant).where('id', '=', id).forUpdate().executeTakeFirst()

/** The unpublished draft, in any status, that replaces a published disclosure. */
export const findOpenDraft = (db: Db<Tables>, tenant: string, id: string) =>
  db
    .selectFrom('provenance.disclosures')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('supersedes_id', '=', id)
    .where('status', 'in', ['draft', 'in_review', 'approved'])
    .executeTakeFirst()

export const insertDisclosure = (tx: Db<Tables>, disclosure: Insertable<Tables['provenance.disclosures']>) =>
  tx.insertInto('provenance.disclosures').values(disclosure).execute()

export const updateDisclosureRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.disclosures']>,
) =>
  tx
    .updateTable('provenance.disclosures')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

/** The disclosures that a page shows to the public, in display order. */
export const listShown = (db: Db<Tables>, tenant: string, slug: string) =>
  db
    .selectFrom('provenance.disclosures')
    .select(['kind', 'title', 'body', 'body_html', 'locale'])
    .where('tenant_id', '=', tenant)
    .where('status', '=', 'published')
    .where(isOnPage(slug))
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute()

/** The slugs in the list that belong to pages of the tenant. */
export const listOwnPages = (db: Db<Tables>, tenant: string, slugs: readonly string[]) =>
  db
    .selectFrom('provenance.pages')
    .select('slug as name')
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`slug = any(${slugs}::text[])`)
    .execute()

/** Includes evidence that a retention policy removed: it can still be cited and is shown as removed. */
export const listOwnEvidence = (db: Db<Tables>, tenant: string, ids: readonly string[]) =>
  db
    .selectFrom('provenance.evidence')
    .select('id as name')
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .unionAll(
      db
        .selectFrom('provenance.evidence_tombstones')
        .select('id as name')
        .where('tenant_id', '=', tenant)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    )
    .execute()

/** Members whose role lets them approve. */
export const listReviewers = async (db: Db<Tables>, tenant: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('platform.members')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('role', '<>', 'viewer')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
