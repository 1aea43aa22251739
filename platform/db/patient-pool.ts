// The connection pool. If the server refuses another connection, a request waits for an open one; if the server is
// unreachable, the request fails immediately.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway, databaseTrouble } from './failures.ts'

/** How long a request waits for an open connection after the server refused a new one. */
const PATIENCE_MS = 2_000
const AGAIN_MS = 100
/** After a refusal the pool requests no more connections for this long. */
const CONTENT_MS = 1_000

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void
export interface PatientOptions extends pg.PoolConfig {
  /** Why the server is considered unreachable. */
  away?: () => Error | undefined
}

export class PatientPool extends pg.Pool {
  readonly #live = new Set<pg.PoolClient>()
  readonly #waiting = new Set<(reason: Error) => void>()
  readonly #away: () => Error | undefined
  readonly #max: number
  #widening: NodeJS.Timeout | undefined
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor({ away = () => undefined, ...options }: PatientOptions) {
    super(options)
    this.#away = away
    this.#max = this.options.max!
    this.on('connect', (client) => {
      this.#live.add(client)
      client.once('end', () => this.#live.delete(client))
    })
  }

  /** Number of open connections. */
  get liveCount(): number {
    return this.#live.size
  }

  /** Milliseconds since the server last refused another connection. */
  get sinceRefusal(): number {
    return performance.now() - this.#refusedAt
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has two overloads, one of which takes a callback
  override connect(callback?: any): any {
    if (!callback) return this.#connect()
    const done = callback as Connected
    this.#connect().then(
      (client) => done(undefined, client, client.release),
      (error: Error) => done(error),
    )
  }

  /** Closes every connection and fails everyone who waits for one: running queries will never be answered. */
  cut(reason: Error): void {
    for (const give of [...this.#waiting]) give(reason)
    for (const client of [...this.#live]) cutClient(client)
  }

  override end(): Promise<void> {
    clearTimeout(this.#widening)
    return super.end()
  }

  async #connect(): Promise<pg.PoolClient> {
    const began = performance.now()
    let until: number | undefined
    for (;;) {
      const away = this.#away()
      if (away) throw away
      try {
        return await this.#unlessCut(super.connect(), until)
      } catch (error) {
        if (this.ending || !this.#isRefusal(error)) throw asAway(error)
        this.#refusedAt = performance.now()
        this.#beContent()
        until = began + PATIENCE_MS
        if (this.#refusedAt >= until) throw error
        await sleep(AGAIN_MS)
      }
    }
  }

  /** A server that cannot fork another process drops the new connection silently, but still serves the open ones. */
  #isRefusal(error: unknown): boolean {
    if ((error as { code?: unknown }).code === TOO_MANY) return true
    return this.#live.size > 0 && !(error instanceof DatabaseAway) && databaseTrouble(error) === 'away'
  }

  /** Makes requests wait for the open connections for a while. */
  #beContent(): void {
    this.options.max = Math.max(1, Math.min(this.#live.size, this.#max))
    clearTimeout(this.#widening)
    this.#widening = setTimeout(() => {
      this.options.max = this.#max
    }, CONTENT_MS)
    this.#widening.unref()
  }

  #unlessCut(connecting: Promise<pg.PoolClient>, until: number | undefined): Promise<pg.PoolClient> {
    return new Promise((done, failed) => {
      const late = until && setTimeout(() => give(tooMany()), Math.max(0, until - performance.now()))
      const settle = (): boolean => {
        clearTimeout(late)
        return this.#waiting.delete(give)
      }
      const give = (reason: Error): void => {
        if (settle()) failed(reason)
      }
      this.#waiting.add(give)
      connecting.then(
        (client) => (settle() ? done(client) : client.release()),
        (error) => settle() && failed(error),
      )
    })
  }
}

/** SQLSTATE. */
const TOO_MANY = '53300'
const tooMany = () => Object.assign(new Error('no connection was free in time'), { code: TOO_MANY })

/** Destroys the socket, so that everything in flight on this connection fails. */
export const cutClient = (client: pg.Client): void => void client.connection.stream.destroy()

/** Maps the system's errors for a server that cannot be found or reached. */
function asAway(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  return /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|ENOENT)/.test(code) ? new DatabaseAway(error) : error
}
