// The SQL of projects. Every query names tenant and workspace.
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique } from '@veritrace/platform/db/failures'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import { spaceOf } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import type { ProjectRow, Scope } from './tables.ts'

export type CountedProject = ProjectRow & { evidence: number }

const COLUMNS = [
  ...([
    'id',
    'tenant_id',
    'workspace_id',
    'name',
    'description',
    'pack_id',
    'default_target',
    'system',
    'former_systems',
    'status',
  ] as const),
  ...([
    'owner',
    'tags',
    'freeze_periods',
    'keep_names',
    'pseudonym_key',
    'estate_revision',
    'objects',
    'packages',
  ] as const),
  ...(['version', 'created_at', 'updated_at', 'deleted_at'] as const),
] as const

const ofScope = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db
    .selectFrom('casework.projects as project')
    .where('project.tenant_id', '=', tenant)
    .where('project.workspace_id', '=', workspace)

const EVIDENCE = 'project.files as evidence' as const

export interface ProjectQuery extends PageQuery {
  status?: ProjectRow['status']
  q?: string
}

export async function listProjects(
  db: Db<Tables>,
  scope: Scope,
  query: ProjectQuery,
): Promise<Counted<CountedProject>> {
  const asked = ofScope(db, scope)
    .where('project.deleted_at', 'is', null)
    .$if(query.status !== undefined, (rows) => rows.where('project.status', '=', query.status!))
    .$if(query.q !== undefined, (rows) =>
      rows.where(
        sql<boolean>`project.grams @> platform.grams_asked(${spaceOf(scope)}, ${query.q})
          and strpos(casework.project_text(project.name, project.tags), lower(${query.q})) > 0`,
      ),
    )
  const page = await pageById(`${scope.tenant} ${scope.workspace} projects`, query, (after, count) =>
    asked
      .select(COLUMNS)
      .select(EVIDENCE)
      .$if(after !== undefined, (rows) => rows.where('project.id', '<', after!))
      .orderBy('project.id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

/** Also finds a deleted project that can still be restored. */
export const findProject = (db: Db<Tables>, scope: Scope, id: string): Promise<CountedProject | undefined> =>
  ofScope(db, scope).select(COLUMNS).select(EVIDENCE).where('project.id', '=', id).executeTakeFirst()

/** Locks the row first, so that two edits of one project are serialized. */
export async function lockProject(tx: Db<Tables>, scope: Scope, id: string): Promise<CountedProject | undefined> {
  await ofScope(tx, scope).select('id').where('project.id', '=', id).forUpdate().execute()
  return findProject(tx, scope, id)
}

export const insertProject = (tx: Db<Tables>, project: Insertable<Tables['casework.projects']>) =>
  tx.insertInto('casework.projects').values(project).execute()

export const updateProjectRow = (
  tx: Db<Tables>,
  scope: Scope,
  id: string,
  fields: Updateable<Tables['casework.projects']>,
) =>
  tx
    .updateTable('casework.projects')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .execute()

/** Raises the estate revision and recounts the objects. The version and ETag of the project stay the same. */
export async function touchEstate(tx: Db<Tables>, scope: Scope, id: string): Promise<void> {
  await sql`
    update casework.projects set estate_revision = estate_revision + 1, objects = counted.objects, packages = counted.packages
    from (
      select count(distinct (o.type, o.name))::int as objects, count(distinct nullif(o.package, ''))::int as packages
      from casework.estate_objects o join casework.evidence e on e.tenant_id = o.tenant_id and e.id = o.evidence_id
      where o.tenant_id = ${scope.tenant} and o.workspace_id = ${scope.workspace} and o.project_id = ${id}
        and e.status in ('parsed', 'parsed_with_warnings')
    ) counted
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and id = ${id}`.execute(tx)
}

/** Projects that can no longer be restored. Their files are deleted before their rows. */
export const listUnrestorable = (db: Db<Tables>, before: Date) =>
  db
    .selectFrom('casework.projects')
    .select(['id', 'tenant_id', 'workspace_id'])
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(100)
    .execute()

export const deleteProjectRow = (db: Db<Tables>, scope: Scope, id: string) =>
  db
    .deleteFrom('casework.projects')
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .execute()

export const isNameTaken = (error: unknown): boolean => breaksUnique(error, 'projects_name')
