// The SQL of long-running jobs. Jobs without a scope belong to the installation and are visible to every member.
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { WorkRow } from './tables.ts'

const COLUMNS = [
  ...([
    'id',
    'tenant_id',
    'workspace_id',
    'kind',
    'state',
    'input',
    'done',
    'total',
    'unit',
    'stats',
    'errors',
  ] as const),
  ...(['requested_by', 'created_at', 'started_at', 'touched_at', 'finished_at'] as const),
] as const

/** Uses the clock of the database, so that all processes judge liveness by the same time. */
const HEARD = sql<Date>`now()`
const SILENT_SECONDS = 1800

interface WorkScope {
  tenant: string
  workspace: string
}
export interface NewWork {
  id: string
  kind: CaseJob['kind']
  /** Null for a job of the installation. */
  scope: WorkScope | null
  requestedBy: string
  /** What `done` and `total` count: sources, files, pages. */
  unit: string
  /** Input for the worker. */
  input?: Record<string, unknown>
}

export const addWork = (tx: Db<Tables>, work: NewWork, now: Date): Promise<WorkRow> =>
  tx
    .insertInto('casework.work')
    .values({
      id: work.id,
      tenant_id: work.scope?.tenant ?? null,
      workspace_id: work.scope?.workspace ?? null,
      kind: work.kind,
      state: 'queued',
      input: JSON.stringify(work.input ?? {}),
      unit: work.unit,
      total: null,
      requested_by: work.requestedBy,
      created_at: now,
      started_at: null,
      touched_at: HEARD,
      finished_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Marks an unfinished job as running, also when it restarts after its worker died. Undefined if it has ended. */
export const startWork = (db: Db<Tables>, id: string, now: Date): Promise<WorkRow | undefined> =>
  db
    .updateTable('casework.work')
    .set({ state: 'running', started_at: sql<Date>`coalesce(started_at, ${now})`, touched_at: HEARD })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()

export interface Progress {
  done: number
  total?: number | null
  /** Merged into the stats reported before. */
  stats?: Record<string, unknown>
}

/** False if the job was canceled, so the worker must stop. */
export async function progressWork(db: Db<Tables>, id: string, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('casework.work')
    .set({ done: progress.done, touched_at: HEARD })
    .$if(progress.total !== undefined, (query) => query.set({ total: progress.total ?? null }))
    .$if(progress.stats !== undefined, (query) =>
      query.set({ stats: sql<string>`stats || ${JSON.stringify(progress.stats)}::jsonb` }),
    )
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface Ending {
  stats?: Record<string, unknown>
  errors?: CaseJob['errors']
}

export async function finishWork(
  db: Db<Tables>,
  id: string,
  state: 'succeeded' | 'partial' | 'failed' | 'cancelled',
  { stats = {}, errors = [] }: Ending,
  now: Date,
): Promise<void> {
  await db
    .updateTable('casework.work')
    .set({
      state,
      stats: sql<string>`stats || ${JSON.stringify(stats)}::jsonb`,
      errors: JSON.stringify(errors),
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      touched_at: HEARD,
      finished_at: now,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/** A job of this scope, never one of the installation. */
export const lockWork = (tx: Db<Tables>, scope: WorkScope, id: string): Promise<WorkRow | undefined> =>
  tx
    .selectFrom('casework.work')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Newest first: jobs of the scope and of the installation. */
export const listWork = (
  db: Db<Tables>,
  query: { scope?: WorkScope; kinds: readonly CaseJob['kind'][]; limit: number },
): Promise<WorkRow[]> =>
  db
    .selectFrom('casework.work')
    .select(COLUMNS)
    .where('kind', 'in', query.kinds)
    .where((row) => {
      const shared = row('tenant_id', 'is', null)
      if (!query.scope) return shared
      const { tenant, workspace } = query.scope
      return row.or([shared, row.and([row('tenant_id', '=', tenant), row('workspace_id', '=', workspace)])])
    })
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute()

/** Unfinished jobs of any scope whose worker has reported recently; a new job of the kind may have to wait for them. */
export const listOpenWork = (db: Db<Tables>, kind: CaseJob['kind']): Promise<WorkRow[]> =>
  db
    .selectFrom('casework.work')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .where(sql<boolean>`touched_at > now() - make_interval(secs => ${SILENT_SECONDS})`)
    .orderBy('id')
    .execute()

export async function forgetWork(db: Db<Tables>, endedBefore: Date): Promise<void> {
  await db.deleteFrom('casework.work').where('finished_at', '<', endedBefore).execute()
}
