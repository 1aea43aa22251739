// What the main thread and the thread that reads a document say to each other. Statements travel packed, as bytes that
// change hands without being copied.
import type { DocumentType, Ingestion } from '@veritrace/contract/graph/ingestions'
import type { Scope } from '../../scope/scope.ts'
import type { PackedRows } from '../../statements/packed-rows.ts'
import type { AssertedRow } from '../../statements/tables.ts'

export interface ReadOrder {
  type: DocumentType
  scope: Scope
  /** What the labels of the document's blank nodes begin with: the same for the same ingestion. */
  blankPrefix: string
  /** Only counts: nothing is checked but the syntax. */
  countOnly: boolean
  /** As many chunks are passed over. */
  skip: number
  /** Statements of a chunk. */
  size: number
}

/** So many statements that follow each other in the document; those that cannot be stored are counted, and the first told. */
export interface Chunk {
  number: number
  received: number
  rejected: number
  errors: Ingestion['errors']
  /** Those that can be stored: packed, or one by one. */
  packed?: PackedRows
  rows: AssertedRow[]
}

export type ToReader = { read: ReadOrder } | { bytes: Uint8Array | undefined } | { taken: true }

export type FromReader =
  | { want: true }
  | { chunk: Chunk }
  | { read: { received: number } }
  /** What is wrong with the document. */
  | { refused: Ingestion['errors'][number] }
  /** What is wrong with us. */
  | { broken: string }
