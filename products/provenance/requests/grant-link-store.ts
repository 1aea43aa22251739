// The SQL of replacement links. A visitor gives only an email address, so these queries read the grants of all tenants.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * The active grants of an address (in lower case), newest first, without those of deleted tenants. Locks the grants, so
 * that concurrent requests for links are counted one after the other.
 */
export const lockLiveGrants = (tx: Db<Tables>, email: string, now: Date, count: number) =>
  tx
    .selectFrom('provenance.grants as given')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'given.tenant_id')
    .innerJoin('provenance.requests as request', (on) =>
      on.onRef('request.tenant_id', '=', 'given.tenant_id').onRef('request.id', '=', 'given.request_id'),
    )
    .select(['given.id', 'given.tenant_id', 'given.subject_email', 'given.expires_at'])
    .select(['tenant.display_name as customer', 'request.subject'])
    .where(sql`lower(given.subject_email)`, '=', email)
    .where('given.revoked_at', 'is', null)
    .where('given.expires_at', '>', now)
    .where('tenant.deleted_at', 'is', null)
    .orderBy('given.id', 'desc')
    .limit(count)
    .forUpdate('given')
    .execute()

/** Counts the links created for each grant since the given time. */
export async function countLinks(tx: Db<Tables>, grants: readonly string[], since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ grant_id: string; made: number }>`
    select grant_id, count(*)::int as made from provenance.grant_links
    where grant_id = any(${grants}::text[]) and created_at > ${since} group by grant_id`.execute(tx)
  return new Map(rows.map(({ grant_id, made }) => [grant_id, made]))
}

export const insertLinks = (tx: Db<Tables>, links: Insertable<Tables['provenance.grant_links']>[]) =>
  tx.insertInto('provenance.grant_links').values(links).execute()

/** Deletes links of all tenants that expired before the given time. */
export const deleteLinks = (db: Db<Tables>, endedBefore: Date) =>
  db.deleteFrom('provenance.grant_links').where('expires_at', '<', endedBefore).execute()
