// The SQL of runs. Every query names tenant and workspace.
import type { RunStep } from '@veritrace/contract/casework/runs'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { RunRow, Scope } from './tables.ts'

const COLUMNS = [
  ...(['id', 'tenant_id', 'workspace_id', 'case_id', 'n', 'kind', 'state', 'target', 'steps', 'options'] as const),
  ...(['inputs', 'outputs', 'diff', 'verification', 'unchanged', 'triggered_by', 'scope_digest'] as const),
  ...(['estate_revision', 'pack_revision', 'catalog_entries', 'list_patterns', 'error', 'queued_at'] as const),
  ...(['started_at', 'finished_at'] as const),
] as const

const UNDER_WAY = ['queued', 'running'] as const
const WITH_RESULTS = ['succeeded', 'partial'] as const

const runsOf = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db
    .selectFrom('casework.case_runs')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)

export const findRun = (db: Db<Tables>, scope: Scope, caseId: string, id: string): Promise<RunRow | undefined> =>
  runsOf(db, scope).where('case_id', '=', caseId).where('id', '=', id).executeTakeFirst()

/** Finds a run for a job, which knows only its id. */
export const findOrdered = (db: Db<Tables>, scope: Scope, id: string): Promise<RunRow | undefined> =>
  runsOf(db, scope).where('id', '=', id).executeTakeFirst()

export const findUnderWay = (db: Db<Tables>, scope: Scope, caseId: string): Promise<RunRow | undefined> =>
  runsOf(db, scope).where('case_id', '=', caseId).where('state', 'in', UNDER_WAY).executeTakeFirst()

/** The latest run with results, optionally for a target, below a number, or up to a time. */
export const finishedRun = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  { target, below, until }: { target?: string; below?: number; until?: Date } = {},
): Promise<RunRow | undefined> =>
  runsOf(db, scope)
    .where('case_id', '=', caseId)
    .where('state', 'in', WITH_RESULTS)
    .$if(target !== undefined, (rows) => rows.where('target', '=', target!))
    .$if(below !== undefined, (rows) => rows.where('n', '<', below!))
    .$if(until !== undefined, (rows) => rows.where('finished_at', '<=', until!))
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function listRuns(
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  query: PageQuery & { kind?: RunRow['kind']; state?: RunRow['state'] },
): Promise<Counted<RunRow>> {
  const asked = runsOf(db, scope)
    .where('case_id', '=', caseId)
    .$if(query.kind !== undefined, (rows) => rows.where('kind', '=', query.kind!))
    .$if(query.state !== undefined, (rows) => rows.where('state', '=', query.state!))
  const page = await pageBy<RunRow>(
    `${caseId} runs`,
    query,
    (row) => [row.n],
    ([before], count) =>
      asked
        .$if(before !== undefined, (rows) => rows.where('n', '<', before as number))
        .orderBy('n', 'desc')
        .limit(count)
        .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

/** The caller must hold the lock of the case. */
export async function nextNumber(tx: Db<Tables>, scope: Scope, caseId: string): Promise<number> {
  const row = await tx
    .selectFrom('casework.case_runs')
    .select(sql<number>`coalesce(max(n), 0) + 1`.as('n'))
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow()
  return row.n
}

export const insertRun = (tx: Db<Tables>, row: Insertable<Tables['casework.case_runs']>) =>
  tx.insertInto('casework.case_runs').values(row).execute()

export const updateRun = (db: Db<Tables>, scope: Scope, id: string, fields: Updateable<Tables['casework.case_runs']>) =>
  db
    .updateTable('casework.case_runs')
    .set(fields)
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .execute()

/** The result of each step, by step name. */
export async function findResults(db: Db<Tables>, scope: Scope, runId: string): Promise<Map<RunStep, unknown>> {
  const rows = await db
    .selectFrom('casework.case_run_results')
    .select(['step', 'body'])
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('run_id', '=', runId)
    .execute()
  return new Map(rows.map(({ step, body }) => [step as RunStep, body]))
}

export const insertResult = (tx: Db<Tables>, scope: Scope, runId: string, step: RunStep, body: unknown) =>
  tx
    .insertInto('casework.case_run_results')
    .values({
      run_id: runId,
      step,
      tenant_id: scope.tenant,
      workspace_id: scope.workspace,
      body: JSON.stringify(body),
    })
    .onConflict((row) =>
      row
        .columns(['run_id', 'step'])
        .doUpdateSet({ body: (eb) => eb.ref('excluded.body') })
        .where('casework.case_run_results.tenant_id', '=', scope.tenant),
    )
    .execute()

export const deleteResults = (tx: Db<Tables>, scope: Scope, runId: string) =>
  tx
    .deleteFrom('casework.case_run_results')
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('run_id', '=', runId)
    .execute()

/** For a run with the same inputs as the previous one. */
export const copyResults = (tx: Db<Tables>, scope: Scope, from: string, to: string) =>
  sql`insert into casework.case_run_results (run_id, step, tenant_id, workspace_id, body)
    select ${to}, step, tenant_id, workspace_id, body from casework.case_run_results
    where run_id = ${from} and tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace}
    on conflict do nothing`.execute(tx)
