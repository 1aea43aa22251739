// The SQL of files that outlive their distributions because published snapshots refer to them.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Place } from './store.ts'
import type { KeptFileRow } from './tables.ts'

/** The URNs of distributions in published snapshots of a dataset. */
export async function listPublished(
  tx: Db<Tables>,
  { tenant, workspace }: Omit<Place, 'context'>,
  dataset: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ urn: string }>`
    select distinct named ->> 'id' as urn
    from graph.artifacts artifact
      join graph.artifact_snapshots snapshot on snapshot.tenant_id = artifact.tenant_id
        and snapshot.workspace_id = artifact.workspace_id and snapshot.artifact_id = artifact.id,
      jsonb_array_elements(snapshot.content::jsonb -> 'distributions') named
    where artifact.tenant_id = ${tenant} and artifact.workspace_id = ${workspace}
      and artifact.target_id = ${dataset} and artifact.kind = 'dataset'`.execute(tx)
  return new Set(rows.map(({ urn }) => urn))
}

export const insertKeptFile = (tx: Db<Tables>, file: Insertable<Tables['graph.kept_files']>) =>
  tx.insertInto('graph.kept_files').values(file).execute()

export const findKeptFile = (
  db: Db<Tables>,
  { tenant, workspace, context }: Place,
  id: string,
): Promise<KeptFileRow | undefined> =>
  db
    .selectFrom('graph.kept_files')
    .select(['tenant_id', 'workspace_id', 'context', 'distribution_id', 'title', 'media_type', 'format'])
    .select(['blob_key', 'source_context'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('distribution_id', '=', id)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .executeTakeFirst()
