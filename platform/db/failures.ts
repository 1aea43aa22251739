// What the database's own errors mean to us.

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/**
 * Connection refused or lost, shutting down, too many connections, no answer in time (57014 is our own limit), or a disk
 * without room (53100), which somebody has to make.
 */
export function isDatabaseDown(error: unknown): boolean {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  // Node's words for somebody else who has left: a client that breaks off its request, a server that we asked.
  if (code === 'ECONNRESET') return message !== 'aborted' && message !== 'socket hang up'
  if (/^(08|57P0|57014|53100|53300)/.test(code) || code === 'ECONNREFUSED') return true
  // The driver's own words, where it gives no code; those of the system, where the embedded database gives another.
  return /Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout|No space left on device/i.test(
    message,
  )
}

/** A row that breaks the unique constraint or index of that name. */
export const breaksUnique = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint

/** A lock that was not to be had: in the time that the transaction has set, or because two waited for each other. */
export const waitedTooLong = (error: unknown): boolean => /^(55P03|40P01)$/.test(codeOf(error))

/** A value that is none of the type it should have, or lies outside its range. */
export const isUnreadable = (error: unknown): boolean => /^22(003|007|008|P02|P03)$/.test(codeOf(error))
