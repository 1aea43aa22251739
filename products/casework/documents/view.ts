// Converts rows of documents to the types of the contract.
import type { DocumentItem } from '@veritrace/contract/casework/documents'
import { iso } from '@veritrace/platform/clock'
import type { DocumentHead } from './store.ts'

export const viewHead = (row: DocumentHead, own: string): Omit<DocumentItem, 'score' | 'snippet'> => ({
  id: row.id,
  entry_id: row.entry_id,
  evidence_id: row.evidence_id,
  pack: row.pack_id,
  kind: row.kind,
  source_id: row.source_id,
  title: row.title,
  path: row.path,
  url: row.url,
  language: row.language,
  license: row.license,
  bytes: row.bytes,
  words: row.words,
  content_hash: row.content_hash,
  as_of: iso(row.as_of),
  is_own: row.space === own,
})
