// The SQL of sign-ups, of usage that plans limit, and of what a deleted customer releases.
import type { Feature } from '@veritrace/contract/provenance/account'
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique } from '@veritrace/platform/db/failures'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const insertSignup = (tx: Db<Tables>, signup: Insertable<Tables['provenance.signups']>) =>
  tx.insertInto('provenance.signups').values(signup).execute()

export const isSignedUp = (error: unknown): boolean => breaksUnique(error, 'signups_company_unique')

/** Sign-ups before the given time whose workspace still has no members. */
export const listAbandoned = (db: Db<Tables>, before: Date, limit: number) =>
  db
    .selectFrom('provenance.signups as signup')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'signup.tenant_id')
    .select(['signup.tenant_id', 'tenant.customer_id'])
    .where('signup.created_at', '<', before)
    .where('tenant.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('platform.members as member')
            .select('member.user_id')
            .whereRef('member.tenant_id', '=', 'signup.tenant_id'),
        ),
      ),
    )
    .orderBy('signup.created_at')
    .limit(limit)
    .execute()

/** Allows the company to sign up again. */
export const deleteSignup = (tx: Db<Tables>, tenant: string) =>
  tx.deleteFrom('provenance.signups').where('tenant_id', '=', tenant).execute()

export const listTrustPages = (db: Db<Tables>, tenant: string) =>
  db
    .selectFrom('provenance.pages')
    .select(['id', 'slug', 'display_name', 'published', 'custom_domain'])
    .where('tenant_id', '=', tenant)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

export async function countUsed(db: Db<Tables>, tenant: string): Promise<Partial<Record<Feature, number>>> {
  const { rows } = await sql<Record<'published' | 'domains' | 'unbranded' | 'keys' | 'webhooks' | 'policies', number>>`
    select page.published, page.domains, page.unbranded,
      (select count(*)::int from platform.api_keys
        where tenant_id = ${tenant} and kind = 'api_key' and revoked_at is null) as keys,
      (select count(*)::int from platform.webhook_endpoints where tenant_id = ${tenant}) as webhooks,
      (select count(*)::int from provenance.retention_policies where tenant_id = ${tenant}) as policies
    from (
      select count(*) filter (where published)::int as published,
        count(*) filter (where custom_domain is not null)::int as domains,
        count(*) filter (where not footer_branding)::int as unbranded
      from provenance.pages where tenant_id = ${tenant}
    ) page`.execute(db)
  const used = rows[0]!
  return {
    publish_trust_page: used.published,
    custom_domain: used.domains,
    remove_branding: used.unbranded,
    api_keys: used.keys,
    webhooks: used.webhooks,
    retention_policies: used.policies,
  }
}

/** Allows another tenant to verify the domains. */
export const releaseDomains = (tx: Db<Tables>, tenant: string) =>
  tx
    .updateTable('provenance.pages')
    .set({ domain_status: 'pending_dns' })
    .where('tenant_id', '=', tenant)
    .where('domain_status', '=', 'verified')
    .execute()
