// The SQL of planned deletions: which policy will delete which evidence, and when. Every query filters by tenant.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { PolicyRow } from './tables.ts'

/** One version of a piece of evidence. */
export interface Piece {
  id: string
  lineage_id: string | null
}

/** Counts the newer versions that were ever approved: drafts and rejected versions replace nothing. */
export const newerApproved = sql<number>`count(*) filter (where review_status in ('approved', 'expired', 'superseded')) over (
  partition by coalesce(lineage_id, id) order by id desc rows between unbounded preceding and 1 preceding)`

/** Includes the other versions of the evidence only if the policy keeps some of them. */
export const isRelevant = ({ id, lineage_id }: Piece, { keep_last_versions }: PolicyRow) =>
  keep_last_versions === 0 ? sql`id = ${id}` : sql`coalesce(lineage_id, id) = ${lineage_id ?? id}`

export const appliesTo = ({ kinds, review_status, tags, min_size_bytes }: PolicyRow) => sql`
  (cardinality(${kinds}::text[]) = 0 or kind = any(${kinds}::text[]))
  and (cardinality(${review_status}::text[]) = 0 or review_status = any(${review_status}::text[]))
  and (cardinality(${tags}::text[]) = 0 or tags && ${tags}::text[])
  and coalesce(size_bytes, 0) >= ${min_size_bytes ?? 0}::bigint`

/**
 * Writes which policy will delete each row, and when; for one row if `piece` is given. `policies` must be in priority
 * order.
 */
export async function planPurges(
  tx: Db<Tables>,
  tenant: string,
  policies: readonly PolicyRow[],
  piece?: Piece,
): Promise<void> {
  const isTarget = piece ? sql`id = ${piece.id}` : sql`true`
  await sql`
    update provenance.evidence set retention_policy_id = null, purge_after = null
    where tenant_id = ${tenant} and ${isTarget} and retention_policy_id is not null`.execute(tx)
  for (const policy of policies.filter(({ action, dry_run }) => action === 'delete' && !dry_run))
    await sql`
      update provenance.evidence as evidence
      set retention_policy_id = ${policy.id}, purge_after = basis + make_interval(days => ${policy.after_days})
      from (
        select id as piece, ${sql.ref(policy.basis)} as basis,
          ${newerApproved} as newer
        from provenance.evidence where tenant_id = ${tenant} and ${piece ? isRelevant(piece, policy) : sql`true`}
      ) as placed
      where tenant_id = ${tenant} and ${isTarget} and id = piece and retention_policy_id is null and not legal_hold
        and basis is not null and newer >= ${policy.keep_last_versions} and ${appliesTo(policy)}`.execute(tx)
}
