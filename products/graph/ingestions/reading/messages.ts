// The messages between the main thread and the thread that reads a document. Statements travel packed, as buffers that
// are transferred and not copied.
import type { DocumentType, Ingestion } from '@veritrace/contract/graph/ingestions'
import type { Scope } from '../../scope/scope.ts'
import type { PackedRows } from '../../statements/packed-rows.ts'
import type { AssertedRow } from '../../statements/tables.ts'

export interface ReadOrder {
  type: DocumentType
  scope: Scope
  /** Prefix for the labels of the document's blank nodes, the same each time an ingestion is read. */
  blankPrefix: string
  /** Only count; check nothing but the syntax. */
  countOnly: boolean
  /** Number of chunks to skip. */
  skip: number
  /** Statements per chunk. */
  size: number
}

/** Consecutive statements of the document. Those that cannot be stored are counted, and the first of them reported. */
export interface Chunk {
  number: number
  received: number
  rejected: number
  errors: Ingestion['errors']
  /** The statements that can be stored: packed, or row by row. */
  packed?: PackedRows
  rows: AssertedRow[]
}

export type ToReader = { read: ReadOrder } | { bytes: Uint8Array | undefined } | { taken: true }

export type FromReader =
  | { want: true }
  | { chunk: Chunk }
  | { read: { received: number } }
  /** An error in the document. */
  | { refused: Ingestion['errors'][number] }
  /** An error on our side. */
  | { broken: string }
