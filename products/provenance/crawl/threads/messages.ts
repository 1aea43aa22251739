// What is said between the server and a thread that reads documents.
import type { DocumentContext, Extraction } from '../../extract/types.ts'

export interface Document {
  bytes: Uint8Array
  contentType: string
  context: DocumentContext
}

/** Blocks stay in the thread: nobody asks for them, and they are larger than the rest. */
export type Answer = { extraction: Extraction } | { broken: string }

/** One answer for each document, in their order. */
export type Message = readonly Document[]
export type FromWorker = readonly Answer[]
