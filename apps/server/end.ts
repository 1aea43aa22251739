// Shuts the process down: in order if possible, and in any case in time.
import type { Log } from '@veritrace/platform/log'

/**
 * After the last request, running jobs get ten seconds, plus two to save their progress; the rest is for the counters.
 */
export const AFTER_REQUESTS_MS = 15_000

/** Returns the exit code. A database that has hung for this long will not accept more data. */
export async function endWithin(ms: number, close: () => Promise<void>, log: Log): Promise<number> {
  const late = Promise.withResolvers<number>()
  const timer = setTimeout(() => {
    log.error({ seconds: ms / 1000 }, 'the process did not shut down in time; exiting now')
    late.resolve(1)
  }, ms)
  const ended = close().then(
    () => 0,
    (error: unknown) => {
      log.error({ err: error }, 'the process could not shut down cleanly')
      return 1
    },
  )
  return Promise.race([ended, late.promise]).finally(() => clearTimeout(timer))
}
