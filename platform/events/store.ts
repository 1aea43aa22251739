// The SQL of the audit log and of the heads of its chains.
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { AuditEntry } from './event.ts'
import { GENESIS } from './hash.ts'

export interface Place {
  sequence: number
  prev_hash: string
  /**
   * The current time, or that of the previous entry if another replica's clock is ahead, so that time never decreases.
   */
  occurred_at: Date
}

/** Takes the next sequence number of the tenant and locks its chain until the transaction ends. */
export async function takeSequence(tx: Db, tenant: string, now: Date): Promise<Place> {
  const { rows } = await sql<Place>`
    insert into platform.audit_heads as head (tenant_id, sequence, hash, occurred_at)
    values (${tenant}, 1, ${GENESIS}, ${now})
    on conflict (tenant_id) do update set sequence = head.sequence + 1,
      occurred_at = greatest(head.occurred_at, excluded.occurred_at)
    returning sequence, hash as prev_hash, occurred_at`.execute(tx)
  return rows[0]!
}

/** Writes the entry, moves the head and adds the outbox message, in one statement. */
export async function insertEntry(tx: Db, tenant: string, entry: AuditEntry, payload: object): Promise<void> {
  await sql`
    with head as (
      update platform.audit_heads set hash = ${entry.hash} where tenant_id = ${tenant}
    ), message as (
      insert into platform.outbox (tenant_id, type, payload)
      values (${tenant}, ${entry.action}, ${JSON.stringify(payload)}::jsonb)
    )
    insert into platform.audit_entries (tenant_id, sequence, id, occurred_at, actor, action,
      resource_type, resource_id, resource_label, outcome, reason, changes, request_id, prev_hash, hash)
    values (${tenant}, ${entry.sequence}, ${entry.id}, ${entry.occurred_at}, ${JSON.stringify(entry.actor)}::jsonb,
      ${entry.action}, ${entry.resource.type}, ${entry.resource.id}, ${entry.resource.label}, ${entry.outcome},
      ${entry.reason}, ${JSON.stringify(entry.changes)}::jsonb, ${entry.request_id}, ${entry.prev_hash},
      ${entry.hash})`.execute(tx)
}

export interface AuditFilter {
  /** The ID of the actor. */
  actor?: string
  /** A prefix of the action: `page.` finds `page.publish`. */
  action?: string
  resource?: { type: string; id?: string }
  from?: Date
  /** Exclusive. */
  to?: Date
}

/** Newest first, below the sequence `before` if it is given. */
export async function listEntries(
  db: Db,
  tenant: string,
  filter: AuditFilter,
  before: number | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const { rows } = await selectEntries(tenant, filter, before, limit).execute(db)
  return rows.map(toEntry)
}

/** Exported so that tests can examine its query plan. */
export const selectEntries = (tenant: string, filter: AuditFilter, before: number | undefined, limit: number) =>
  filter.action
    ? sql<Row>`
        with recursive ${actionsLike(tenant, filter.action)}
        select entry.* from actions cross join lateral (
          select ${COLUMNS} from platform.audit_entries
          where action collate "C" = actions.action and ${conditionsOf(tenant, filter, before)}
          order by sequence desc limit ${limit}) as entry
        order by sequence desc limit ${limit}`
    : sql<Row>`
        select ${COLUMNS} from platform.audit_entries
        where ${conditionsOf(tenant, filter, before)} order by sequence desc limit ${limit}`

/**
 * The distinct actions of the tenant with this prefix, each found from the previous one by index. There are as many as
 * kinds of actions, however often each occurred.
 */
const actionsLike = (tenant: string, beginning: string) => sql`actions(action) as (
  (select first.action from (
    select action collate "C" as action from platform.audit_entries
    where tenant_id = ${tenant} and action collate "C" >= ${beginning}
    order by action collate "C" limit 1) as first where starts_with(first.action, ${beginning}))
  union all
  select next.action from actions cross join lateral (
    select entry.action collate "C" as action from platform.audit_entries entry
    where entry.tenant_id = ${tenant} and entry.action collate "C" > actions.action
    order by entry.action collate "C" limit 1) as next
  where starts_with(next.action, ${beginning}))`

