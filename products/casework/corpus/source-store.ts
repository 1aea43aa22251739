// The SQL of source states: one row for each source of a space.
import type { Db } from '@veritrace/platform/db/db'
import { sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { SourceState } from './tables.ts'

const COLUMNS = [
  ...(['space', 'pack_id', 'source_id', 'last_attempt_at', 'last_success_at', 'http_status', 'etag'] as const),
  ...(['last_modified', 'robots', 'consecutive_failures', 'last_error', 'changed_last_run'] as const),
] as const

export type SourceKey = Pick<SourceState, 'space' | 'pack_id' | 'source_id'>

export const listSourceStates = (db: Db<Tables>, space: string): Promise<SourceState[]> =>
  db.selectFrom('casework.source_states').select(COLUMNS).where('space', '=', space).execute()

export const findSourceState = (db: Db<Tables>, key: SourceKey): Promise<SourceState | undefined> =>
  db
    .selectFrom('casework.source_states')
    .select(COLUMNS)
    .where('space', '=', key.space)
    .where('pack_id', '=', key.pack_id)
    .where('source_id', '=', key.source_id)
    .executeTakeFirst()

/** Serializes jobs and changes of current entries per source. */
export async function lockSources(tx: Db<Tables>, keys: readonly SourceKey[]): Promise<void> {
  const space = keys.map((key) => key.space)
  const pack = keys.map((key) => key.pack_id)
  const source = keys.map((key) => key.source_id)
  const given = sql`unnest(${space}::text[], ${pack}::text[], ${source}::text[]) as given (space, pack_id, source_id)`
  await sql`insert into casework.source_states (space, pack_id, source_id)
    select space, pack_id, source_id from ${given} order by 1, 2, 3 on conflict do nothing`.execute(tx)
  await sql`select 1 from casework.source_states
    where (space, pack_id, source_id) in (select space, pack_id, source_id from ${given})
    order by space, pack_id, source_id for update`.execute(tx)
}

export async function saveSourceState(
  db: Db<Tables>,
  key: SourceKey,
  fields: Updateable<Tables['casework.source_states']>,
): Promise<void> {
  await db
    .insertInto('casework.source_states')
    .values({ ...key, ...fields })
    .onConflict((conflict) => conflict.columns(['space', 'pack_id', 'source_id']).doUpdateSet(fields))
    .execute()
}
