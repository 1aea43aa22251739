// The SQL that reads estates in a few statements, whatever their size, with dependencies as packed numbers.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { FileObject, FindingRow, Named, Scope } from './tables.ts'

export interface EstateHead {
  project_id: string
  revision: number
  system: string
  former_systems: string[]
}

export async function findEstateHead(db: Db<Tables>, scope: Scope, projectId: string): Promise<EstateHead | undefined> {
  const { rows } = await sql<EstateHead>`
    select head.project_id, head.revision, head.system, array(
      select former from unnest(head.former_systems || head.told || '{unknown}'::text[]) as former
      where former <> head.system group by former order by former) as former_systems
    from (
      select p.id as project_id, p.estate_revision as revision, p.former_systems, files.told,
        coalesce(p.system ->> 'sid', files.told[1], 'unknown') as system
      from casework.projects p
      cross join lateral (select array(
        select e.system from casework.evidence e
        where e.tenant_id = p.tenant_id and e.workspace_id = p.workspace_id and e.project_id = p.id and e.system is not null
        order by e.id) as told) files
      where p.tenant_id = ${scope.tenant} and p.workspace_id = ${scope.workspace} and p.id = ${projectId}
        and p.deleted_at is null
    ) head`.execute(db)
  return rows[0]
}

export interface FileRow {
  id: string
  kind: string
  usage_types: string[]
  usage_days: number
  object_set_complete: boolean | null
}

/** Current files, oldest first. */
export async function listEstateFiles(db: Db<Tables>, scope: Scope, projectId: string): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select id, kind, usage_types, coalesce((usage_window ->> 'days')::int, 0) as usage_days, object_set_complete
    from casework.evidence
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and project_id = ${projectId}
      and status in ('parsed', 'parsed_with_warnings')
    order by coalesce(collected_at, uploaded_at), id`.execute(db)
  return rows
}

/** Lists are fetched as text, which is faster than letting the driver parse arrays. */
export interface ObjectRow extends Omit<FileObject, 'technologies' | 'members' | 'findings'> {
  evidence_id: string
  findings: string
  technologies: string
  members: string
}

export async function listEstateObjects(db: Db<Tables>, scope: Scope, ids: readonly string[]): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`
    select evidence_id, type, name, package, owner, component, lines, parsed_ratio, dynamic_calls, has_dependencies, has_atc,
      executions, last_used, array_to_string(findings, ' ') as findings, technologies, members, file
    from casework.estate_objects
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and evidence_id = any(${ids}::text[])
    order by evidence_id, place`.execute(db)
  return rows
}

export async function listEstateReferences(
  db: Db<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<(Named & { evidence_id: string })[]> {
  const { rows } = await sql<Named & { evidence_id: string }>`
    select evidence_id, type, name from casework.estate_references
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and evidence_id = any(${ids}::text[])
    order by evidence_id, place`.execute(db)
  return rows
}

/** The size of one packed use: from, to and sites with 4 bytes each, then access and basis with 2. */
export const USE_BYTES = 16

export async function listEstateUses(
  db: Db<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<{ evidence_id: string; uses: Buffer }[]> {
  const { rows } = await sql<{ evidence_id: string; uses: Buffer }>`
    select evidence_id, string_agg(
      int4send(from_place) || int4send(to_place) || int4send(sites) || int2send(access)
        || int2send(coalesce(basis, 0::smallint)), ''::bytea
      order by from_place, to_place, access) as uses
    from casework.estate_uses
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and evidence_id = any(${ids}::text[])
    group by evidence_id`.execute(db)
  return rows
}

/** The findings of the newest check of each object, most severe first. */
export const listFindings = (
  db: Db<Tables>,
  scope: Scope,
  projectId: string,
  about: { objects?: readonly Named[]; limit: number },
): Promise<FindingRow[]> =>
  db
    .selectFrom('casework.estate_findings as f')
    .select([
      ...(['f.tenant_id', 'f.workspace_id', 'f.project_id', 'f.evidence_id', 'f.place', 'f.object_type'] as const),
      ...(['f.object_name', 'f.check_id', 'f.check_title', 'f.message_id', 'f.message', 'f.priority'] as const),
      ...(['f.reference_type', 'f.reference_name', 'f.line', 'f.exempted', 'f.quickfix'] as const),
    ])
    .where('f.tenant_id', '=', scope.tenant)
    .where('f.workspace_id', '=', scope.workspace)
    .where('f.project_id', '=', projectId)
    .where(
      sql<boolean>`(f.object_type, f.object_name, f.evidence_id) in (
        select distinct on (o.type, o.name) o.type, o.name, o.evidence_id
        from casework.estate_objects o join casework.evidence e on e.tenant_id = o.tenant_id and e.id = o.evidence_id
        where o.tenant_id = ${scope.tenant} and o.workspace_id = ${scope.workspace} and o.project_id = ${projectId}
          and o.has_atc and e.status in ('parsed', 'parsed_with_warnings')
        order by o.type, o.name, coalesce(e.collected_at, e.uploaded_at) desc, e.id desc)`,
    )
    .$if(about.objects !== undefined, (query) =>
      query.where(
        sql<boolean>`(f.object_type, f.object_name) in (select * from unnest(
          ${about.objects!.map(({ type }) => type)}::text[], ${about.objects!.map(({ name }) => name)}::text[]))`,
      ),
    )
    .orderBy('f.priority')
    .orderBy('f.object_name')
    .orderBy('f.evidence_id')
    .orderBy('f.place')
    .limit(about.limit)
    .execute()
