// Failures that reach nobody: each is a fault of ours, and all of them are told in the log like any other.
import type { Log } from '@veritrace/platform/log'

export function logStrayErrors(log: Log): void {
  // Whoever was to be answered is not waiting for it, and all other requests of the process are: it goes on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'something failed that nobody waited for'))
  // What was half done when it was thrown is not known: the process ends, as Node decides by itself.
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'the process breaks'))
}
