// Limits and states of an ingestion, as pure functions.
import type { Ingestion, IngestionStatus } from '@veritrace/contract/graph/ingestions'

type Failure = Ingestion['errors'][number]

/** Statements written in one transaction. */
export const CHUNK = 10_000
/**
 * Statements per transaction for a replaced context. Smaller, because on an embedded database all other writers wait
 * for it.
 */
export const REPLACED_CHUNK = 1_250
/** The same document within this period is the same ingestion. */
export const SAME_FOR_MS = 24 * 3_600_000
/** An ingestion without progress for this long may have lost its worker. */
export const SILENT_MS = 5_000

export const CLOCKS_DIFFER_MS = 60_000

/** Now, or just after the last moment if that is later. */
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
 * The final status of an ingestion. Stored statements stay, so it has failed only if it stored nothing. A replacement
 * that did not finish has failed: it changed nothing that readers see.
 */
export function outcomeOf({ mode, received, rejected }: Counts, failure?: Failure): IngestionStatus {
  const stored = received - rejected
  if (failure === undefined && rejected === 0) return 'succeeded'
  if (failure !== undefined && mode === 'replace') return 'failed'
  return stored > 0 ? 'partially_succeeded' : 'failed'
}
