// What every process clears away for itself, because a job runs in one of them only: on its own disk, in its own memory.
import type { Log } from '@veritrace/platform/log'

interface Options {
  sweep(): Promise<void>
  log: Log
  everyMs?: number
}

/** At once and every hour. */
export function keepSwept({ sweep: once, log, everyMs = 3_600_000 }: Options): { close(): Promise<void> } {
  const sweep = () =>
    once().catch((error) => log.warn({ err: error }, 'What is left of workspaces could not be swept.'))
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
