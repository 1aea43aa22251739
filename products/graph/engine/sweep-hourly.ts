// Hourly cleanup that every process does for its own disk and memory. A job would run in only one process.
import type { Log } from '@veritrace/platform/log'

interface Options {
  sweep(): Promise<void>
  log: Log
  everyMs?: number
}

/** Runs the sweep now and then every hour. */
export function sweepHourly({ sweep: once, log, everyMs = 3_600_000 }: Options): { close(): Promise<void> } {
  const sweep = () => once().catch((error) => log.warn({ err: error }, 'sweep of deleted workspaces failed'))
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, everyMs)
  timer.unref()
  return {
    close: () => {
      clearInterval(timer)
      return sweeping
    },
  }
}
