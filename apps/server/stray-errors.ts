// Logs errors that no code handles. Each one is a bug.
import type { Log } from '@veritrace/platform/log'

export function logStrayErrors(log: Log): void {
  // No one waits for this result, but other requests of the process need it, so it continues.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  // After an exception the state is unknown, so the process exits, which is Node's default.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'uncaught exception'))
}
