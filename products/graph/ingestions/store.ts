// The SQL of ingestions. Every query names the tenant.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { IngestionRow } from './tables.ts'

const COLUMNS = [
  ...(['tenant_id', 'workspace_id', 'context', 'id', 'status', 'content_type', 'width', 'mode', 'source'] as const),
  ...(['checksum', 'bytes', 'total', 'chunks', 'received', 'inserted', 'duplicates', 'rejected', 'errors'] as const),
  ...(['actor', 'customer_id', 'created_at', 'started_at', 'touched_at', 'completed_at', 'cancelled_at'] as const),
] as const

/** Searches the whole workspace if no context is given. */
export const findIngestion = (
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  id: string,
  context: string | undefined,
): Promise<IngestionRow | undefined> =>
  db
    .selectFrom('graph.ingestions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .executeTakeFirst()

/** Locks the row until the transaction ends. */
export const lockIngestion = (tx: Db<Tables>, tenant: string, id: string): Promise<IngestionRow | undefined> =>
  tx
    .selectFrom('graph.ingestions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const listIngestions = (
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  context: string | undefined,
  query: PageQuery & { status?: IngestionRow['status'] },
): Promise<Page<IngestionRow>> =>
  pageById(`${tenant} ${workspace} ${context ?? ''} ingestions`, query, (after, count) =>
    db
      .selectFrom('graph.ingestions')
      .select(COLUMNS)
      .where('tenant_id', '=', tenant)
      .where('workspace_id', '=', workspace)
      .$if(context !== undefined, (rows) => rows.where('context', '=', context!))
      .$if(query.status !== undefined, (rows) => rows.where('status', '=', query.status!))
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )

type DuplicateKey = Pick<
  IngestionRow,
  'tenant_id' | 'workspace_id' | 'context' | 'checksum' | 'content_type' | 'width' | 'mode'
>

/**
 * The newest ingestion of the same document that has not failed and whose statements are all still there: nothing was
 * removed since it ended, and no replacement is pending. After a replacement, no one else has written to the context or
 * is waiting to replace it. Concurrent callers wait for each other.
 */
export async function lockDuplicate(
  tx: Db<Tables>,
  wanted: DuplicateKey,
  since: Date,
): Promise<IngestionRow | undefined> {
  const { tenant_id, workspace_id, context, checksum, content_type, width, mode } = wanted
  const name = [tenant_id, workspace_id, context, checksum].join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  return tx
    .selectFrom('graph.ingestions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant_id)
    .where('workspace_id', '=', workspace_id)
    .where('context', '=', context)
    .where('checksum', '=', checksum)
    .where('content_type', '=', content_type)
    .where('width', '=', width)
    .where('mode', '=', mode)
    .where(mode === 'replace' ? isLastWrite(wanted) : isStillThere(wanted))
    .where('created_at', '>', since)
    .where('status', '<>', 'failed')
    .where('cancelled_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Until a replacement has ended, its own writes have the time of its arrival. */
const isLastWrite = ({ tenant_id, workspace_id, context }: DuplicateKey) => sql<boolean>`not exists (
    select from graph.contexts known where known.tenant_id = ${tenant_id} and known.workspace_id = ${workspace_id}
      and known.context = ${context} and known.last_write_at > coalesce(ingestions.completed_at, ingestions.created_at))
  and not exists (
    select from graph.ingestions later where later.tenant_id = ${tenant_id} and later.workspace_id = ${workspace_id}
      and later.context = ${context} and later.mode = 'replace' and later.completed_at is null
      and (later.created_at, later.id) > (ingestions.created_at, ingestions.id))`

/** A document in workspace scope may have written to any context. */
const isStillThere = ({ tenant_id, workspace_id, context, width }: DuplicateKey) => sql<boolean>`(
  completed_at is null or (
    not exists (
      select from graph.contexts known where known.tenant_id = ${tenant_id} and known.workspace_id = ${workspace_id}
        and (known.context = ${context} or ${width} = 'workspace') and known.removed_at >= ingestions.completed_at)
    and not exists (
      select from graph.ingestions other where other.tenant_id = ${tenant_id} and other.workspace_id = ${workspace_id}
        and (other.context = ${context} or ${width} = 'workspace')
        and other.mode = 'replace' and other.completed_at is null)))`

const replacementsOf = (tx: Db<Tables>, { tenant_id, workspace_id, context }: IngestionRow) =>
  tx
    .selectFrom('graph.ingestions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenant_id)
    .where('workspace_id', '=', workspace_id)
    .where('context', '=', context)
    .where('mode', '=', sql.lit('replace'))

/** The first unfinished replacement that arrived before this one. */
export const findEarlierReplacement = (tx: Db<Tables>, row: IngestionRow): Promise<IngestionRow | undefined> =>
  replacementsOf(tx, row)
    .where('completed_at', 'is', null)
    .where(sql<boolean>`(created_at, id) < (${row.created_at}, ${row.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const findLastReplacement = (tx: Db<Tables>, row: IngestionRow): Promise<IngestionRow | undefined> =>
  replacementsOf(tx, row).where('completed_at', 'is not', null).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const insertIngestion = (tx: Db<Tables>, row: Insertable<Tables['graph.ingestions']>): Promise<IngestionRow> =>
  tx.insertInto('graph.ingestions').values(row).returning(COLUMNS).executeTakeFirstOrThrow()

export const updateIngestion = (
  tx: Db<Tables>,
  tenant: string,
  id: string,
  fields: Updateable<Tables['graph.ingestions']>,
): Promise<IngestionRow> =>
  tx
    .updateTable('graph.ingestions')
    .set(fields)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Returns the given ingestions whose document is still needed. */
export async function listUnfinished(db: Db<Tables>, tenant: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('graph.ingestions')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('completed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
