// Reads outside transactions share two connections: each is sent without waiting for the previous answer, so PostgreSQL
// stays busy between them. All other statements get their own connection from the pool.
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { cutClient } from './patient-pool.ts'

/** No query joins a connection whose first query has been running for longer, because it would have to wait. */
const SLOW_MS = 10
const READ = /^\s*select\b/i

export interface SharedConnection {
  /** Returns undefined if the query should not wait for those that were sent before it. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult> | undefined
  waiting(): number
  /** Fails everything in flight, because no answer will come. */
  cut(): void
  end(): Promise<void>
}

/** Looks like a pool to Kysely. Its clients take a real connection at their first statement that is not a read. */
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

/** Delay after a failed connection attempt. */
const PAUSE_MS = 1_000

/** Connects on first use, and again after a loss. Until it is connected, reads go to the pool. */
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
