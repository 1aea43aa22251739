// The SQL of estimates. Rows are inserted once and never changed.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import type { Insertable } from 'kysely'
import type { EstimateRow, Scope } from '../cases/tables.ts'
import type { Tables } from '../tables.ts'

export const insertEstimate = (tx: Db<Tables>, row: Insertable<Tables['casework.estimates']>) =>
  tx.insertInto('casework.estimates').values(row).execute()

/** The newest estimate of any case of the project that is not deleted. */
export async function newestEstimateOf(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  projectId: string,
): Promise<EstimateRow['body'] | undefined> {
  const row = await db
    .selectFrom('casework.estimates as e')
    .innerJoin('casework.cases as c', (on) =>
      on.onRef('c.id', '=', 'e.case_id').onRef('c.tenant_id', '=', 'e.tenant_id'),
    )
    .select('e.body')
    .where('e.tenant_id', '=', tenant)
    .where('e.workspace_id', '=', workspace)
    .where('c.project_id', '=', projectId)
    .where('c.deleted_at', 'is', null)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.body
}

export async function listEstimates(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  caseId: string,
  query: PageQuery,
): Promise<Counted<EstimateRow>> {
  const asked = db
    .selectFrom('casework.estimates')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)
  const page = await pageById(`${caseId} estimates`, query, (after, count) =>
    asked
      .select(['id', 'tenant_id', 'workspace_id', 'case_id', 'plan_id', 'body', 'inputs_digest', 'created_by'])
      .select('created_at')
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}