/** The sequence of the entry at this offset in the list; undefined if the list is shorter. */
export async function findSequenceAt(
  db: Db,
  tenant: string,
  filter: AuditFilter,
  before: number | undefined,
  count: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from platform.audit_entries
    where ${isLike(filter)} and ${conditionsOf(tenant, filter, before)}
    order by sequence desc offset ${count} limit 1`.execute(db)
  return rows[0]?.sequence
}

const isLike = ({ action }: AuditFilter) => (action ? sql`starts_with(action, ${action})` : sql`true`)

function conditionsOf(tenant: string, filter: AuditFilter, before: number | undefined) {
  const conditions = [sql<SqlBool>`tenant_id = ${tenant}`]
  if (before !== undefined) conditions.push(sql`sequence < ${before}`)
  if (filter.actor) conditions.push(sql`actor ->> 'id' = ${filter.actor}`)
  if (filter.resource) conditions.push(sql`resource_type = ${filter.resource.type}`)
  if (filter.resource?.id) conditions.push(sql`resource_id = ${filter.resource.id}`)
  if (filter.from) conditions.push(sql`sequence >= ${firstSince(tenant, filter.from)}`)
  if (filter.to) conditions.push(sql`sequence <= ${lastBefore(tenant, filter.to)}`)
  return sql.join(conditions, sql` and `)
}

/** Null if there is none, so nothing matches. Time grows with the sequence, so one index lookup finds each. */
const firstSince = (tenant: string, from: Date) => sql`(
  select sequence from platform.audit_entries where tenant_id = ${tenant} and occurred_at >= ${from}
  order by occurred_at, sequence limit 1)`
const lastBefore = (tenant: string, to: Date) => sql`(
  select sequence from platform.audit_entries where tenant_id = ${tenant} and occurred_at < ${to}
  order by occurred_at desc, sequence desc limit 1)`

/** Oldest first. */
export async function listEntriesAfter(db: Db, tenant: string, after: number, limit: number): Promise<AuditEntry[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from platform.audit_entries
    where tenant_id = ${tenant} and sequence > ${after} order by sequence limit ${limit}`.execute(db)
  return rows.map(toEntry)
}

export async function findEntry(db: Db, tenant: string, id: string): Promise<AuditEntry | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from platform.audit_entries where tenant_id = ${tenant} and id = ${id}`.execute(db)
  return rows[0] && toEntry(rows[0])
}

/** The sequence of the entry with this hash. */
export async function findSequence(db: Db, tenant: string, hash: string): Promise<number | undefined> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from platform.audit_entries where tenant_id = ${tenant} and hash = ${hash} limit 1`.execute(db)
  return rows[0]?.sequence
}

/** The newest sequence of each tenant that has entries. */
export async function readHeads(db: Db, tenants: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ tenant_id: string; sequence: number }>`
    select tenant_id, sequence from platform.audit_heads where tenant_id = any(${tenants}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.tenant_id, row.sequence]))
}

export interface ChainEnd {
  tenant: string
  /** Null if the head is missing although there are entries. */
  sequence: number | null
  hash: string | null
  /** The sequence of the last stored entry; 0 without one. */
  last: number
}

/** The next tenants by ID, each with its head and its last entry, read in one snapshot. */
export async function listChainEnds(db: Db, after: string, limit: number, only?: string): Promise<ChainEnd[]> {
  const one = only === undefined ? sql`true` : sql`tenant_id = ${only}`
  const { rows } = await sql<ChainEnd>`
    with recursive known as (
      (select min(tenant_id) as tenant_id from platform.audit_entries where tenant_id > ${after} and ${one})
      union all
      select (select min(tenant_id) from platform.audit_entries where tenant_id > known.tenant_id and ${one})
      from known where known.tenant_id is not null
    ), tenants as (
      (select tenant_id from known where tenant_id is not null limit ${limit})
      union
      (select tenant_id from platform.audit_heads where tenant_id > ${after} and ${one}
        order by tenant_id limit ${limit})
    )
    select tenants.tenant_id as tenant, head.sequence, head.hash, coalesce(
      (select max(sequence) from platform.audit_entries entry where entry.tenant_id = tenants.tenant_id), 0) as last
    from tenants left join platform.audit_heads head on head.tenant_id = tenants.tenant_id
    order by tenants.tenant_id limit ${limit}`.execute(db)
  return rows
}

interface Row extends Omit<AuditEntry, 'occurred_at' | 'resource'> {
  occurred_at: Date
  resource_type: string
  resource_id: string
  resource_label: string
}
const COLUMNS = sql`id, sequence, occurred_at, actor, action, resource_type, resource_id, resource_label, outcome,
  reason, changes, request_id, prev_hash, hash`

const toEntry = (row: Row): AuditEntry => ({
  id: row.id,
  sequence: row.sequence,
  occurred_at: row.occurred_at.toISOString(),
  actor: row.actor,
  action: row.action,
  resource: { type: row.resource_type, id: row.resource_id, label: row.resource_label },
  outcome: row.outcome,
  reason: row.reason,
  changes: row.changes,
  request_id: row.request_id,
  prev_hash: row.prev_hash,
  hash: row.hash,
})
