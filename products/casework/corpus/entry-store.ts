// The SQL of entries. Every query is limited to given spaces.
import { countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import { countAll, newestOf } from '../model/space-store.ts'
import type { EntryRow } from '../model/tables.ts'
import { ENTRY_COLUMNS } from '../rating/current-lists-store.ts'
import type { Tables } from '../tables.ts'

type Entries = Tables['casework.entries']

export const findEntry = (db: Db<Tables>, spaces: readonly string[], id: string): Promise<EntryRow | undefined> =>
  db
    .selectFrom('casework.entries')
    .select(ENTRY_COLUMNS)
    .where('space', 'in', spaces)
    .where('id', '=', id)
    .executeTakeFirst()

/** Identifies a list, or one address of a source, whose versions are entries. */
export type Place = Pick<EntryRow, 'space' | 'pack_id' | 'source_id' | 'list_id' | 'uri'>

export const findCurrent = (db: Db<Tables>, place: Place): Promise<EntryRow | undefined> =>
  db
    .selectFrom('casework.entries')
    .select(ENTRY_COLUMNS)
    .where('space', '=', place.space)
    .where('pack_id', '=', place.pack_id)
    .where('is_current', '=', true)
    .$if(place.list_id !== null, (query) => query.where('list_id', '=', place.list_id))
    .$if(place.list_id === null, (query) => query.where('source_id', '=', place.source_id).where('uri', '=', place.uri))
    .executeTakeFirst()

export const listCurrentOfSource = (
  db: Db<Tables>,
  place: Pick<Place, 'space' | 'pack_id' | 'source_id'>,
): Promise<EntryRow[]> =>
  db
    .selectFrom('casework.entries')
    .select(ENTRY_COLUMNS)
    .where('space', '=', place.space)
    .where('pack_id', '=', place.pack_id)
    .where('source_id', '=', place.source_id)
    .where('is_current', '=', true)
    .orderBy('id')
    .execute()

export const listEntriesById = (
  db: Db<Tables>,
  spaces: readonly string[],
  ids: readonly string[],
): Promise<EntryRow[]> =>
  db
    .selectFrom('casework.entries')
    .select(ENTRY_COLUMNS)
    .where('space', 'in', spaces)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .orderBy('id')
    .execute()

export interface EntryQuery extends PageQuery {
  pack?: string
  kind?: EntryRow['kind']
  status?: EntryRow['status']
  source_id?: string
  q?: string
  license?: string
  /** A date range: from `since`, before `until`. */
  since?: Date
  until?: Date
  /** Only entries without a date. */
  undated?: true
}

/** Newest first, with the total count. */
export async function listEntries(db: Db<Tables>, spaces: readonly string[], query: EntryQuery) {
  const page = await pageById(`${spaces.join(' ')} corpus`, query, (after, count) =>
    newestOf(spaces, count, (space) =>
      selectMatching(db, space, query)
        .select(ENTRY_COLUMNS)
        .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
        .orderBy('id', 'desc')
        .limit(count)
        .execute(),
    ),
  )
  return { ...page, total: await countAll(spaces, (space) => countUpTo(db, selectMatching(db, space, query))) }
}

const TEXT = sql`casework.entry_text(title, uri, source_id, list_id)`
const AGED = sql<Date>`coalesce(as_of, fetched_at)`

const selectMatching = (db: Db<Tables>, space: string, query: EntryQuery) =>
  db
    .selectFrom('casework.entries')
    .where('space', '=', space)
    .$if(query.pack !== undefined, (rows) => rows.where('pack_id', '=', query.pack!))
    .$if(query.kind !== undefined, (rows) => rows.where('kind', '=', query.kind!))
    .$if(query.status !== undefined, (rows) => rows.where('status', '=', query.status!))
    .$if(query.source_id !== undefined, (rows) => rows.where('source_id', '=', query.source_id!))
    .$if(query.license !== undefined, (rows) => rows.where(sql<boolean>`license->>'spdx' = ${query.license}`))
    .$if(query.since !== undefined, (rows) => rows.where(AGED, '>=', query.since!))
    .$if(query.until !== undefined, (rows) => rows.where(AGED, '<', query.until!))
    .$if(query.undated === true, (rows) => rows.where(AGED, 'is', null))
    .$if(query.q !== undefined, (rows) =>
      rows.where(sql<boolean>`grams @> platform.grams_asked(${space}, ${query.q})
        and strpos(${TEXT}, lower(${query.q})) > 0`),
    )

/** Maps a replaced entry to its replacement. */
export async function listSuccessorsOf(
  db: Db<Tables>,
  spaces: readonly string[],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('casework.entries')
    .select(['id', 'supersedes'])
    .where('space', 'in', spaces)
    .where(sql<boolean>`supersedes = any(${ids}::text[])`)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, supersedes }) => [supersedes!, id]))
}

