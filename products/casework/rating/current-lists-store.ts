// The SQL of the lists that count now: the current entry of each list.
import type { Db } from '@veritrace/platform/db/db'
import type { EntryRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

export const ENTRY_COLUMNS = [
  ...(['id', 'space', 'pack_id', 'source_id', 'list_id', 'kind', 'title', 'uri', 'version_label', 'revision'] as const),
  ...(['content_hash', 'bytes', 'media_type', 'language', 'license', 'status', 'status_reason'] as const),
  ...(['completeness', 'counts'] as const),
  ...(['validation', 'changes', 'rejected', 'log', 'blob_key', 'supersedes', 'is_current', 'as_of'] as const),
  ...(['first_seen_at', 'fetched_at', 'extracted_at', 'retired_at'] as const),
] as const

/** One entry per list; if two spaces have the list, the space named first wins. */
export async function currentLists(db: Db<Tables>, spaces: readonly string[], packId: string): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('casework.entries')
    .select(ENTRY_COLUMNS)
    .where('space', 'in', spaces)
    .where('pack_id', '=', packId)
    .where('is_current', '=', true)
    .where('list_id', 'is not', null)
    .orderBy('list_id')
    .execute()
  const ordered = rows.toSorted((a, b) => spaces.indexOf(a.space) - spaces.indexOf(b.space))
  const seen = new Set<string>()
  return ordered.filter(({ list_id }) => !seen.has(list_id!) && seen.add(list_id!))
}
