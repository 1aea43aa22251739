// Opens PostgreSQL by URL, or the embedded database, behind one interface with the same driver and the same SQL.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { allowCopy, copyingClient } from './copy.ts'
import type { Db } from './db.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { type Heartbeat, openHeartbeat } from './heartbeat.ts'
import { observeQueries } from './observe-queries.ts'
import { PatientPool } from './patient-pool.ts'
import { preparingClient } from './prepared.ts'
import { sharedConnection, shareReads } from './shared-reads.ts'

export interface Database {
  db: Db
  pool: PatientPool
  kind: 'postgres' | 'embedded'
  /** Only with PostgreSQL; a process that serves requests starts it. The embedded database ends with its process. */
  heartbeat: Heartbeat | undefined
  /** A separate connection, outside the pool, for LISTEN. */
  connect(): Promise<pg.Client>
  /** Runs work without a time limit, such as migrations, on a separate connection. */
  patiently<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Saves the current state as the seed of new embedded databases. */
  keepAsSeed(): Promise<void>
  close(): Promise<void>
}

/** How many connections of DATABASE_POOL are shared; a small pool is not divided. */
const SHARED_CONNECTIONS = 2
const SMALLEST_SHARING_POOL = 4

// int8 and numeric as numbers: our counts and sizes stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export interface OpenOptions extends EmbeddedOptions {
  /** Called before a query or a transaction takes a connection. */
  taking?: () => void
  /** Called with the text of every statement, in the stack of its caller. */
  asking?: (text: string) => void
  /** The local time, to compare the database's clock with. */
  now?: () => Date
}

export async function openDatabase(
  config: Pick<Config, 'database' | 'dataDir'>,
  log: Log,
  { taking, asking, now = () => new Date(), ...ofEmbedded }: OpenOptions = {},
): Promise<Database> {
  const embedded = config.database.url ? undefined : await startEmbedded(config.dataDir, { ...ofEmbedded, log })
  const server = embedded
    ? { host: embedded.host, port: embedded.port, user: 'postgres', password: 'embedded', database: 'postgres' }
    : { connectionString: config.database.url }
  const timeout = config.database.statementTimeoutMs
  const lasting: pg.ClientConfig = {
    ...server,
    application_name: 'veritrace',
    connectionTimeoutMillis: embedded ? 30_000 : 10_000,
    keepAlive: !embedded,
  }
  const options: pg.ClientConfig = {
    ...lasting,
    // A half-open connection never answers, so the driver needs its own timeout.
    query_timeout: timeout + 2_000,
    ...(!embedded && { statement_timeout: timeout, idle_in_transaction_session_timeout: 60_000 }),
  }
  // The embedded server mixes up messages of simultaneous connections, so it gets only one connection.
  const shared = !embedded && config.database.pool >= SMALLEST_SHARING_POOL ? SHARED_CONNECTIONS : 0
  const Client = copyingClient(config.database.prepare ? preparingClient() : pg.Client)
  const pool = new PatientPool({
    ...options,
    max: embedded ? 1 : config.database.pool - shared,
    idleTimeoutMillis: embedded ? 0 : 30_000,
    Client,
    away: () => heartbeat?.away(),
  })
  // Without both listeners a restart of the database would crash our process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  const reads = Array.from({ length: shared }, () => sharedConnection(() => new Client({ ...options, pipeline: true })))
  const connections = shared ? shareReads(pool, reads) : pool
  const connect = async () => {
    const client = new pg.Client({ ...options, query_timeout: undefined })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const heartbeat = embedded ? undefined : openHeartbeat({ connect, liveCount: () => pool.liveCount, now })
  heartbeat?.onAway((reason) => {
    for (const read of reads) read.cut()
    pool.cut(reason)
  })
  const watchedPool = watched(connections, () => {
    taking?.()
    const away = heartbeat?.away()
    if (away) throw away
  })
  const dialect = new PostgresDialect({ pool: watchedPool })
  const db = new Kysely({ dialect: asking ? observeQueries(dialect, asking) : dialect })
  if (!embedded) allowCopy(db)
  return {
    db,
    pool,
    kind: embedded ? 'embedded' : 'postgres',
    heartbeat,
    connect,
    // The embedded database has only one connection and no other clients to wait for.
    patiently: embedded ? (work) => work(db) : (work) => withPool(new pg.Pool({ ...lasting, max: 1 }), work),
    keepAsSeed: async () => {
      if (!embedded?.keepAsSeed) return
      await pool.query('checkpoint')
      await embedded.keepAsSeed()
    },
    close: async () => {
      await heartbeat?.stop()
      await db.destroy()
      // Kysely closes the pool only if it was used.
      if (!pool.ended) await pool.end()
      await embedded?.close()
    },
  }
}

async function withPool<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  pool.on('error', () => {})
  const own: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  return work(own).finally(() => own.destroy())
}

const watched = (pool: PostgresPool, taking: () => void): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    taking()
    return pool.connect()
  },
  end: () => pool.end(),
})
