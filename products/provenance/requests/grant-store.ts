// The SQL of grants. Of the token only its hash is kept, and it is read by nobody here.
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
