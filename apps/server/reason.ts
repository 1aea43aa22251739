// Why a program could not begin, in a sentence for who started it.
import { ConfigError } from '@veritrace/platform/config/env'
import { DatabaseAway, isDatabaseDown } from '@veritrace/platform/db/failures'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { NewerDatabase } from '@veritrace/platform/db/migrate'

type Failure = NodeJS.ErrnoException & { hostname?: string }

/** For what a person can change; undefined for everything else, which is told as it is. `host` is where it listens. */
export function reasonOf(failure: unknown, host?: string): string | undefined {
  // What the system said of it helps more.
  const error = failure instanceof DatabaseAway && failure.cause ? failure.cause : failure
  const { code = '', syscall, hostname, message } = error as Failure
  if ([ConfigError, DataFolderInUse, NewerDatabase].some((known) => error instanceof known)) return message
  if (syscall === 'listen') return reasonNotToListen(code, message)
  if (syscall === 'getaddrinfo' && hostname !== undefined && hostname === host)
    return `HOST is no name of this machine: ${message}.`
  if (syscall === 'mkdir') return `The folder DATA_DIR cannot be made: ${message}.`
  // An address that has several forms fails with one error for each, and no message of its own.
  const unreached = syscall === 'connect' || /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH)/.test(code)
  if (unreached) return `PostgreSQL at DATABASE_URL cannot be reached: ${message || code}.`
  // SQLSTATE classes 28 and 3D: who connects, and to which database.
  if (/^(?:28|3D)...$/.test(code)) return `PostgreSQL at DATABASE_URL refuses: ${message}.`
  // It takes the connection and says no more, is starting or stopping, or has no connection left.
  if (isDatabaseDown(error)) return `PostgreSQL at DATABASE_URL does not serve: ${message}.`
  return undefined
}

function reasonNotToListen(code: string, message: string): string {
  if (code === 'EADDRINUSE') return 'The port is in use. Choose another one with PORT.'
  if (code === 'EACCES') return `The port is not for everybody: ${message}. Choose another one with PORT.`
  return `HOST is no address of this machine: ${message}.`
}
