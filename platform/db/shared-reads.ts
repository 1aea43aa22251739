// Reads outside transactions share two connections: each sends its query behind the one before without waiting for the
// answer, so PostgreSQL stays awake between them. Everything else takes a connection of the pool for itself.
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { cutClient } from './patient-pool.ts'

/** Nobody joins a connection whose first query has been running for longer: behind a slow read everything is slow. */
const SLOW_MS = 10
const READ = /^\s*select\b/i

export interface SharedConnection {
  /** Undefined where a query should not wait behind those that were sent already. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult> | undefined
  waiting(): number
  /** Fails what is under way: no answer will come. */
  cut(): void
  end(): Promise<void>
}

/** What Kysely takes for a pool. A client of it becomes a real one with its first statement that is not a read. */
export function shareReads(pool: pg.Pool, shared: readonly SharedConnection[]): PostgresPool {
  return {
    options: pool.options,
    connect: async () => lazyClient(pool, shared),
    end: async () => {
      await Promise.all(shared.map((connection) => connection.end()))
      await pool.end()
    },
  } as PostgresPool
}

function lazyClient(pool: pg.Pool, shared: readonly SharedConnection[]): PostgresPoolClient {
  let own: Promise<pg.PoolClient> | undefined
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    if (!own && READ.test(text)) {
      const answer = leastBusy(shared).query(text, values)
      if (answer) return answer
    }
    own ??= pool.connect()
    return (await own).query(text, values)
  }
  const release = (broken: boolean): void => {
    own?.then(
      (client) => client.release(broken),
      () => {},
    )
  }
  return { query, release } as unknown as PostgresPoolClient
}

function leastBusy(shared: readonly SharedConnection[]): SharedConnection {
  let best = shared[0]!
  for (const connection of shared) if (connection.waiting() < best.waiting()) best = connection
  return best
}

/** After a connection that could not be made. */
const PAUSE_MS = 1_000

/** Connects when it is first needed, and again after it was lost. Until it is connected, reads go to the pool. */
export function sharedConnection(connect: () => pg.Client): SharedConnection {
  let client: pg.Client | undefined
  let opening: pg.Client | undefined
  let notBefore = 0
  let waiting = 0
  let lastAnswer = 0
  const open = (): void => {
    if (opening || performance.now() < notBefore) return
    const opened = connect()
    opening = opened
    const lost = () => {
      if (client === opened) client = undefined
    }
    opened.on('error', lost)
    opened.on('end', lost)
    opened.connect().then(
      () => {
        if (opening === opened) client = opened
        opening = undefined
      },
      () => {
        opening = undefined
        notBefore = performance.now() + PAUSE_MS
      },
    )
  }
  const answered = () => {
    waiting--
    lastAnswer = performance.now()
  }
  return {
    query(text, values) {
      if (!client) {
        open()
        return undefined
      }
      if (waiting === 0) lastAnswer = performance.now()
      else if (performance.now() - lastAnswer > SLOW_MS) return undefined
      waiting++
      const answer = client.query(text, values)
      answer.then(answered, answered)
      return answer
    },
    waiting: () => waiting,
    cut: () => client && cutClient(client),
    end: async () => {
      const last = client ?? opening
      opening = undefined
      await last?.end()
    },
  }
}
