// SQL of trust pages. Every query for a tenant's rows names the tenant.
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique } from '@veritrace/platform/db/failures'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { PageRow, Tables } from '../tables.ts'

interface Counts {
  subprocessors: number
  disclosures: number
  evidence: number
  expired_evidence: number
}
export type CountedPage = PageRow & Counts

const PAGE = [
  'page.id',
  'page.tenant_id',
  'page.slug',
  'page.display_name',
  'page.headline',
  'page.intro',
  'page.locale',
  'page.theme',
  'page.custom_domain',
  'page.domain_status',
  'page.domain_token',
  'page.domain_checked_at',
  'page.domain_error',
  'page.footer_branding',
  'page.indexable',
  'page.status_page_url',
  'page.security_contact',
  'page.no_subprocessors',
  'page.nda_required',
  'page.nda_template_id',
  'page.sections',
  'page.published',
  'page.published_at',
  'page.unpublished_at',
  'page.version',
  'page.created_at',
  'page.updated_at',
] as const

const selectPages = (db: Db<Tables>, now: Date) =>
  db
    .selectFrom('provenance.pages as page')
    .select(PAGE)
    .select([
      // Only by page_id: with a tenant condition PostgreSQL reads the table instead of the index.
      sql<number>`(select count(*) from provenance.subprocessors s where s.page_id = page.id)`.as('subprocessors'),
      sql<number>`(select count(*) from provenance.disclosures d where d.tenant_id = page.tenant_id and ${shownOn('d')})`.as(
        'disclosures',
      ),
      sql<number>`(select count(*) from provenance.evidence e where e.tenant_id = page.tenant_id and ${shownEvidence})`.as(
        'evidence',
      ),
      sql<number>`(select count(*) from provenance.evidence e
        where e.tenant_id = page.tenant_id and ${shownEvidence} and e.valid_until < ${now})`.as('expired_evidence'),
    ])

/** A published disclosure appears on the pages it names, or on all pages if it names none. */
const shownOn = (alias: string) =>
  sql`${sql.ref(`${alias}.status`)} = 'published' and (${sql.ref(`${alias}.page_slugs`)} = '{}' or page.slug = any(${sql.ref(`${alias}.page_slugs`)}))`
const shownEvidence = sql`e.review_status = 'approved' and e.visibility <> 'hidden'`

export const listPages = (
  db: Db<Tables>,
  tenant: string,
  query: PageQuery & { published?: boolean },
  now: Date,
): Promise<Page<CountedPage>> =>
  pageById(`${tenant} pages`, query, (after, count) =>
    selectPages(db, now)
      .where('page.tenant_id', '=', tenant)
      .$if(query.published !== undefined, (q) => q.where('page.published', '=', query.published!))
      .$if(after !== undefined, (q) => q.where('page.id', '<', after!))
      .orderBy('page.id', 'desc')
      .limit(count)
      .execute(),
  )

export const findPage = (db: Db<Tables>, tenant: string, slug: string, now: Date): Promise<CountedPage | undefined> =>
  selectPages(db, now).where('page.tenant_id', '=', tenant).where('page.slug', '=', slug).executeTakeFirst()

/** Locks the row first, so that concurrent edits of one page run one after another. */
export async function lockPage(
  tx: Db<Tables>,
  tenant: string,
  slug: string,
  now: Date,
): Promise<CountedPage | undefined> {
  await tx
    .selectFrom('provenance.pages')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('slug', '=', slug)
    .forUpdate()
    .execute()
  return findPage(tx, tenant, slug, now)
}

export const insertPage = (tx: Db<Tables>, page: Insertable<Tables['provenance.pages']>) =>
  tx.insertInto('provenance.pages').values(page).execute()

export const updatePageRow = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.pages']>,
) =>
  tx
    .updateTable('provenance.pages')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

/** A domain check without a change of status does not bump the version, which would conflict with edits. */
export const noteDomainCheck = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  check: Pick<PageRow, 'domain_error' | 'domain_checked_at'>,
) => tx.updateTable('provenance.pages').set(check).where('tenant_id', '=', tenant).where('id', '=', id).execute()

export async function countOtherPublished(db: Db<Tables>, tenant: string, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('provenance.pages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenant)
    .where('published', '=', true)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return count
}

/** The fields that decide the customer's entitlements. */
export const findCustomer = (db: Db<Tables>, tenant: string) =>
  db
    .selectFrom('platform.tenants')
    .select(['customer_id', 'plan', 'trial_ends_at'])
    .where('id', '=', tenant)
    .executeTakeFirst()

/** Verified domains once a day, all others every time, up to 500 per call. */
export const listDomainsToCheck = (db: Db<Tables>, now: Date) =>
  db
    .selectFrom('provenance.pages')
    .innerJoin('platform.tenants', 'platform.tenants.id', 'provenance.pages.tenant_id')
    .select(['tenant_id', 'slug'])
    .where('custom_domain', 'is not', null)
    .where('platform.tenants.deleted_at', 'is', null)
    .where((row) =>
      row.or([
        row('domain_status', '<>', 'verified'),
        row('domain_checked_at', '<', new Date(now.getTime() - 24 * 3_600_000)),
      ]),
    )
    .orderBy('domain_checked_at', (order) => order.asc().nullsFirst())
    .limit(500)
    .execute()

export const findVendor = (db: Db<Tables>, slug: string) =>
  db.selectFrom('provenance.vendors').select(['id', 'slug', 'display_name']).where('slug', '=', slug).executeTakeFirst()

export const isSlugTaken = (error: unknown): boolean => breaksUnique(error, 'pages_slug_unique')
export const isDomainProvedElsewhere = (error: unknown): boolean => breaksUnique(error, 'pages_domain_unique')

export const isOwnNda = async (db: Db<Tables>, tenant: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('provenance.statements')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('kind', '=', 'nda')
    .executeTakeFirst()) !== undefined
