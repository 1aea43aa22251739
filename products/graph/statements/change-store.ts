// The numbers and the log of changes, and their effect on each context.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface Delta {
  seq: number
  added: string[]
  removed: string[]
}

/** A change as stored in the log. */
export interface LoggedChange extends Delta {
  /** Number of added lines that are not listed; they are the lines of the statements with this `seq`. */
  rows: number
}

interface Taken {
  seq: number
  /** How long another server may still read the workspace without asking. */
  wait_ms: number
}

/**
 * Takes the next number of the workspace and locks the workspace until the transaction ends, so numbers follow commit
 * order. If another server has a read lease, no leases are granted for a minute, because each change would have to wait
 * for them.
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

/** The number of the newest change. Locks the workspace against other changes until the transaction ends. */
export async function lockWorkspace(tx: Db<Tables>, tenant: string, workspace: string): Promise<number> {
  const row = await tx
    .selectFrom('graph.workspaces')
    .select('seq')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .forUpdate()
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Lines in one part of a change, which limits the size of a log row. */
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

/** The next whole changes in order: about `lines` lines, and at least one change. */
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
  /** Growth of each context; 0 if only existing statements were asserted again. */
  growth: ReadonlyMap<string, number>
  /** Contexts with removed statements. */
  shrunk: readonly string[]
  /**
   * Time of the assertion. A replacement asserts everything at its arrival, and its writes have that time until it
   * ends.
   */
  assertedAt: Date
  now: Date
}

/** Returns the contexts that are being replaced, and copies of such contexts. */
export async function touchContexts(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  { growth, shrunk, assertedAt, now }: Touch,
): Promise<string[]> {
  if (growth.size === 0) return []
  const { rows } = await sql<{ context: string; replaced_by: string | null }>`
    insert into graph.contexts as known (tenant_id, workspace_id, context, statements, last_write_at, removed_at)
    select ${tenant}, ${workspace}, grown.context, grown.growth, ${assertedAt}::timestamptz,
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

/** The contexts being replaced, each with the context read in its place: itself until the copy is complete. */
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

/** Deletes the log up to a moment; an engine that is further behind must reload. */
export async function deleteChangesBefore(db: Db<Tables>, moment: Date): Promise<void> {
  await db.deleteFrom('graph.changes').where('changed_at', '<', moment).execute()
}
