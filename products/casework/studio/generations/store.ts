// The SQL of generations. Every query names tenant and workspace.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import type { LeasedTable } from '@veritrace/platform/leases/leased-table'
import { LEASE_SECONDS } from '@veritrace/platform/leases/under-lease'
import { type Insertable, sql, type Updateable } from 'kysely'
import { spaceOf } from '../../model/space.ts'
import type { Tables } from '../../tables.ts'
import type { GenerationRow, Scope } from '../tables.ts'

const SUMMARY = [
  ...(['id', 'tenant_id', 'workspace_id', 'kind', 'title', 'state', 'pack', 'target', 'input_summary'] as const),
  ...(['input_digest', 'steps', 'project_id', 'case_id', 'starred', 'created_by', 'created_at'] as const),
  ...(['expires_at', 'immutable', 'version'] as const),
] as const
const WHOLE = [...SUMMARY, 'input', 'output', 'events', 'claim', 'claimed_until'] as const

export type GenerationSummaryRow = Pick<GenerationRow, (typeof SUMMARY)[number]>
export type NewGenerationRow = Omit<Insertable<Tables['casework.generations']>, 'claim' | 'claimed_until'>

const ofScope = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db.selectFrom('casework.generations').where('tenant_id', '=', tenant).where('workspace_id', '=', workspace)

export const insertGeneration = (tx: Db<Tables>, row: NewGenerationRow): Promise<GenerationRow> =>
  tx
    .insertInto('casework.generations')
    .values({ ...row, claim: null, claimed_until: null })
    .returning(WHOLE)
    .executeTakeFirstOrThrow()

/** Finds expired generations too. */
export const findGeneration = (db: Db<Tables>, scope: Scope, id: string): Promise<GenerationRow | undefined> =>
  ofScope(db, scope).select(WHOLE).where('id', '=', id).executeTakeFirst()

export const lockGeneration = (tx: Db<Tables>, scope: Scope, id: string): Promise<GenerationRow | undefined> =>
  ofScope(tx, scope).select(WHOLE).where('id', '=', id).forUpdate().executeTakeFirst()

export interface GenerationQuery extends PageQuery {
  kind?: GenerationRow['kind']
  q?: string
  case_id?: string
  starred?: boolean
  /** Id of the user who created it. */
  creator?: string
}

export async function listGenerations(
  db: Db<Tables>,
  scope: Scope,
  query: GenerationQuery,
  now: Date,
): Promise<Counted<GenerationSummaryRow>> {
  const { kind, q, case_id, starred, creator } = query
  const asked = ofScope(db, scope)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind!))
    .$if(case_id !== undefined, (rows) => rows.where('case_id', '=', case_id!))
    .$if(starred !== undefined, (rows) => rows.where('starred', '=', starred!))
    .$if(creator !== undefined, (rows) => rows.where(isBy(creator!)))
    .$if(q !== undefined, (rows) =>
      rows.where(sql<boolean>`grams @> platform.grams_asked(${spaceOf(scope)}, ${q})
        and strpos(lower(title || ' ' || input_summary), lower(${q})) > 0`),
    )
  const name = [scope.tenant, scope.workspace, 'generations', kind, q, case_id, starred, creator].join(' ')
  const page = await pageById(name, query, (after, count) =>
    asked
      .select(SUMMARY)
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

const isBy = (creator: string) => sql<boolean>`created_by ->> 'id' = ${creator}`

export const updateGeneration = (
  tx: Db<Tables>,
  scope: Scope,
  id: string,
  fields: Updateable<Tables['casework.generations']>,
): Promise<GenerationRow> =>
  tx
    .updateTable('casework.generations')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .returning(WHOLE)
    .executeTakeFirstOrThrow()

export const deleteGeneration = (tx: Db<Tables>, { tenant, workspace }: Scope, id: string) =>
  tx
    .deleteFrom('casework.generations')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()

/** Deletes everything except bundles, and counts the bundles that remain. */
export async function deleteGenerations(
  tx: Db<Tables>,
  scope: Scope,
  creator: string | undefined,
): Promise<{ deleted: number; retained: number }> {
  const { numDeletedRows } = await tx
    .deleteFrom('casework.generations')
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('kind', '<>', 'bundle')
    .$if(creator !== undefined, (rows) => rows.where(isBy(creator!)))
    .executeTakeFirstOrThrow()
  const { retained } = await ofScope(tx, scope)
    .select(sql<number>`count(*)::int`.as('retained'))
    .$if(creator !== undefined, (rows) => rows.where(isBy(creator!)))
    .executeTakeFirstOrThrow()
  return { deleted: Number(numDeletedRows), retained }
}

/** In all tenants. */
export const deleteExpired = (db: Db<Tables>, now: Date) =>
  db.deleteFrom('casework.generations').where('expires_at', '<', now).execute()

/**
 * Claims a running pipeline. Undefined if another worker has it, or if it has ended. A worker that has lost its claim
 * cannot write anything, because each write checks the claim.
 */
export const claimPipeline = (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  holder: string,
): Promise<GenerationRow | undefined> =>
  db
    .updateTable('casework.generations')
    .set({ claim: holder, claimed_until: LEASE })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(sql<boolean>`(claimed_until is null or claimed_until <= clock_timestamp())`)
    .returning(WHOLE)
    .executeTakeFirst()

export const PIPELINES: LeasedTable = {
  name: 'pipelines of the studio',
  until: 'casework.generations.claimed_until',
  seconds: LEASE_SECONDS,
}

const LEASE = sql<Date>`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** False if the lease was lost. */
export async function renewPipeline(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  holder: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('casework.generations')
    .set({ claimed_until: LEASE })
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('claim', '=', holder)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Seconds until the lease ends. */
export async function secondsUntilFree(db: Db<Tables>, { tenant, workspace }: Scope, id: string): Promise<number> {
  const row = await db
    .selectFrom('casework.generations')
    .select(sql<number | null>`extract(epoch from claimed_until - clock_timestamp())::float8`.as('seconds'))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return Math.max(0, row?.seconds ?? 0)
}

/** Writes the result of a step. False if another worker has claimed the pipeline. */
export async function advancePipeline(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  claim: string,
  fields: Updateable<Tables['casework.generations']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('casework.generations')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends a pipeline after the last retry. `detail` says why it failed. */
export async function failPipeline(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  detail: string,
): Promise<void> {
  const done = JSON.stringify([{ event: 'done', data: { generation_id: id, state: 'failed' } }])
  const error = JSON.stringify({ error: { code: 'internal', detail } })
  await sql`
    update casework.generations set state = 'failed', claim = null, claimed_until = null, version = version + 1,
      events = events || ${done}::jsonb, output = output || ${error}::jsonb
    where tenant_id = ${tenant} and workspace_id = ${workspace} and id = ${id} and state = 'running'`.execute(db)
}
