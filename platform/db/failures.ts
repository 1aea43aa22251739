// What the database's own errors mean to us.

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * Why a database cannot answer now, which is no mistake of the caller or of ours:
 * - `away`: refused, lost, shutting down, or it says nothing at all
 * - `crowded`: it has no connection left for us
 * - `slow`: it works, and took longer than a statement may (57014 is our own limit)
 * - `full`: its disk, or another one of ours, has no room, which somebody has to make
 */
export type DatabaseTrouble = 'away' | 'crowded' | 'slow' | 'full'

/** In the system's words: the embedded database and files come with other codes than PostgreSQL's 53100. */
const FULL = /No space left on device|Disk quota exceeded/i

export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  if (code === '53100' || FULL.test(message)) return 'full'
  if (code === '53300' || message === 'timeout exceeded when trying to connect') return 'crowded'
  if (code === '57014' || message === 'Query read timeout') return 'slow'
  // Node's words for somebody else who has left: a client that breaks off its request, a server that we asked.
  if (code === 'ECONNRESET') return message !== 'aborted' && message !== 'socket hang up' ? 'away' : undefined
  if (/^(08|57P0)/.test(code) || code === 'ECONNREFUSED' || code === 'EPIPE') return 'away'
  // The driver's own words, which have no code.
  return /Connection terminated|is not queryable/i.test(message) ? 'away' : undefined
}

export const isDatabaseDown = (error: unknown): boolean => databaseTrouble(error) !== undefined

/** It was asked apart from the work that fails now, and did not answer. */
export class DatabaseAway extends Error {
  /** SQLSTATE: connection failure. */
  readonly code = '08006'
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
    this.name = 'DatabaseAway'
  }
}

/** A row that breaks the unique constraint or index of that name. */
export const breaksUnique = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint

/** A lock that was not to be had: in the time that the transaction has set, or because two waited for each other. */
export const waitedTooLong = (error: unknown): boolean => /^(55P03|40P01)$/.test(codeOf(error))

/** A value that is none of the type it should have, or lies outside its range. */
export const isUnreadable = (error: unknown): boolean => /^22(003|007|008|P02|P03)$/.test(codeOf(error))
