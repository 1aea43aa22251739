// The SQL of retention matches: which evidence a policy applies to, and how much is stored. Every query filters by tenant.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { appliesTo, isRelevant, newerApproved, type Piece } from '../retention/purge-store.ts'
import type { PolicyRow } from '../retention/tables.ts'
import type { Tables } from '../tables.ts'
import { daysBefore, type Share, STAYS_RESTORED_DAYS } from './rules.ts'

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
