// SQL of the vendors that a page lists as subprocessors.
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique } from '@veritrace/platform/db/failures'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { type InferResult, type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'

const selectSubprocessors = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.subprocessors as pick')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'pick.vendor_id')
    .select([
      'pick.vendor_id',
      'vendor.slug',
      'vendor.display_name',
      'vendor.primary_domain',
      'pick.purpose',
      'pick.data_categories',
      'pick.locations',
      'pick.position',
      'pick.added_at',
      'pick.effective_at',
    ])
export type SubprocessorRow = InferResult<ReturnType<typeof selectSubprocessors>>[number]

export const listSubprocessors = (
  db: Db<Tables>,
  tenant: string,
  pageId: string,
  query: PageQuery,
): Promise<Page<SubprocessorRow>> =>
  pageBy(
    `${tenant} ${pageId} subprocessors`,
    query,
    (row) => [row.position, row.vendor_id],
    ([position, vendor], count) =>
      selectSubprocessors(db)
        .where('pick.tenant_id', '=', tenant)
        .where('pick.page_id', '=', pageId)
        .$if(position !== undefined, (q) =>
          q.where(sql<boolean>`(pick.position, pick.vendor_id) > (${position}::int, ${vendor}::text)`),
        )
        .orderBy('pick.position')
        .orderBy('pick.vendor_id')
        .limit(count)
        .execute(),
  )

export const findSubprocessor = (db: Db<Tables>, tenant: string, pageId: string, vendorSlug: string) =>
  selectSubprocessors(db)
    .where('pick.tenant_id', '=', tenant)
    .where('pick.page_id', '=', pageId)
    .where('vendor.slug', '=', vendorSlug)
    .executeTakeFirst()

export const insertSubprocessor = (
  tx: Db<Tables>,
  pick: Omit<Insertable<Tables['provenance.subprocessors']>, 'position'>,
) =>
  tx
    .insertInto('provenance.subprocessors')
    .values({
      ...pick,
      position: sql`(select coalesce(max(position), 0) + 1 from provenance.subprocessors
        where tenant_id = ${pick.tenant_id} and page_id = ${pick.page_id})`,
    })
    .execute()

export const deleteSubprocessor = (tx: Db<Tables>, tenant: string, pageId: string, vendorId: string) =>
  tx
    .deleteFrom('provenance.subprocessors')
    .where('tenant_id', '=', tenant)
    .where('page_id', '=', pageId)
    .where('vendor_id', '=', vendorId)
    .execute()

export const isListedAlready = (error: unknown): boolean => breaksUnique(error, 'subprocessors_unique')
