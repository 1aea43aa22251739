// Statements that come again are prepared on their connection: PostgreSQL then parses and plans them once.
// The embedded database gains even more, because it does that work in WebAssembly.
import pg from 'pg'

/** A text is prepared from its third use on; texts that are made anew each time never get that far. */
const USES_BEFORE = 2
const MOST_STATEMENTS = 400
const LONGEST_TEXT = 10_000
/**
 * The part of PostgreSQL that says `cached plan must not change result type`: a migration elsewhere has changed a
 * table under us. Its code, 0A000, is that of everything that is not supported.
 */
const STALE_PLAN = 'RevalidateCachedQuery'

type Query = (...args: unknown[]) => unknown

/** The driver's client, made to prepare; the driver wants a class. Names differ by connection, as the embedded database shares them. */
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
          // The driver's own trace leads to a socket; this one leads to who asked.
          Error.captureStackTrace(error)
          failed(error)
        }
        // A query that is made already is not copied by the driver, which takes long for that; nor is a plain text.
        this.#query(Object.assign(new pg.Query(text, values, answered), named))
      })
    }
  }
}
