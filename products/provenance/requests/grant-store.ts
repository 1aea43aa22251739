// The SQL of grants and their links. Only the hash of a token is stored.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { GrantRow } from './tables.ts'

export const insertGrant = (tx: Db<Tables>, grant: Insertable<Tables['provenance.grants']>) =>
  tx.insertInto('provenance.grants').values(grant).execute()

export const listGrants = (db: Db<Tables>, tenant: string, requests: readonly string[]): Promise<GrantRow[]> =>
  db
    .selectFrom('provenance.grants')
    .select([
      'id',
      'tenant_id',
      'request_id',
      'subject_email',
      'items',
      'token_hint',
      'expires_at',
      'revoked_at',
      'revoked_by',
      'revoked_reason',
      'last_used_at',
      'downloads',
      'created_at',
    ])
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`request_id = any(${requests}::text[])`)
    .execute()

/** The grant behind a token, unless its tenant was deleted. `link_ends_at` is null for the first link of a grant. */
export const findByToken = (db: Db<Tables>, hash: string, now: Date) =>
  db
    .selectFrom('provenance.grants as given')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'given.tenant_id')
    .leftJoin('provenance.grant_links as link', (on) =>
      on
        .onRef('link.tenant_id', '=', 'given.tenant_id')
        .onRef('link.grant_id', '=', 'given.id')
        .on('link.token_hash', '=', hash),
    )
    .select(['given.id', 'given.tenant_id', 'given.request_id', 'given.subject_email', 'given.items'])
    .select(['given.expires_at', 'given.revoked_at', 'given.given_by', 'tenant.customer_id'])
    .select('link.expires_at as link_ends_at')
    .where(
      sql<boolean>`given.id in (
        select id from provenance.grants where token_hash = ${hash}
        union all select grant_id from provenance.grant_links where token_hash = ${hash})`,
    )
    .where('tenant.deleted_at', 'is', null)
    .where(
      sql<boolean>`(given.given_by is null
        or (platform.answers_for(given.tenant_id, given.given_by, ${now}::timestamptz)).role is not null)`,
    )
    .executeTakeFirst()

export const countDownload = (tx: Db<Tables>, tenant: string, id: string, now: Date) =>
  tx
    .updateTable('provenance.grants')
    .set((row) => ({ downloads: row('downloads', '+', 1), last_used_at: now }))
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()

export const markRevoked = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: { revoked_at: Date; revoked_by: string; revoked_reason: string | null },
) => tx.updateTable('provenance.grants').set(fields).where('tenant_id', '=', tenant).where('id', '=', id).execute()
