// Messages between the server and the extraction threads.
import type { DocumentContext, Extraction } from '../../extract/types.ts'

export interface Document {
  bytes: Uint8Array
  contentType: string
  context: DocumentContext
}

/** Blocks are not returned: no caller needs them, and they are larger than the rest. */
export type Answer = { extraction: Extraction } | { broken: string }

/** One answer for each document, in the same order. */
export type Message = readonly Document[]
export type FromWorker = readonly Answer[]
