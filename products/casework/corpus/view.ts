// Maps rows to the contract.
import type { CorpusDifference, CorpusEntry } from '@veritrace/contract/casework/corpus'
import { iso } from '@veritrace/platform/clock'
import type { EntryRow } from '../model/tables.ts'
import type { Difference } from './diff-store.ts'
import { freshnessOf } from './rules.ts'
import type { Sourced } from './sources.ts'

export interface Surroundings {
  now: Date
  corpusSpace: string
  sources: readonly Sourced[]
  /** Maps an entry to the one that replaced it. */
  supersededBy: ReadonlyMap<string, string>
}

export const viewEntry = (row: EntryRow, around: Surroundings): CorpusEntry => ({
  id: row.id,
  pack: row.pack_id,
  source_id: row.source_id,
  list_id: row.list_id,
  kind: row.kind,
  title: row.title,
  uri: row.uri,
  version_label: row.version_label,
  revision: row.revision,
  content_hash: row.content_hash,
  bytes: row.bytes,
  media_type: row.media_type,
  language: row.language,
  license: row.license,
  status: row.status,
  status_reason: row.status_reason,
  completeness: row.list_id === null ? null : row.completeness,
  counts: row.counts,
  validation: row.validation,
  used_for: usedFor(row, around.sources),
  freshness: freshnessOf(row.as_of ?? row.fetched_at, around.now),
  as_of: iso(row.as_of),
  is_current: row.is_current,
  is_own: row.space !== around.corpusSpace,
  supersedes: row.supersedes,
  superseded_by: around.supersededBy.get(row.id) ?? null,
  changes: row.changes,
  fetched_at: iso(row.fetched_at),
  extracted_at: iso(row.extracted_at),
  first_seen_at: row.first_seen_at.toISOString(),
})

const usedFor = ({ pack_id, source_id }: EntryRow, sources: readonly Sourced[]): string[] => [
  ...(sources.find(({ pack, source }) => pack.ref.id === pack_id && source.id === source_id)?.source.used_for ?? []),
]

export const viewDifference = ({ key, ...rest }: Difference): CorpusDifference => ({ ...rest, name: key })
