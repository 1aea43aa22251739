// The SQL of corpus totals.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { EntryRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

export interface Group {
  status: EntryRow['status']
  kind: EntryRow['kind']
  is_current: boolean
  version_label: string
  completeness: EntryRow['completeness'] | null
  license: string
  age_days: number | null
  entries: number
  documents: number
  artifacts: number
  statements: number
  rejected: number
  oldest_id: string
}

/** Groups entries by every field that the status needs, so there are few rows however many entries. */
export async function countEntries(db: Db<Tables>, spaces: readonly string[], now: Date): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with entries as (
      select id, status, kind, is_current, version_label, license->>'spdx' as license, counts,
        -- A list that is not meant to be complete has no reason, and does not count as incomplete.
        case when list_id is not null and status_reason <> '' then completeness end as completeness,
        floor(extract(epoch from ${now}::timestamptz - coalesce(as_of, fetched_at)) / 86400)::int as age_days
      from casework.entries where space = any(${spaces}::text[])
    )
    select status, kind, is_current, version_label, completeness, license, age_days, count(*)::int as entries,
      sum((counts->>'documents')::int)::int as documents, sum((counts->>'artifacts')::int)::int as artifacts,
      sum((counts->>'statements')::int)::int as statements, sum((counts->>'rejected')::int)::int as rejected,
      min(id) as oldest_id
    from entries group by status, kind, is_current, version_label, completeness, license, age_days
    order by oldest_id`.execute(db)
  return rows
}

export interface SourceCount {
  pack_id: string
  source_id: string
  entries: number
  current_entry_id: string | null
}

export async function countBySource(db: Db<Tables>, space: string): Promise<SourceCount[]> {
  const { rows } = await sql<SourceCount>`
    select pack_id, source_id, count(*)::int as entries, max(id) filter (where is_current) as current_entry_id
    from casework.entries where space = ${space} group by pack_id, source_id
    order by pack_id, source_id`.execute(db)
  return rows
}

/** Counts what can be searched: documents with passages, and distinct words. */
export async function countIndex(
  db: Db<Tables>,
  spaces: readonly string[],
): Promise<{ documents: number; terms: number; built_at: Date | null }> {
  const { rows } = await sql<{ documents: number; terms: number; built_at: Date | null }>`
    select
      (select count(*)::int from casework.documents
        where space = any(${spaces}::text[]) and evidence_id is null and passages > 0) as documents,
      (select count(*)::int from (select distinct jsonb_object_keys(terms) from casework.passages
        where space = any(${spaces}::text[]) and evidence_id is null) words) as terms,
      (select max(extracted_at) from casework.entries
        where space = any(${spaces}::text[]) and is_current and (counts->>'documents')::int > 0) as built_at`.execute(
    db,
  )
  return rows[0]!
}
