// The SQL of retention matches: which evidence a policy applies to, and how much is stored. Every query filters by tenant.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { newerApproved } from '../evidence/store.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import type { Tables } from '../tables.ts'
import { daysBefore, type Share, STAYS_RESTORED_DAYS } from './rules.ts'
import type { PolicyRow } from './tables.ts'

export interface Match {
  id: string
  storage_key: string | null
  size_bytes: number
  legal_hold: boolean
}

/** What the policy would act on now, oldest first. Includes rows under legal hold, which runs count separately. */
export const listMatches = (db: Db<Tables>, tenant: string, policy: PolicyRow, now: Date): Promise<Match[]> =>
  readMatches(db, tenant, policy, now, sql`true`)

/** Whether the policy still applies to this row. */
export async function isMatched(
  db: Db<Tables>,
  tenant: string,
  policy: PolicyRow,
  piece: Piece,
  now: Date,
): Promise<boolean> {
  const matches = await readMatches(db, tenant, policy, now, isRelevant(piece, policy))
  return matches.some(({ id }) => id === piece.id)
}

type Piece = Pick<EvidenceRow, 'id' | 'lineage_id'>

/** Includes the other versions of the evidence only if the policy keeps some of them. */
const isRelevant = ({ id, lineage_id }: Piece, { keep_last_versions }: PolicyRow) =>
  keep_last_versions === 0 ? sql`id = ${id}` : sql`coalesce(lineage_id, id) = ${lineage_id ?? id}`

async function readMatches(
  db: Db<Tables>,
  tenant: string,
  policy: PolicyRow,
  now: Date,
  within: ReturnType<typeof sql>,
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select id, storage_key, coalesce(size_bytes, 0) as size_bytes, legal_hold
    from (
      select id, kind, review_status, tags, storage_key, storage_tier, upload_status, size_bytes, legal_hold, restored_at,
        anonymised_at, ${sql.ref(policy.basis)} as basis,
        ${newerApproved} as newer
      from provenance.evidence where tenant_id = ${tenant} and ${within}
    ) as evidence
    where ${appliesTo(policy)} and ${isActionable(policy, now)}
      and basis <= ${daysBefore(now, policy.after_days)} and newer >= ${policy.keep_last_versions}
    order by id`.execute(db)
  return rows
}

const appliesTo = ({ kinds, review_status, tags, min_size_bytes }: PolicyRow) => sql`
  (cardinality(${kinds}::text[]) = 0 or kind = any(${kinds}::text[]))
  and (cardinality(${review_status}::text[]) = 0 or review_status = any(${review_status}::text[]))
  and (cardinality(${tags}::text[]) = 0 or tags && ${tags}::text[])
  and coalesce(size_bytes, 0) >= ${min_size_bytes ?? 0}::bigint`

/** Excludes rows on which the action was already taken. */
function isActionable({ action }: PolicyRow, now: Date) {
  if (action === 'delete') return sql`true`
  if (action === 'anonymise') return sql`anonymised_at is null`
  const since = daysBefore(now, STAYS_RESTORED_DAYS)
  return sql`storage_tier = 'hot' and upload_status = 'uploaded' and (restored_at is null or restored_at <= ${since})`
}

export async function countEvidence(db: Db<Tables>, tenant: string): Promise<number> {
  const { count } = await db
    .selectFrom('provenance.evidence')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant)
    .executeTakeFirstOrThrow()
  return count
}

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

export const listShares = (db: Db<Tables>, tenant: string): Promise<Share[]> =>
  db
    .selectFrom('provenance.evidence')
    .select((row) => [
      'kind',
      'storage_tier as tier',
      row.fn.countAll<number>().as('objects'),
      row.fn.sum<number>('size_bytes').as('bytes'),
      sql<Date>`min(created_at)`.as('oldest_at'),
    ])
    .where('tenant_id', '=', tenant)
    .where('upload_status', '=', 'uploaded')
    .groupBy(['kind', 'storage_tier'])
    .orderBy('kind')
    .orderBy('storage_tier')
    .execute()
