// Ends everything that acts for a tenant.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/**
 * Ends everything that acts for the tenant or is sent in its name. Marking the tenant as deleted already rejects all of
 * it; this also covers a tenant that is restored, and erases the provider's tokens immediately.
 */
export async function endAccess(tx: Db, tenant: string, by: string, now: Date): Promise<void> {
  await sql`
    with sessions as (
      update platform.sessions set revoked_at = coalesce(revoked_at, ${now}), revoked_by = coalesce(revoked_by, ${by}),
        sealed_tokens = null
      where tenant_id = ${tenant}
    ), keys as (
      update platform.api_keys set revoked_at = ${now}, revoked_by = ${by}, revoke_reason = 'The workspace was deleted.'
      where tenant_id = ${tenant} and revoked_at is null
    ), invitations as (
      update platform.invitations set revoked_at = ${now}
      where tenant_id = ${tenant} and accepted_at is null and revoked_at is null
    ), clients as (
      update platform.oidc_clients set revoked_at = ${now} where tenant_id = ${tenant} and revoked_at is null
    )
    update platform.webhook_endpoints set enabled = false, status = 'disabled', disabled_reason = 'manual', updated_at = ${now}
    where tenant_id = ${tenant} and enabled`.execute(tx)
}
