// The numbers of changes, their log, and what they did to each context.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface Delta {
  seq: number
  added: string[]
  removed: string[]
}

/** A change as the log keeps it. */
export interface LoggedChange extends Delta {
  /** So many of the added lines stand in no list: they are those of the statements with this `seq`. */
  rows: number
}

interface Taken {
  seq: number
  /** For so long another server reads the workspace without asking. */
  wait_ms: number
}

/**
 * The next number of the workspace; holds the workspace until the transaction ends, so numbers follow the commits. Where
 * another server reads it, nobody may read it without asking for a minute: each of its changes would have to wait.
 */
export async function takeSeq(tx: Db<Tables>, tenant: string, workspace: string, writer: string): Promise<Taken> {
  const { rows } = await sql<Taken>`
    insert into graph.workspaces as known (tenant_id, workspace_id, seq) values (${tenant}, ${workspace}, 1)
    on conflict (tenant_id, workspace_id) do update set seq = known.seq + 1,
      shared_until = case when known.reader <> ${writer} then clock_timestamp() + interval '1 minute'
        else known.shared_until end
    returning seq, case when reader <> ${writer}
      then greatest(0, extract(epoch from reader_until - clock_timestamp()) * 1000) else 0 end as wait_ms`.execute(tx)
  return rows[0]!
}

/** The number of the newest change; 0 for a workspace without one. */
export async function currentSeq(db: Db<Tables>, tenant: string, workspace: string): Promise<number> {
  const row = await db
    .selectFrom('graph.workspaces')
    .select('seq')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** The same; from here to the end of the transaction nobody else changes anything in the workspace. */
export async function holdWorkspace(tx: Db<Tables>, tenant: string, workspace: string): Promise<number> {
  const row = await tx
    .selectFrom('graph.workspaces')
    .select('seq')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .forUpdate()
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Lines of one part of a change, so that no row of the log grows without bound. */
const LINES_IN_PART = 10_000

export async function insertChange(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  { seq, added, removed, rows }: LoggedChange,
  now: Date,
): Promise<void> {
  const parts = Math.max(1, Math.ceil(Math.max(added.length, removed.length) / LINES_IN_PART))
  for (let part = 0; part < parts; part++) {
    const slice = (lines: string[]) => textArray(lines.slice(part * LINES_IN_PART, (part + 1) * LINES_IN_PART))
    await sql`
      insert into graph.changes (tenant_id, workspace_id, seq, part, added, removed, rows, changed_at)
      values (${tenant}, ${workspace}, ${seq}, ${part}, ${slice(added)}::text[], ${slice(removed)}::text[],
        ${part === 0 ? rows : 0}, ${now})`.execute(tx)
  }
}

interface ChangePart extends LoggedChange {
  part: number
}

/** The next changes in order, whole ones only: about as many as hold `lines` lines, at least one. */
export async function listChangeParts(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  after: number,
  lines: number,
): Promise<ChangePart[]> {
  const { rows } = await sql<ChangePart>`
    select seq, part, added, removed, rows from (
      select seq, part, added, removed, rows, sum(cardinality(added) + cardinality(removed) + rows + 1)
        over (order by seq groups between unbounded preceding and 1 preceding) as before
      from graph.changes
      where tenant_id = ${tenant} and workspace_id = ${workspace} and seq > ${after}::bigint and seq <= ${after}::bigint + ${lines}::bigint
    ) change
    where before is null or before < ${lines} order by seq, part`.execute(db)
  return rows
}

interface Touch {
  /** By how much each context grows; 0 for one in which known statements were said again. */
  growth: ReadonlyMap<string, number>
  /** Those that something was taken out of. */
  shrunk: readonly string[]
  /** When it was said; a replacement says everything when it came, and is a write of that moment until it has ended. */
  said: Date
  now: Date
}

/** Answers which of them are being replaced, or are the copies of such. */
export async function touchContexts(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  { growth, shrunk, said, now }: Touch,
): Promise<string[]> {
  if (growth.size === 0) return []
  const { rows } = await sql<{ context: string; replaced_by: string | null }>`
    insert into graph.contexts as known (tenant_id, workspace_id, context, statements, last_write_at, removed_at)
    select ${tenant}, ${workspace}, grown.context, grown.growth, ${said}::timestamptz,
      case when grown.context = any(${shrunk}::text[]) then ${now}::timestamptz end
    from unnest(${[...growth.keys()]}::text[], ${[...growth.values()]}::bigint[]) as grown (context, growth)
    on conflict (tenant_id, workspace_id, context) do update set
      statements = known.statements + excluded.statements,
      last_write_at = greatest(known.last_write_at, excluded.last_write_at),
      removed_at = greatest(known.removed_at, excluded.removed_at)
    returning context, case when context like '%+old' then (
        select one.replaced_by from graph.contexts one
        where one.tenant_id = ${tenant} and one.workspace_id = ${workspace} and one.context = left(known.context, -4))
      else replaced_by end as replaced_by`.execute(tx)
  return rows.flatMap(({ context, replaced_by }) => (replaced_by ? [context] : []))
}

/** Contexts of the workspace that are being replaced, and where each is read meanwhile: in itself until its copy is whole. */
export async function listReplaced(db: Db<Tables>, tenant: string, workspace: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('graph.contexts')
    .select(['context', 'read_in'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('replaced_by', 'is not', null)
    .execute()
  return new Map(rows.map(({ context, read_in }) => [context, read_in ?? context]))
}

/** Forgets the log up to a moment; an engine that is further behind is filled anew. */
export async function deleteChangesBefore(db: Db<Tables>, moment: Date): Promise<void> {
  await db.deleteFrom('graph.changes').where('changed_at', '<', moment).execute()
}
