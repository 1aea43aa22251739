// Whether a case is stale depends on shared lists, on rules that come with a release, and on the time, none of which
// writes to the case. Each workspace therefore stores a stamp of the inputs of its stale reasons, and listing its cases
// recomputes the reasons if the stamp has changed. A list is then as exact as a single case, at the cost of one page.
import type { Db } from '@veritrace/platform/db/db'
import { aside, transact } from '@veritrace/platform/db/transact'
import { type RawBuilder, sql } from 'kysely'
import { digestOf } from '../model/digest.ts'
import { spaceOf } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { type Fresh, type Ruleset, restingOn, staleReasons } from './staleness-store.ts'
import type { Scope } from './tables.ts'

/** Call outside a transaction: the reasons it computes are stored even if the caller fails. */
export async function freshen(db: Db<Tables>, scope: Scope, fresh: Fresh): Promise<void> {
  const known = await readFreshness(db, scope, fresh)
  if (!isCurrent(known, fresh)) await aside(() => transact(db, (tx) => recomputeAll(tx, scope, fresh)))
  if (known.in_doubt) await recompute(db, scope, fresh, sql`c.stale_reasons is null`)
}

interface Freshness {
  /** The stored stamp. */
  stamp: string | null
  good_until: Date | null
  own: number
  shared: number
  in_doubt: boolean
}

async function readFreshness(db: Db<Tables>, { tenant, workspace }: Scope, fresh: Fresh): Promise<Freshness> {
  const { rows } = await sql<Freshness>`
    select known.stamp, known.good_until,
      coalesce((select revision from casework.space_revisions
        where tenant_id = ${tenant} and space = ${spaceOf({ tenant, workspace })}), 0) as own,
      coalesce((select revision from casework.space_revisions
        where tenant_id is null and space = ${fresh.corpusSpace}), 0) as shared,
      -- Ordered as in an index; otherwise the database may scan every case to find one.
      exists (select from casework.cases where tenant_id = ${tenant} and workspace_id = ${workspace}
        and stale_reasons is null and deleted_at is null order by id limit 1) as in_doubt
    from (select 1) as one
    left join casework.freshness known on known.tenant_id = ${tenant} and known.workspace_id = ${workspace}`.execute(db)
  return rows[0]!
}

const isCurrent = (known: Freshness, fresh: Fresh): boolean =>
  known.stamp === stampOf(known, fresh) && (known.good_until === null || known.good_until > fresh.now)

const stampOf = ({ own, shared }: Freshness, { corpusSpace, rulesets }: Fresh): string =>
  digestOf({ own, shared, corpusSpace, rulesets: rulesets.map(nameOf).toSorted() })
const nameOf = ({ pack_id, pack_version, revision }: Ruleset): string => `${pack_id}@${pack_version} ${revision}`

/**
 * One at a time for a workspace. The stamp is computed before the update: if an input changes in between, the stored
 * stamp does not match and the next caller recomputes everything.
 */
async function recomputeAll(tx: Db<Tables>, scope: Scope, fresh: Fresh): Promise<void> {
  const { tenant, workspace } = scope
  await sql`insert into casework.freshness (tenant_id, workspace_id, stamp) values (${tenant}, ${workspace}, '')
    on conflict (tenant_id, workspace_id) do update set stamp = freshness.stamp`.execute(tx)
  const known = await readFreshness(tx, scope, fresh)
  // Another request has already recomputed the reasons.
  if (isCurrent(known, fresh)) return
  await recompute(tx, scope, fresh, sql`true`)
  await sql`
    update casework.freshness set stamp = ${stampOf(known, fresh)}, good_until = (
      select min(least(revoked_at, expires_at)) from casework.decisions
      where tenant_id = ${tenant} and workspace_id = ${workspace} and kind in ('overlay', 'exemption')
        and least(revoked_at, expires_at) > ${fresh.now})
    where tenant_id = ${tenant} and workspace_id = ${workspace}`.execute(tx)
}

/** Skips a case that changes in the meantime: its stale reasons stay null, as that change left them. */
async function recompute(db: Db<Tables>, scope: Scope, fresh: Fresh, which: RawBuilder<unknown>): Promise<void> {
  const isOurs = sql`c.tenant_id = ${scope.tenant} and c.workspace_id = ${scope.workspace} and c.deleted_at is null`
  await sql`
    update casework.cases c set stale_reasons = found.reasons
    from (
      select c.id, ${staleReasons(scope, fresh)} as reasons, ${DEPENDS_ON} as depends_on
      from casework.cases c ${restingOn(fresh)} where ${isOurs} and ${which}) found
    where c.id = found.id and ${isOurs} and ${which} and ${DEPENDS_ON} = found.depends_on
      and c.stale_reasons is distinct from found.reasons`.execute(db)
}

const DEPENDS_ON = sql`jsonb_build_array(c.status, c.scope_digest, c.target, c.finished_run_id, c.project_id)`