export const insertEntry = (tx: Db<Tables>, row: Insertable<Entries>): Promise<EntryRow> =>
  tx.insertInto('casework.entries').values(row).returning(ENTRY_COLUMNS).executeTakeFirstOrThrow()

type Named = Pick<EntryRow, 'space' | 'id'>

export const updateEntry = (tx: Db<Tables>, { space, id }: Named, fields: Updateable<Entries>): Promise<EntryRow> =>
  tx
    .updateTable('casework.entries')
    .set(fields)
    .where('space', '=', space)
    .where('id', '=', id)
    .returning(ENTRY_COLUMNS)
    .executeTakeFirstOrThrow()

/** Cascades to facts and documents. */
export async function deleteEntry(tx: Db<Tables>, { space, id }: Named): Promise<void> {
  await tx.deleteFrom('casework.entries').where('space', '=', space).where('id', '=', id).execute()
}

/** Deletes earlier failed imports of the same bytes; the latest one carries the same error. */
export async function deleteEarlierFailures(tx: Db<Tables>, entry: EntryRow): Promise<void> {
  await tx
    .deleteFrom('casework.entries')
    .where('space', '=', entry.space)
    .where('pack_id', '=', entry.pack_id)
    .where('source_id', '=', entry.source_id)
    .where('uri', '=', entry.uri)
    .where('content_hash', '=', entry.content_hash)
    .where('status', '=', 'failed')
    .where('id', '<>', entry.id)
    .execute()
}

/** True if the last finished run of a case read this entry. Its facts stay until the case is evaluated again or deleted. */
const isPinned = sql<boolean>`exists (
  select from casework.case_runs run join casework.cases c on c.tenant_id = run.tenant_id and c.finished_run_id = run.id
  where run.catalog_entries @> array[entries.id] and c.deleted_at is null)`

export async function isEntryPinned(tx: Db<Tables>, { space, id }: Named): Promise<boolean> {
  const row = await tx
    .selectFrom('casework.entries as entries')
    .select(isPinned.as('is'))
    .where('space', '=', space)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.is ?? false
}

/** Replaced versions that no case pins, except the newest `keep`. */
export async function listRetirable(tx: Db<Tables>, place: Place, keep: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('casework.entries as entries')
    .select('id')
    .where('space', '=', place.space)
    .where('pack_id', '=', place.pack_id)
    .where('is_current', '=', false)
    .where(sql<boolean>`not ${isPinned}`)
    .where('status', 'in', ['ready', 'degraded'])
    .$if(place.list_id !== null, (query) => query.where('list_id', '=', place.list_id))
    .$if(place.list_id === null, (query) => query.where('source_id', '=', place.source_id).where('uri', '=', place.uri))
    .orderBy('id', 'desc')
    .offset(keep)
    .execute()
  return rows.map(({ id }) => id)
}

/** Fails entries whose worker died during the import. */
export async function failAbandoned(db: Db<Tables>, space: string, since: Date): Promise<void> {
  await db
    .updateTable('casework.entries')
    .set({ status: 'failed', status_reason: 'The import was interrupted.' })
    .where('space', '=', space)
    .where('status', 'in', ['registered', 'fetching', 'fetched', 'extracting'])
    .where('first_seen_at', '<', since)
    .execute()
}

export const listCurrentVersions = (
  db: Db<Tables>,
  space: string,
): Promise<Pick<EntryRow, 'pack_id' | 'source_id' | 'list_id' | 'version_label' | 'content_hash' | 'media_type'>[]> =>
  db
    .selectFrom('casework.entries')
    .select(['pack_id', 'source_id', 'list_id', 'version_label', 'content_hash', 'media_type'])
    .where('space', '=', space)
    .where('is_current', '=', true)
    .where('list_id', 'is not', null)
    .execute()
