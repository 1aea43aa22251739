// The end of the process: in order where that can be, and in time in any case.
import type { Log } from '@veritrace/platform/log'

/** Running jobs get ten seconds after the last request, their last words two, the counters the rest. */
export const AFTER_REQUESTS_MS = 15_000

/** Returns the exit code. What a database that hangs has not taken by then, it would not take later either. */
export async function endWithin(ms: number, close: () => Promise<void>, log: Log): Promise<number> {
  const late = Promise.withResolvers<number>()
  const timer = setTimeout(() => {
    log.error({ seconds: ms / 1000 }, 'the process did not come to its end in time; it ends now')
    late.resolve(1)
  }, ms)
  const ended = close().then(
    () => 0,
    (error: unknown) => {
      log.error({ err: error }, 'the process could not end in order')
      return 1
    },
  )
  return Promise.race([ended, late.promise]).finally(() => clearTimeout(timer))
}
