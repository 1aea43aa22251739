// Opens everything that products build on, and closes it in reverse order.
import type { Blobs } from './blobs/blobs.ts'
import { openBlobs } from './blobs/open.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/db.ts'
import type { MigrationFolder } from './db/migrate.ts'
import type { Database } from './db/open.ts'
import { openMigrated } from './db/open-migrated.ts'
import type { Events } from './events/event.ts'
import { openEvents } from './events/open.ts'
import type { Holder } from './identity/leaving/holding.ts'
import { type Identity, openIdentity } from './identity/open.ts'
import type { Jobs } from './jobs/job.ts'
import { type LateJobs, lateJobs } from './jobs/late.ts'
import { type Log, openLog } from './log.ts'
import { type Meter, openMeter } from './metering/meter.ts'
import { type Limiter, openLimiter } from './metering/rate-limit.ts'
import { type Metrics, openMetrics } from './operation/metrics.ts'
import { openTracing, type Tracing } from './operation/tracing.ts'
import type { ResolveTxt } from './outside/dns.ts'
import { resolveTxt } from './outside/dns.ts'
import { type Mailer, openMailer } from './outside/mailer.ts'
import { openSafeFetch, type SafeFetch } from './outside/safe-fetch.ts'
import { openWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export interface Platform {
  config: Config
  /** The public URL for browsers and clients. */
  publicUrl: string
  log: Log
  clock: Clock
  database: Database
  db: Db
  events: Events
  jobs: Jobs
  lateJobs: LateJobs
  identity: Identity
  /** What products store for members; each product adds to it when it opens. */
  holders: Holder[]
  limiter: Limiter
  meter: Meter
  blobs: Blobs
  mailer: Mailer
  safeFetch: SafeFetch
  resolveTxt: ResolveTxt
  webhooks: Webhooks
  metrics: Metrics
  /** Absent without a configured collector. */
  tracing: Tracing | undefined
  close(): Promise<void>
}

export interface PlatformOptions {
  config: Config
  publicUrl: string
  /** The URL of this process itself, which may differ from the public one. */
  localUrl: string
  migrations: readonly MigrationFolder[]
  clock?: Clock
  log?: Log
  /** An open database to use instead of a new one; the caller has migrated it. */
  database?: Database
  /** A database that is being opened; this platform migrates and closes it. */
  opening?: Promise<Database>
}

export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, publicUrl, clock = systemClock, log = openLog(config.logLevel) } = options
  const { opening } = options
  const database =
    options.database ?? (await openMigrated(config, log, options.migrations, { ...(opening && { opening }) })).database
  const { db } = database
  database.heartbeat?.start()

  const events = openEvents({ database, clock, log })
  const jobs = lateJobs()
  const identity = await openIdentity({ config, db, events, clock, log, publicUrl, localUrl: options.localUrl })
  const meter = openMeter(db, clock, log)
  const metrics = openMetrics()
  metrics.watchPool(database.pool)
  const mailer = openMailer({ db, mail: config.mail, clock, log, jobs, onTried: metrics.mail })
  const tracing = await openTracing(config.telemetry, log)
  const safeFetch = openSafeFetch({ allow: config.outside.allow })
  return {
    config,
    publicUrl,
    log,
    clock,
    database,
    db,
    events,
    jobs,
    lateJobs: jobs,
    identity,
    holders: [],
    limiter: openLimiter(db, clock),
    meter,
    blobs: await openBlobs({ config, db, publicUrl: () => publicUrl, clock, log }),
    mailer,
    safeFetch,
    resolveTxt,
    webhooks: openWebhooks({ db, events, safeFetch, clock, log, onTried: metrics.webhookDelivery }),
    metrics,
    tracing,
    close: async () => {
      identity.close()
      mailer.close()
      await meter.close()
      await tracing?.close()
      if (!options.database) await database.close()
    },
  }
}
