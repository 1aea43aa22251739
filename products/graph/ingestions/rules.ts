// States of an ingestion. Pure.
import type { Ingestion, IngestionStatus } from '@veritrace/contract/graph/ingestions'

type Failure = Ingestion['errors'][number]

/** Statements that are written in one transaction. */
export const CHUNK = 10_000
/** The same for a context that is replaced, which is in no hurry: on an embedded database all others wait meanwhile. */
export const REPLACED_CHUNK = 1_250
/** The same document within this time is the same ingestion. */
export const SAME_FOR_MS = 24 * 3_600_000
/** One that has given no sign for so long has perhaps lost its worker. */
export const SILENT_MS = 5_000

export const CLOCKS_DIFFER_MS = 60_000

/** Now, or the first moment after the last one. */
export const arrivalAfter = (last: Date | null, now: Date): Date =>
  last !== null && last >= now ? new Date(last.getTime() + 1) : now

const FINISHED: readonly IngestionStatus[] = ['succeeded', 'failed', 'partially_succeeded']
export const isFinished = (status: IngestionStatus): boolean => FINISHED.includes(status)

interface Counts {
  mode: Ingestion['mode']
  received: number
  rejected: number
}

/**
 * How an ingestion ends: whatever it has stored stays, so it has failed only where it stored nothing. One that was to
 * replace a context and could not has changed nothing that anybody reads.
 */
export function outcomeOf({ mode, received, rejected }: Counts, failure?: Failure): IngestionStatus {
  const stored = received - rejected
  if (failure === undefined && rejected === 0) return 'succeeded'
  if (failure !== undefined && mode === 'replace') return 'failed'
  return stored > 0 ? 'partially_succeeded' : 'failed'
}
