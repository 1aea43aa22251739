// The pool of connections. When the server refuses another one, a request waits for one that is open. When the server is away,
// it fails at once.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway, databaseTrouble } from './failures.ts'

/** How long who was refused a connection waits for one of ours. */
const PATIENCE_MS = 2_000
const AGAIN_MS = 100
/** After a refusal the pool asks for no further ones for so long. */
const CONTENT_MS = 1_000

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void
export interface PatientOptions extends pg.PoolConfig {
  /** Why the server is known to be away. */
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

  /** Connections that are open. */
  get liveCount(): number {
    return this.#live.size
  }

  /** Milliseconds since the server last refused another connection. */
  get sinceRefusal(): number {
    return performance.now() - this.#refusedAt
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's method has two overloads; the one with a callback is for itself
  override connect(callback?: any): any {
    if (!callback) return this.#connect()
    const done = callback as Connected
    this.#connect().then(
      (client) => done(undefined, client, client.release),
      (error: Error) => done(error),
    )
  }

  /** Ends every connection and everybody's wait for one: nothing that is under way will be answered. */
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

  /** A server that cannot begin another process for us breaks off without a word, while it serves those it has. */
  #isRefusal(error: unknown): boolean {
    if ((error as { code?: unknown }).code === TOO_MANY) return true
    return this.#live.size > 0 && !(error instanceof DatabaseAway) && databaseTrouble(error) === 'away'
  }

  /** From now on requests wait for the open ones. */
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

/** Nothing more will come on this connection. What is under way on it fails. */
export const cutClient = (client: pg.Client): void => void client.connection.stream.destroy()

/** The system's words for a server that it cannot find or reach. */
function asAway(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  return /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|ENOENT)/.test(code) ? new DatabaseAway(error) : error
}
