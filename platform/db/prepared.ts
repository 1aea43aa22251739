// Prepares repeated statements on their connection, so that PostgreSQL parses and plans them once. The embedded
// database gains even more, because it does that work in WebAssembly.
import pg from 'pg'

/** A text is prepared at its third use; generated texts that differ each time never get that far. */
const USES_BEFORE = 2
const MOST_STATEMENTS = 400
const LONGEST_TEXT = 10_000
/**
 * The PostgreSQL routine that reports `cached plan must not change result type` after a migration in another process.
 * Its code, 0A000, is shared by everything that is not supported.
 */
const STALE_PLAN = 'RevalidateCachedQuery'

type Query = (...args: unknown[]) => unknown

/**
 * A client that prepares statements; the driver requires a class. Names include the connection, because the embedded
 * database shares prepared statements between connections.
 */
export function preparingClient(): typeof pg.Client {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let connections = 0
  let generation = 0

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known) return known
    if (text.length > LONGEST_TEXT || names.size >= MOST_STATEMENTS) return undefined
    const used = (uses.get(text) ?? 0) + 1
    if (uses.size > 10 * MOST_STATEMENTS) uses.clear()
    uses.set(text, used)
    if (used <= USES_BEFORE) return undefined
    uses.delete(text)
    names.set(text, `s${names.size + 1}`)
    return names.get(text)
  }
  const watch = (error: unknown): void => {
    // New names make every connection prepare again.
    if ((error as { routine?: string } | null)?.routine === STALE_PLAN) generation++
  }

  return class PreparingClient extends pg.Client {
    #connection = ++connections
    #query = super.query.bind(this) as Query

    // biome-ignore lint/suspicious/noExplicitAny: the driver's method has nine overloads, all of which pass through here
    override query(...args: any[]): any {
      const [text, values, callback] = args
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
      if (!name) return this.#query(...args)
      const named = { name: `c${this.#connection}g${generation}${name}` }
      if (typeof callback === 'function')
        return this.#query({ ...named, text, values }, (error: unknown, result: unknown) => {
          watch(error)
          callback(error, result)
        })
      return new Promise((done, failed) => {
        const answered = (error: Error | null | undefined, result: unknown) => {
          if (!error) return done(result)
          watch(error)
          // The driver's stack trace leads to a socket; this one leads to the caller.
          Error.captureStackTrace(error)
          failed(error)
        }
        // Passing a ready-made query avoids a slow copy in the driver; so does a plain text.
        this.#query(Object.assign(new pg.Query(text, values, answered), named))
      })
    }
  }
}
