// SQL of profile claims. Every query for a tenant's rows names the tenant; exceptions are explained.
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique } from '@veritrace/platform/db/failures'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'

const CLAIM = [
  'claim.id',
  'claim.tenant_id',
  'claim.vendor_id',
  'claim.status',
  'claim.method',
  'claim.contact_email',
  'claim.contact_name',
  'claim.contact_role',
  'claim.proof',
  'claim.token_hash',
  'claim.token_hint',
  'claim.token_expires_at',
  'claim.attempts',
  'claim.misses',
  'claim.last_checked_at',
  'claim.next_check_at',
  'claim.last_error',
  'claim.verified_at',
  'claim.revoked_at',
  'claim.decided_by',
  'claim.decision_reason',
  'claim.version',
  'claim.created_at',
  'claim.updated_at',
] as const

type Vendor = Pick<Selectable<Tables['provenance.vendors']>, 'primary_domain' | 'website_url'>
export type ClaimedProfile = Selectable<Tables['provenance.profile_claims']> &
  Vendor & { vendor_slug: string; vendor_name: string }

const selectClaims = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.profile_claims as claim')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'claim.vendor_id')
    .select(CLAIM)
    .select([
      'vendor.slug as vendor_slug',
      'vendor.display_name as vendor_name',
      'vendor.primary_domain',
      'vendor.website_url',
    ])

export const listClaims = (
  db: Db<Tables>,
  tenant: string,
  query: PageQuery & { status?: ClaimedProfile['status'] },
): Promise<Page<ClaimedProfile>> =>
  pageById(`${tenant} profile claims`, query, (after, count) =>
    selectClaims(db)
      .where('claim.tenant_id', '=', tenant)
      .$if(query.status !== undefined, (rows) => rows.where('claim.status', '=', query.status!))
      .$if(after !== undefined, (rows) => rows.where('claim.id', '<', after!))
      .orderBy('claim.id', 'desc')
      .limit(count)
      .execute(),
  )

export const findClaim = (db: Db<Tables>, tenant: string, id: string): Promise<ClaimedProfile | undefined> =>
  selectClaims(db).where('claim.tenant_id', '=', tenant).where('claim.id', '=', id).executeTakeFirst()

/** For operators and jobs, which have an id but no tenant. */
export const findTenantOf = (db: Db<Tables>, id: string) =>
  db.selectFrom('provenance.profile_claims').select('tenant_id').where('id', '=', id).executeTakeFirst()

/** Visitors have a token instead of a tenant. Claims of deleted customers are not found. */
export const findByToken = (db: Db<Tables>, hash: string): Promise<ClaimedProfile | undefined> =>
  selectClaims(db)
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'claim.tenant_id')
    .where('tenant.deleted_at', 'is', null)
    .where('claim.token_hash', '=', hash)
    .executeTakeFirst()

/** Locks the row first, so that concurrent changes of one claim run one after another. */
export async function lockClaim(tx: Db<Tables>, tenant: string, id: string): Promise<ClaimedProfile | undefined> {
  await tx
    .selectFrom('provenance.profile_claims')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return findClaim(tx, tenant, id)
}

export const insertClaim = (tx: Db<Tables>, claim: Insertable<Tables['provenance.profile_claims']>) =>
  tx.insertInto('provenance.profile_claims').values(claim).execute()

export const updateClaim = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['provenance.profile_claims']>,
) =>
  tx
    .updateTable('provenance.profile_claims')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

/**
 * How many claims the tenant started since then, and whether it holds this profile already. Locks the customer's row,
 * so that concurrent starts cannot exceed the daily limit.
 */
export async function countStarted(tx: Db<Tables>, tenant: string, vendor: string, since: Date) {
  await tx.selectFrom('platform.tenants').select('id').where('id', '=', tenant).forNoKeyUpdate().execute()
  const { rows } = await sql<{ started: number; held: boolean }>`
    select count(*) filter (where created_at > ${since}) as started,
      coalesce(bool_or(vendor_id = ${vendor} and status = 'verified'), false) as held
    from provenance.profile_claims where tenant_id = ${tenant}`.execute(tx)
  return rows[0]!
}

/** Locks and returns the pending and verified claims of the tenant. */
export const lockOpenClaims = (tx: Db<Tables>, tenant: string): Promise<ClaimedProfile[]> =>
  selectClaims(tx)
    .where('claim.tenant_id', '=', tenant)
    .where(sql<boolean>`claim.status in ('pending', 'verified')`)
    .orderBy('claim.id')
    .forUpdate('claim')
    .execute()

/** Due claims of all tenants, because the job checks all of them. Claims of deleted customers are due immediately. */
export const listDue = (db: Db<Tables>, now: Date, count: number) =>
  db
    .selectFrom('provenance.profile_claims as claim')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'claim.tenant_id')
    .select(['claim.tenant_id', 'claim.id'])
    .where(sql<boolean>`claim.status in ('pending', 'verified')`)
    .where((row) => row.or([row('claim.next_check_at', '<=', now), row('tenant.deleted_at', 'is not', null)]))
    .orderBy('claim.next_check_at')
    .limit(count)
    .execute()

export const hasLeft = async (db: Db<Tables>, tenant: string): Promise<boolean> =>
  (await db
    .selectFrom('platform.tenants')
    .select('id')
    .where('id', '=', tenant)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()) !== undefined

export const findClaimable = (db: Db<Tables>, slug: string) =>
  db
    .selectFrom('provenance.vendors')
    .select(['id', 'slug', 'display_name', 'primary_domain', 'website_url'])
    .where('slug', '=', slug)
    .executeTakeFirst()

/** Locks the vendor and returns its previous verification. */
export const lockVendor = (tx: Db<Tables>, id: string) =>
  tx
    .selectFrom('provenance.vendors')
    .select(['verified', 'last_verified_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const setVerified = (tx: Db<Tables>, id: string, verified: boolean, last_verified_at: Date | null) =>
  tx.updateTable('provenance.vendors').set({ verified, last_verified_at }).where('id', '=', id).execute()

export const findCustomerId = async (db: Db<Tables>, tenant: string): Promise<string> =>
  (await db.selectFrom('platform.tenants').select('customer_id').where('id', '=', tenant).executeTakeFirst())
    ?.customer_id ?? ''

export const isAlreadyPending = (error: unknown): boolean => breaksUnique(error, 'profile_claims_one_pending')
export const isHeldByAnother = (error: unknown): boolean => breaksUnique(error, 'profile_claims_one_verified')
