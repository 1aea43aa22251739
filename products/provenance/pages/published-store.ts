// Published pages of tenants that are not deleted, and the rows that they show.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import type { Tables } from '../tables.ts'

const published = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.pages as page')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'page.tenant_id')
    .where('page.published', '=', true)
    .where('tenant.deleted_at', 'is', null)

export interface PublishedRow {
  slug: string
  display_name: string
  published_at: Date | null
}
export const listPublished = (db: Db<Tables>, query: PageQuery): Promise<Page<PublishedRow>> =>
  pageBy(
    'published pages',
    query,
    (row) => [row.slug],
    ([after], count) =>
      published(db)
        .select(['page.slug', 'page.display_name', 'page.published_at'])
        .$if(after !== undefined, (q) => q.where('page.slug', '>', String(after)))
        .orderBy('page.slug')
        .limit(count)
        .execute(),
  )

export const findPublished = (db: Db<Tables>, slug: string) =>
  published(db)
    .select([
      'page.id',
      'page.tenant_id',
      'page.slug',
      'page.display_name',
      'page.headline',
      'page.intro',
      'page.locale',
      'page.theme',
      'page.status_page_url',
      'page.security_contact',
      'page.no_subprocessors',
      'page.sections',
      'page.indexable',
      'page.custom_domain',
      'page.domain_status',
      'page.footer_branding',
      'page.published',
      'tenant.customer_id',
      'tenant.plan',
    ])
    .where('page.slug', '=', slug)
    .executeTakeFirst()

/** At most one page can have verified a domain. */
export const findPublishedAt = (db: Db<Tables>, domain: string) =>
  published(db)
    .select('page.slug')
    .where('page.custom_domain', '=', domain)
    .where('page.domain_status', '=', 'verified')
    .executeTakeFirst()

export const shownSubprocessors = (db: Db<Tables>, tenant: string, pageId: string) =>
  db
    .selectFrom('provenance.subprocessors as pick')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'pick.vendor_id')
    .select(['pick.vendor_id', 'vendor.slug', 'vendor.display_name', 'vendor.primary_domain'])
    .where('pick.page_id', '=', pageId)
    // `is not distinct from` instead of `=` makes PostgreSQL use the index on page_id.
    .where('pick.tenant_id', 'is not distinct from', tenant)
    .orderBy('pick.position')
    .orderBy('pick.vendor_id')
    .execute()

export const shownEvidence = (db: Db<Tables>, tenant: string) =>
  db
    .selectFrom('provenance.evidence')
    .select(['title', 'content_type', 'review_status as status', 'kind', 'visibility'])
    .where('tenant_id', '=', tenant)
    .where('review_status', '=', 'approved')
    .where('visibility', '<>', 'hidden')
    .orderBy('title')
    .orderBy('id')
    .execute()

/** The page that was published first, as an example for visitors. */
export const examplePage = (db: Db<Tables>) =>
  published(db).select(['page.slug', 'page.display_name']).orderBy('page.published_at').limit(1).executeTakeFirst()
