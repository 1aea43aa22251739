// Writes the progress of a parse to its record. The same write finds out whether the result is still wanted: a parse that a
// newer one has overtaken, or whose project is gone, is aborted.
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { ParseOrder } from './parse-job.ts'
import type { Progress } from './reading/messages.ts'
import { writeProgress } from './store.ts'

/** Minimum time between two writes. */
const PAUSE_MS = 1_500

interface ProgressReporter {
  onProgress(progress: Progress): void
  /** Aborted when the result is no longer wanted. */
  signal: AbortSignal
  /** Waits for a write in progress. */
  end(): Promise<void>
}

export function reportProgress(
  { db, clock }: Pick<Casework, 'db' | 'clock'>,
  scope: Scope,
  order: ParseOrder,
): ProgressReporter {
  const overtaken = new AbortController()
  let last = clock.now().getTime()
  let writing: Promise<void> | undefined
  const write = async ({ done, total }: Progress): Promise<void> => {
    const message = `${Math.floor((100 * done) / total)}% of the objects have been parsed.`
    if (!(await writeProgress(db, scope, order, message))) overtaken.abort()
  }
  return {
    onProgress: (progress) => {
      const now = clock.now().getTime()
      if (writing || overtaken.signal.aborted || now - last < PAUSE_MS) return
      last = now
      // A failed write only loses one progress report.
      writing = write(progress)
        .catch(() => {})
        .finally(() => {
          writing = undefined
        })
    },
    signal: overtaken.signal,
    end: async () => writing,
  }
}
