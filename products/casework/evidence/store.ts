// The SQL of evidence. Every query names tenant and workspace.
import type { EvidenceKind, EvidenceStatus } from '@veritrace/contract/casework/evidence'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { jsonRows } from '@veritrace/platform/db/json-rows'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import { type Older, OPEN_STATUSES } from './rules.ts'
import type { EvidenceRow, Scope } from './tables.ts'

const COLUMNS = [
  ...([
    'id',
    'tenant_id',
    'workspace_id',
    'project_id',
    'customer_id',
    'filename',
    'label',
    'media_type',
    'bytes',
  ] as const),
  ...([
    'sha256',
    'blob_key',
    'asked_kind',
    'kind',
    'detection',
    'mapping',
    'status',
    'status_reason',
    'parser',
  ] as const),
  ...(['counts', 'rejected', 'warnings', 'columns', 'usage_window', 'usage_types', 'system', 'check_variant'] as const),
  ...(['object_set_complete', 'document_ids', 'entry_id', 'statements', 'collected_at', 'uploaded_by'] as const),
  ...(['uploaded_at', 'supersedes', 'superseded_by', 'authors_redacted', 'reading', 'version'] as const),
] as const

const ofScope = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db.selectFrom('casework.evidence').where('tenant_id', '=', tenant).where('workspace_id', '=', workspace)

export interface EvidenceQuery extends PageQuery {
  kind?: EvidenceKind
  status?: EvidenceStatus
  q?: string
}

export async function listEvidence(
  db: Db<Tables>,
  scope: Scope,
  projectId: string,
  query: EvidenceQuery,
): Promise<Counted<EvidenceRow>> {
  const asked = ofScope(db, scope)
    .where('project_id', '=', projectId)
    .$if(query.kind !== undefined, (rows) => rows.where('kind', '=', query.kind!))
    .$if(query.status !== undefined, (rows) => rows.where('status', '=', query.status!))
    .$if(query.q !== undefined, (rows) =>
      rows.where(sql<boolean>`grams @> platform.grams_asked(${projectId}, ${query.q})
        and strpos(lower(filename || ' ' || label), lower(${query.q})) > 0`),
    )
  const page = await pageById(`${scope.tenant} ${scope.workspace} ${projectId} evidence`, query, (after, count) =>
    asked
      .select(COLUMNS)
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

export const findEvidence = (db: Db<Tables>, scope: Scope, id: string): Promise<EvidenceRow | undefined> =>
  ofScope(db, scope).select(COLUMNS).where('id', '=', id).executeTakeFirst()

export const lockEvidence = (tx: Db<Tables>, scope: Scope, id: string): Promise<EvidenceRow | undefined> =>
  ofScope(tx, scope).select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

/** The file with the same bytes in the same project. */
export const lockDuplicate = (
  tx: Db<Tables>,
  scope: Scope,
  projectId: string,
  sha256: string,
): Promise<EvidenceRow | undefined> =>
  ofScope(tx, scope)
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst()

export const insertEvidence = (
  tx: Db<Tables>,
  evidence: Insertable<Tables['casework.evidence']>,
): Promise<EvidenceRow> =>
  tx.insertInto('casework.evidence').values(evidence).returning(COLUMNS).executeTakeFirstOrThrow()

export const updateEvidence = (
  tx: Db<Tables>,
  scope: Scope,
  id: string,
  fields: Updateable<Tables['casework.evidence']>,
): Promise<EvidenceRow> =>
  tx
    .updateTable('casework.evidence')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Stores the progress of a parse. False if a newer parse was ordered or the project is gone. */
export async function writeProgress(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  { id, reading }: { id: string; reading: number },
  words: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update casework.evidence e set status_reason = ${words}, version = version + 1
    where e.tenant_id = ${tenant} and e.workspace_id = ${workspace} and e.id = ${id} and e.reading = ${reading}
      and e.status = 'parsing' and exists (select 1 from casework.projects p
        where p.id = e.project_id and p.tenant_id = ${tenant} and p.workspace_id = ${workspace} and p.deleted_at is null)`.execute(
    db,
  )
  return numAffectedRows !== 0n
}

/** Starts a new parse number: a parse that still runs may have seen the deleted project, and then stores nothing. */
export const reopenUnfinished = (tx: Db<Tables>, scope: Scope, projectId: string): Promise<EvidenceRow[]> =>
  tx
    .updateTable('casework.evidence')
    .set({ status: 'received' })
    .set((row) => ({ reading: row('reading', '+', 1), version: row('version', '+', 1) }))
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('project_id', '=', projectId)
    .where('status', 'in', OPEN_STATUSES)
    .returning(COLUMNS)
    .execute()

/**
 * Parsed files of the same kind and system that are not newer, with the number of objects that the new file shares with each.
 * `is not distinct from` keeps the planner on the index of a file's objects; with `=` it might read all rows of the tenant.
 */
export async function listOlder(tx: Db<Tables>, row: EvidenceRow): Promise<Older[]> {
  const { rows } = await sql<Older>`
    select e.id, e.check_variant,
      (select count(*)::int from casework.estate_objects o
        where o.evidence_id = e.id and o.tenant_id is not distinct from e.tenant_id) as objects,
      (select count(*)::int from casework.estate_objects o
        join casework.estate_objects n on n.name = o.name and n.type = o.type and n.tenant_id is not distinct from o.tenant_id
        where o.evidence_id = e.id and o.tenant_id is not distinct from e.tenant_id and n.evidence_id = ${row.id}) as shared
    from casework.evidence e
    where e.tenant_id = ${row.tenant_id} and e.workspace_id = ${row.workspace_id} and e.project_id = ${row.project_id}
      and e.id <> ${row.id} and e.kind = ${row.kind} and e.status in ('parsed', 'parsed_with_warnings')
      and coalesce(e.system, '') = coalesce(${row.system}, '')
      and coalesce(e.collected_at, e.uploaded_at) <= ${row.collected_at ?? row.uploaded_at}::timestamptz`.execute(tx)
  return rows
}

export async function supersede(tx: Db<Tables>, scope: Scope, ids: readonly string[], by: string): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update casework.evidence set status = 'superseded', superseded_by = ${by}, version = version + 1,
      status_reason = 'A newer file has replaced it.'
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and id = any(${ids}::text[])
      and id <> ${by}`.execute(tx)
}

/** The types under which lists have these names. Sources rarely show the type of a name. */
export async function listKnownTypes(
  db: Db<Tables>,
  spaces: readonly string[],
  packId: string,
  names: readonly string[],
): Promise<{ key: string; type: string }[]> {
  const { rows } = await sql<{ key: string; type: string }>`
    select distinct f.key, f.type from casework.facts f join casework.entries e on e.id = f.entry_id
    where f.key = any(${names}::text[]) and e.space = any(${spaces}::text[]) and e.pack_id = ${packId} and e.is_current`.execute(
    db,
  )
  return rows
}

/** Makes parsed values storable: a text that was cut may end in half a character. */
export const storableJson = (read: unknown): string => jsonRows(read)
