// Reads outside transactions share two connections: each sends its query behind the one before without waiting for the
// answer, so PostgreSQL stays awake between them. Everything else takes a connection of the pool for itself.
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Nobody joins a connection whose first query has been running for longer: behind a slow read everything is slow. */
const SLOW_MS = 10
const READ = /^\s*select\b/i

export interface SharedConnection {
  /** Undefined where a query should not wait behind those that were sent already. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult> | undefined
  waiting(): number
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

/** Connects when it is first needed, and again after it was lost. */
export function sharedConnection(connect: () => pg.Client): SharedConnection {
  let client: pg.Client | undefined
  let waiting = 0
  let lastAnswer = 0
  const open = (): pg.Client => {
    const opened = connect()
    const lost = () => {
      if (client === opened) client = undefined
    }
    opened.on('error', lost)
    opened.on('end', lost)
    // The queries that wait for the connection fail with it, each to its caller.
    opened.connect().catch(lost)
    return opened
  }
  const answered = () => {
    waiting--
    lastAnswer = performance.now()
  }
  return {
    query(text, values) {
      if (waiting === 0) lastAnswer = performance.now()
      else if (performance.now() - lastAnswer > SLOW_MS) return undefined
      client ??= open()
      waiting++
      const answer = client.query(text, values)
      answer.then(answered, answered)
      return answer
    },
    waiting: () => waiting,
    end: async () => client?.end(),
  }
}
