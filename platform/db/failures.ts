// Classifies errors of the database.

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * Why the database cannot answer now; neither the caller nor our code is at fault:
 * - `away`: it refused or lost the connection, is shutting down, or hangs
 * - `crowded`: it has no free connection
 * - `slow`: the statement exceeded our own time limit (57014)
 * - `full`: its disk, or another disk of ours, is full, and an operator must free space
 */
export type DatabaseTrouble = 'away' | 'crowded' | 'slow' | 'full'

/** The operating system's message: the embedded database and file writes use other codes than PostgreSQL's 53100. */
const FULL = /No space left on device|Disk quota exceeded/i

export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  if (code === '53100' || FULL.test(message)) return 'full'
  if (code === '53300' || message === 'timeout exceeded when trying to connect') return 'crowded'
  if (code === '57014' || message === 'Query read timeout') return 'slow'
  // Node's messages for a client that aborted its request and for a server that we called; both are not the database.
  if (code === 'ECONNRESET') return message !== 'aborted' && message !== 'socket hang up' ? 'away' : undefined
  if (/^(08|57P0)/.test(code) || code === 'ECONNREFUSED' || code === 'EPIPE') return 'away'
  // The driver's messages, which have no code.
  return /Connection terminated|is not queryable/i.test(message) ? 'away' : undefined
}

export const isDatabaseDown = (error: unknown): boolean => databaseTrouble(error) !== undefined

/** The heartbeat, which is independent of the failing work, got no answer. */
export class DatabaseAway extends Error {
  /** SQLSTATE: connection failure. */
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
    this.name = 'DatabaseAway'
  }
}

/** The row violates the unique constraint or index with this name. */
export const breaksUnique = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint

/** The lock timeout of the transaction expired, or PostgreSQL detected a deadlock. */
export const waitedTooLong = (error: unknown): boolean => /^(55P03|40P01)$/.test(codeOf(error))

/** The value does not fit the type of its column, or is out of range. */
export const isUnreadable = (error: unknown): boolean => /^22(003|007|008|P02|P03)$/.test(codeOf(error))
