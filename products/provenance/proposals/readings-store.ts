// SQL of the documents that the model has read, and of those that are waiting.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Kinds of pages that the model does not read, because they rarely contain claims. */
const NOT_ASKED = '^(status|blog|news|press|security_txt)'

/** The latest document of each source that this model has not read, newest first. */
export async function listDue(db: Db<Tables>, model: string, now: Date, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select snapshot.id from provenance.sources as source
    join provenance.snapshots as snapshot on snapshot.id = source.last_snapshot_id
    join provenance.vendors as vendor on vendor.id = source.vendor_id
    left join provenance.model_readings as reading on reading.snapshot_id = snapshot.id and reading.model = ${model}
    where source.status <> 'inactive' and not vendor.opted_out and source.kind !~ ${NOT_ASKED}
      and snapshot.extract_status = 'completed' and snapshot.held_back = ''
      and (reading.snapshot_id is null or reading.status = 'waiting' and reading.due_at <= ${now})
    order by snapshot.id desc limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

export const isRead = async (db: Db<Tables>, snapshotId: string, model: string): Promise<boolean> => {
  const done = await db
    .selectFrom('provenance.model_readings')
    .select('attempts')
    .where('snapshot_id', '=', snapshotId)
    .where('model', '=', model)
    .where('status', '=', 'done')
    .executeTakeFirst()
  return done !== undefined
}

export interface ReadingOf {
  snapshotId: string
  vendorId: string
  model: string
}

/** Each further wait is twice as long, up to a day. */
export const postpone = (db: Db<Tables>, of: ReadingOf, reason: string, now: Date, waitMs: number) =>
  sql`
  insert into provenance.model_readings as reading (snapshot_id, model, vendor_id, status, reason, attempts, due_at)
  values (${of.snapshotId}, ${of.model}, ${of.vendorId}, 'waiting', ${reason}, 1,
    ${now}::timestamptz + ${waitMs} * interval '1 millisecond')
  on conflict (snapshot_id, model) do update set reason = excluded.reason, attempts = reading.attempts + 1,
    due_at = ${now}::timestamptz
      + least(${waitMs} * power(2, least(reading.attempts, 10)), 86400000) * interval '1 millisecond'
  where reading.status = 'waiting'`.execute(db)

/** False if another worker has finished the reading. Its result stays. */
export async function finish(
  tx: Db<Tables>,
  of: ReadingOf,
  how: { reason: string; outcomes: Record<string, number> },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into provenance.model_readings as reading
      (snapshot_id, model, vendor_id, status, reason, attempts, due_at, outcomes)
    values (${of.snapshotId}, ${of.model}, ${of.vendorId}, 'done', ${how.reason}, 1, ${now},
      ${JSON.stringify(how.outcomes)}::jsonb)
    on conflict (snapshot_id, model) do update set status = 'done', reason = excluded.reason,
      attempts = reading.attempts + 1, outcomes = excluded.outcomes
    where reading.status = 'waiting'
    returning 1`.execute(tx)
  return rows.length > 0
}

export const UNAVAILABLE = 'model_unavailable'

/** Adds a warning to the snapshot, next to those of the extractor. */
export const warn = (db: Db<Tables>, snapshotId: string) =>
  sql`
  update provenance.snapshots set warnings = array_append(warnings, ${UNAVAILABLE})
  where id = ${snapshotId} and not ${UNAVAILABLE} = any(warnings)`.execute(db)

export const unwarn = (db: Db<Tables>, snapshotId: string) =>
  sql`
  update provenance.snapshots set warnings = array_remove(warnings, ${UNAVAILABLE})
  where id = ${snapshotId} and ${UNAVAILABLE} = any(warnings)`.execute(db)

export async function countWaiting(db: Db<Tables>, model: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from provenance.model_readings where model = ${model} and status = 'waiting'`.execute(
    db,
  )
  return rows[0]!.count
}
