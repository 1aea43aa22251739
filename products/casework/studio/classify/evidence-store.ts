// The SQL of the studio's evidence lookups.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../../tables.ts'
import type { Scope } from '../tables.ts'

/** The objects that a file contains. */
export const listObjectsOf = (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  projectId: string,
  evidenceId: string,
): Promise<{ type: string; name: string }[]> =>
  db
    .selectFrom('casework.estate_objects')
    .select(['type', 'name'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('project_id', '=', projectId)
    .where('evidence_id', '=', evidenceId)
    .orderBy('place')
    .execute()

/** The first file of an object, which is given by its short form. */
export async function findObjectFile(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  evidenceId: string,
  form: string,
): Promise<string | undefined> {
  const [type = '', ...name] = form.trim().toUpperCase().split(':')
  const row = await db
    .selectFrom('casework.estate_objects')
    .select('file')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('evidence_id', '=', evidenceId)
    .where('type', '=', type)
    .where('name', '=', name.join(':'))
    .executeTakeFirst()
  return row?.file || undefined
}
