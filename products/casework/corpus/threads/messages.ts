// What is said between the server and a thread that reads a list.
import type { Columns } from '../columns-store.ts'
import type { Tally } from '../importers/batches.ts'

/** To the thread: first the work, then a word for each part that has been taken. */
export type ToWorker = { importer: string; bytes: Uint8Array } | 'taken'
export type FromWorker = { part: Columns } | { end: Tally } | { unreadable: string }
