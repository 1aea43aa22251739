// Row types of documents.
import type { ColumnType, Selectable } from 'kysely'
import type { EntryRow, License } from '../model/tables.ts'

type Json<T> = ColumnType<T, string, string>

export interface Section {
  id: string
  heading: string
  /** 0 for the text before the first heading. */
  level: number
  start: number
  end: number
}
/** Text that looks like a name, with its position. */
export type NamedAt = [name: string, start: number, end: number]

interface DocumentsTable {
  id: string
  space: string
  pack_id: string
  entry_id: string | null
  evidence_id: string | null
  kind: EntryRow['kind']
  source_id: string
  title: string
  path: string
  url: string | null
  language: string
  license: Json<License>
  sections: Json<Section[]>
  text: string | null
  html: string | null
  bytes: number
  words: number
  content_hash: string
  as_of: Date | null
  names: string[]
  named_at: Json<NamedAt[]>
  passages: number
  passage_words: number
}

interface PassagesTable {
  document_id: string
  place: number
  space: string
  evidence_id: string | null
  section: string
  start: number
  stop: number
  text: string
  words: number
  terms: Json<Record<string, number>>
}

export interface DocumentTables {
  'casework.documents': DocumentsTable
  'casework.passages': PassagesTable
}
export type DocumentRow = Selectable<DocumentsTable>
export type PassageRow = Selectable<PassagesTable>
