// The SQL of artifacts. Every query names tenant and workspace, and the context unless the call has workspace scope.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Place } from '../catalog/store.ts'
import type { Tables } from '../tables.ts'
import type { ArtifactRow, SnapshotRow, StepRow } from './tables.ts'

const selectArtifacts = (db: Db<Tables>, { tenant, workspace, context }: Place) =>
  db
    .selectFrom('graph.artifacts')
    .select(['tenant_id', 'workspace_id', 'context', 'id', 'kind', 'target_id', 'title', 'status', 'submitted_by'])
    .select(['replaced_by', 'version', 'created_at', 'updated_at', 'created_by'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))

interface Filters {
  status?: ArtifactRow['status']
  kind?: ArtifactRow['kind']
  target?: string
}
export const listArtifacts = (db: Db<Tables>, place: Place, query: PageQuery & Filters): Promise<Page<ArtifactRow>> => {
  const { status, kind, target } = query
  return pageById(`${place.tenant} ${place.workspace} ${place.context ?? ''} artifacts`, query, (after, count) =>
    selectArtifacts(db, place)
      .$if(status !== undefined, (rows) => rows.where('status', '=', status!))
      .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind!))
      .$if(target !== undefined, (rows) => rows.where('target_id', '=', target!))
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
}

export const findArtifact = (db: Db<Tables>, place: Place, id: string): Promise<ArtifactRow | undefined> =>
  selectArtifacts(db, place).where('id', '=', id).executeTakeFirst()

export const insertArtifact = (tx: Db<Tables>, artifact: Insertable<Tables['graph.artifacts']>) =>
  tx.insertInto('graph.artifacts').values(artifact).execute()

/** Updates the artifact if it has not changed since it was read. Returns false if another caller was faster. */
export async function moveArtifact(
  tx: Db<Tables>,
  before: ArtifactRow,
  fields: Updateable<Tables['graph.artifacts']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('graph.artifacts')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', before.tenant_id)
    .where('workspace_id', '=', before.workspace_id)
    .where('id', '=', before.id)
    .where('status', '=', before.status)
    .where('version', '=', before.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertStep = (tx: Db<Tables>, step: Insertable<Tables['graph.artifact_steps']>) =>
  tx.insertInto('graph.artifact_steps').values(step).execute()

/** An artifact can be rejected and submitted any number of times. */
const MOST_STEPS = 200

/** The newest steps, oldest first. */
export async function listSteps(db: Db<Tables>, artifact: ArtifactRow): Promise<StepRow[]> {
  const newest = await db
    .selectFrom('graph.artifact_steps')
    .select(['tenant_id', 'workspace_id', 'artifact_id', 'version', 'from_status', 'to_status', 'action', 'actor'])
    .select(['at', 'comment'])
    .where('tenant_id', '=', artifact.tenant_id)
    .where('workspace_id', '=', artifact.workspace_id)
    .where('artifact_id', '=', artifact.id)
    .orderBy('version', 'desc')
    .limit(MOST_STEPS)
    .execute()
  return newest.toReversed()
}

export const insertSnapshot = (tx: Db<Tables>, snapshot: Insertable<Tables['graph.artifact_snapshots']>) =>
  tx.insertInto('graph.artifact_snapshots').values(snapshot).execute()

export const findSnapshot = (db: Db<Tables>, artifact: ArtifactRow): Promise<SnapshotRow | undefined> =>
  db
    .selectFrom('graph.artifact_snapshots')
    .select(['tenant_id', 'workspace_id', 'artifact_id', 'version', 'content', 'digest', 'created_at', 'created_by'])
    .where('tenant_id', '=', artifact.tenant_id)
    .where('workspace_id', '=', artifact.workspace_id)
    .where('artifact_id', '=', artifact.id)
    .executeTakeFirst()

/** The number of members, and whether anyone except these has taken a step in the workspace. */
export async function findPeople(
  db: Db<Tables>,
  { tenant, workspace }: Pick<Place, 'tenant' | 'workspace'>,
  submitters: readonly string[],
) {
  const { rows } = await sql<{ members: number; hasOthers: boolean }>`
    select
      (select count(*) from platform.members where tenant_id = ${tenant}) as members,
      exists (
        select 1 from graph.artifact_steps
        where tenant_id = ${tenant} and workspace_id = ${workspace} and actor <> all(${[...submitters]}::text[])
      ) as "hasOthers"`.execute(db)
  return rows[0]!
}
