// The SQL that reads the content of the graph from the tables, in pages.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { DocumentRow } from '../documents/tables.ts'
import type { DecisionRow, EntryRow, FactRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

type FactColumns = 'type' | 'key' | 'role' | 'state' | 'successor_kind' | 'concept' | 'labels' | 'component' | 'pointer'
export interface ListedFact extends Pick<FactRow, FactColumns | 'software_component'> {
  successors: { type: string; name: string }[]
}

/** In index order, after the last fact of the previous page. */
export async function listFactsAfter(
  db: Db<Tables>,
  entryId: string,
  after: Pick<ListedFact, 'type' | 'key'> | undefined,
  limit: number,
): Promise<ListedFact[]> {
  const { rows } = await sql<ListedFact>`
    select fact.type, fact.key, fact.role, fact.state, fact.successor_kind, fact.concept, fact.labels,
      fact.software_component, fact.component, fact.pointer, coalesce((
        select json_agg(json_build_object('type', edge.successor_type, 'name', edge.successor_key) order by edge.place)
        from casework.successors edge
        where edge.entry_id = fact.entry_id and edge.key = fact.key and edge.type = fact.type), '[]'::json) as successors
    from casework.facts fact
    where fact.entry_id = ${entryId}
      and (${after === undefined} or (fact.type, fact.key) > (${after?.type ?? ''}, ${after?.key ?? ''}))
    order by fact.type, fact.key limit ${limit}`.execute(db)
  return rows
}

export type ProjectedEntry = Pick<
  EntryRow,
  | ('id' | 'space' | 'pack_id' | 'source_id' | 'list_id' | 'kind' | 'title' | 'uri' | 'content_hash' | 'as_of')
  | ('license' | 'media_type' | 'bytes')
>

/** The current entries of a space, of every pack. */
export const listProjected = (db: Db<Tables>, space: string): Promise<ProjectedEntry[]> =>
  db
    .selectFrom('casework.entries')
    .select([
      'id',
      'space',
      'pack_id',
      'source_id',
      'list_id',
      'kind',
      'title',
      'uri',
      'content_hash',
      'as_of',
      'license',
    ])
    .select(['media_type', 'bytes'])
    .where('space', '=', space)
    .where('is_current', '=', true)
    .orderBy('id')
    .execute()

export type ProjectedDocument = Pick<
  DocumentRow,
  'id' | 'title' | 'url' | 'content_hash' | 'as_of' | 'names' | 'sections' | 'kind'
> & { entry_id: string }

export const listDocumentsAfter = (
  db: Db<Tables>,
  spaces: readonly string[],
  entryIds: readonly string[],
  after: string,
  limit: number,
): Promise<ProjectedDocument[]> =>
  db
    .selectFrom('casework.documents')
    .select(['id', 'entry_id', 'title', 'url', 'content_hash', 'as_of', 'names', 'sections', 'kind'])
    .where('space', 'in', spaces)
    .where(sql<boolean>`entry_id = any(${entryIds}::text[])`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ entry_id: string }>()
    .execute()

/** Decisions that were not revoked. Expired ones are included. */
export const listDecisionsAfter = (
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
  after: string,
  limit: number,
): Promise<DecisionRow[]> =>
  db
    .selectFrom('casework.decisions')
    .select(['id', 'tenant_id', 'workspace_id', 'pack_id', 'kind', 'type', 'key', 'project_id', 'case_id', 'value'])
    .select(['rationale', 'reviewed', 'by_id', 'by_name', 'at', 'expires_at', 'revoked_at'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('revoked_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The projects of a workspace, and whether it has any decisions. */
export async function findOwn(
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
): Promise<{ projects: string[]; hasDecisions: boolean }> {
  const own = sql`tenant_id = ${tenant} and workspace_id = ${workspace}`
  const { rows } = await sql<{ projects: string[]; hasDecisions: boolean }>`
    select array(select id from casework.projects where ${own} and deleted_at is null order by id) as projects,
      exists (select 1 from casework.decisions where ${own}) as "hasDecisions"`.execute(db)
  return rows[0]!
}
