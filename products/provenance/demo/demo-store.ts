// SQL of the invented vendors, and how much of their story has been read.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Tables } from '../tables.ts'

interface NewVendor {
  slug: string
  display_name: string
  domain: string
  website_url: string
  aliases: readonly string[]
  description: string
  featured: boolean
}

/** Inserts missing vendors and returns their ids. */
export const insertDemoVendors = (db: Db<Tables>, vendors: readonly NewVendor[], created_at: Date) =>
  db
    .insertInto('provenance.vendors')
    .values(
      vendors.map(({ domain, aliases, ...vendor }) => ({
        ...vendor,
        id: newId('ven'),
        primary_domain: domain,
        aliases: [...aliases],
        origin: 'demo' as const,
        created_at,
      })),
    )
    .onConflict((conflict) => conflict.constraint('vendors_slug_unique').doNothing())
    .returning('id')
    .execute()

/** Sets the site of a vendor that was listed without one. */
export const setSite = (db: Db<Tables>, slug: string, website_url: string, created_at: Date) =>
  db
    .updateTable('provenance.vendors')
    .set({ website_url, created_at })
    .where('slug', '=', slug)
    .where('origin', '=', 'demo')
    .where('website_url', '<>', website_url)
    .execute()

/** The vendors with the time of their last completed crawl. */
export const listDemoVendors = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.vendors as vendor')
    .select(['vendor.id', 'vendor.slug', 'vendor.website_url', 'vendor.created_at'])
    .select((row) =>
      row
        .selectFrom('provenance.crawl_jobs as job')
        .select((job) => job.fn.max('job.created_at').as('at'))
        .whereRef('job.vendor_id', '=', 'vendor.id')
        .where('job.source_id', 'is', null)
        .where('job.completed_at', 'is not', null)
        .as('crawled_at'),
    )
    .where('vendor.origin', '=', 'demo')
    .where('vendor.primary_domain', 'like', '%.localhost')
    .orderBy('vendor.slug')
    .execute()
