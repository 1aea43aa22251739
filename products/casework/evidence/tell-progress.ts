// While a file is read, its record says how far that is. The same write finds out whether anybody still waits: a reading
// that another has overtaken, or whose project is gone, is ended in the middle.
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { ParseOrder } from './parse-order.ts'
import type { Progress } from './reading/messages.ts'
import { tellReading } from './store.ts'

/** A record need not change more often than people look. */
const PAUSE_MS = 1_500

interface Telling {
  hear(progress: Progress): void
  /** Aborted when nobody waits any more. */
  signal: AbortSignal
  /** What is being written has been written. */
  end(): Promise<void>
}

export function tellProgress({ db, clock }: Pick<Casework, 'db' | 'clock'>, scope: Scope, order: ParseOrder): Telling {
  const overtaken = new AbortController()
  let last = clock.now().getTime()
  let writing: Promise<void> | undefined
  const write = async ({ done, total }: Progress): Promise<void> => {
    const words = `${Math.floor((100 * done) / total)} % of the objects have been read.`
    if (!(await tellReading(db, scope, order, words))) overtaken.abort()
  }
  return {
    hear: (progress) => {
      const now = clock.now().getTime()
      if (writing || overtaken.signal.aborted || now - last < PAUSE_MS) return
      last = now
      // A write that fails tells nothing, and the reading goes on.
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
