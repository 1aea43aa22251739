// Explains in a sentence why the server could not start.
import { ConfigError } from '@veritrace/platform/config/env'
import { DatabaseAway, isDatabaseDown } from '@veritrace/platform/db/failures'
import { DataFolderInUse } from '@veritrace/platform/db/lock'
import { NewerDatabase } from '@veritrace/platform/db/migrate'

type Failure = NodeJS.ErrnoException & { hostname?: string }

/**
 * Explains errors that the operator can fix; undefined for others, which are printed unchanged. `host` is the listening
 * address.
 */
export function reasonOf(failure: unknown, host?: string): string | undefined {
  // The underlying system error is more helpful.
  const error = failure instanceof DatabaseAway && failure.cause ? failure.cause : failure
  const { code = '', syscall, hostname, message } = error as Failure
  if ([ConfigError, DataFolderInUse, NewerDatabase].some((known) => error instanceof known)) return message
  if (syscall === 'listen') return reasonNotToListen(code, message)
  if (syscall === 'getaddrinfo' && hostname !== undefined && hostname === host)
    return `HOST is not a name of this machine: ${message}.`
  if (syscall === 'mkdir') return `The folder DATA_DIR cannot be created: ${message}.`
  // A host with several addresses fails with one error per address, and without a message.
  const unreached = syscall === 'connect' || /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH)/.test(code)
  if (unreached) return `PostgreSQL at DATABASE_URL cannot be reached: ${message || code}.`
  // SQLSTATE classes 28 and 3D: invalid credentials or database.
  if (/^(?:28|3D)...$/.test(code)) return `PostgreSQL at DATABASE_URL rejects the connection: ${message}.`
  // It accepts the connection but does not answer, is starting or stopping, or has no free connection.
  if (isDatabaseDown(error)) return `PostgreSQL at DATABASE_URL is not ready: ${message}.`
  return undefined
}

function reasonNotToListen(code: string, message: string): string {
  if (code === 'EADDRINUSE') return 'The port is in use. Choose another one with PORT.'
  if (code === 'EACCES') return `The port is not allowed: ${message}. Choose another one with PORT.`
  return `HOST is not an address of this machine: ${message}.`
}
