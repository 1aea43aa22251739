// The SQL of decisions made in a case, which ratings and controls read, and of the feedback given with them.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql } from 'kysely'
import { dueContext } from '../knowledge/outbox-store.ts'
import { decisionsContext } from '../knowledge/rules.ts'
import type { Tables } from '../tables.ts'
import type { FeedbackRow, Scope } from './tables.ts'

export type NewDecision = Insertable<Tables['casework.decisions']>

/** Also raises the decisions revision: every answer that depends on decisions includes it. */
export async function insertDecisions(tx: Db<Tables>, scope: Scope, rows: readonly NewDecision[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into casework.decisions (id, tenant_id, workspace_id, pack_id, kind, type, key, project_id, case_id, value,
      rationale, reviewed, by_id, by_name, at, expires_at)
    select x.id, x.tenant_id, x.workspace_id, x.pack_id, x.kind, x.type, x.key, x.project_id, x.case_id,
      x.value::jsonb, x.rationale, x.reviewed, x.by_id, x.by_name, x.at, x.expires_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id text, tenant_id text, workspace_id text, pack_id text,
      kind text, type text, key text, project_id text, case_id text, value text, rationale text, reviewed boolean,
      by_id text, by_name text, at timestamptz, expires_at timestamptz)`.execute(tx)
  await raiseDecisionsRevision(tx, scope, new Date(rows[0]!.at))
}

export async function raiseDecisionsRevision(tx: Db<Tables>, scope: Scope, now: Date): Promise<void> {
  await dueContext(tx, decisionsContext(scope), now, { whole: true })
  await sql`
    insert into casework.workspaces as w (tenant_id, workspace_id, decisions_revision)
    values (${scope.tenant}, ${scope.workspace}, 1)
    on conflict (tenant_id, workspace_id) do update set decisions_revision = w.decisions_revision + 1`.execute(tx)
}

export const insertFeedback = (tx: Db<Tables>, row: Insertable<Tables['casework.feedback']>) =>
  tx.insertInto('casework.feedback').values(row).execute()

export async function listFeedback(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  caseId: string,
  query: PageQuery,
): Promise<Counted<FeedbackRow>> {
  const asked = db
    .selectFrom('casework.feedback')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)
  const page = await pageById(`${caseId} feedback`, query, (after, count) =>
    asked
      .select([
        'id',
        'tenant_id',
        'workspace_id',
        'case_id',
        'subject',
        'rating',
        'tags',
        'comment',
        'author',
        'effect',
      ])
      .select('at')
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}
