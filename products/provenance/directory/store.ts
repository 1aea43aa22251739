// SQL that compares listed vendors with the directory and adds them.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Tx = Db<Tables>

/** Locks in order of id, like every change of vendors. */
export const lockListed = (tx: Tx, slugs: readonly string[], domains: readonly string[]) =>
  tx
    .selectFrom('provenance.vendors')
    .select(['id', 'slug', 'primary_domain', 'website_url', 'aliases', 'hosts', 'description', 'opted_out'])
    .where((row) =>
      row.or([
        row('slug', '=', sql<string>`any(${[...slugs]}::text[])`),
        row('primary_domain', '=', sql<string>`any(${[...domains]}::text[])`),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

export const insertListed = (tx: Tx, vendors: Insertable<Tables['provenance.vendors']>[]) =>
  tx
    .insertInto('provenance.vendors')
    .values(vendors)
    .onConflict((conflict) => conflict.constraint('vendors_slug_unique').doNothing())
    .returning(['id', 'slug'])
    .execute()

export interface Filling {
  website_url?: string
  description?: string
  aliases?: string[]
  hosts?: string[]
}

export const fillVendor = (tx: Tx, id: string, filling: Filling, updated_at: Date) =>
  tx
    .updateTable('provenance.vendors')
    .set({ ...filling, updated_at })
    .where('id', '=', id)
    .execute()

export const listKnownSources = (tx: Tx, vendorIds: readonly string[]) =>
  tx
    .selectFrom('provenance.sources')
    .select(['vendor_id', 'kind', 'url', 'canonical_url', 'status'])
    .where('vendor_id', '=', sql<string>`any(${[...vendorIds]}::text[])`)
    .execute()

export const insertSources = (tx: Tx, sources: Insertable<Tables['provenance.sources']>[]) =>
  tx
    .insertInto('provenance.sources')
    .values(sources)
    .onConflict((conflict) => conflict.constraint('sources_unique').doNothing())
    .returning('vendor_id')
    .execute()
