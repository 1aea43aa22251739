// What the database's own errors mean to us.

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Connection refused or lost, shutting down, too many connections, or no answer in time (57014 is our own limit). */
export function isDatabaseDown(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08|57P0|57014|53300)/.test(code) || code === 'ECONNREFUSED' || code === 'ECONNRESET') return true
  const message = error instanceof Error ? error.message : ''
  // The driver's own words, where it gives no code.
  return /Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout/i.test(
    message,
  )
}

/** A row that breaks the unique constraint or index of that name. */
export const breaksUnique = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint

/** A lock that was not to be had: in the time that the transaction has set, or because two waited for each other. */
export const waitedTooLong = (error: unknown): boolean => /^(55P03|40P01)$/.test(codeOf(error))
