// Messages between the server and a thread that reads a list.
import type { Columns } from '../columns-store.ts'
import type { Tally } from '../importers/batches.ts'

/** To the thread: the work, then an acknowledgment for each batch. */
export type ToWorker = { importer: string; bytes: Uint8Array } | 'acknowledged'
export type FromWorker = { part: Columns } | { end: Tally } | { unreadable: string }
