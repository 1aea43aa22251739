// Servers with different settings, for tests that the shared server in demo mode cannot serve.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buildConfig, type Config } from '@veritrace/platform/config/config'
import { readSettings } from '@veritrace/platform/config/env'
import { type Database, openDatabase } from '@veritrace/platform/db/open'
import { type Log, openLog } from '@veritrace/platform/log'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { ownDatabase } from '@veritrace/platform/testing/db'
import { WHOLE_SERVER } from '@veritrace/platform/testing/settings'
import { learnTenants, tenantCheckHook } from '@veritrace/platform/testing/tenant-isolation/around-tests'
import { MIGRATIONS } from '../apps/server/products.ts'
import { type Server, startServer } from '../apps/server/start.ts'

/** Opened at the first call, shared by all tests, closed after the last one. */
function shared<S extends Server>(open: () => Promise<S>): () => Promise<S> {
  let opened: Promise<S> | undefined
  atEnd(async () => (await opened)?.close())
  return () => {
    opened ??= open()
    return opened
  }
}

export const UNCOUNTED = { RATE_FREE: '10000000', RATE_PRO: '10000000' }

/** A server that requires authentication and has no rate limit. */
export const strictServer = shared(() => openServer(UNCOUNTED))

/** A server that also runs jobs of the directory and the graph, and may reach servers of tests. */
export const workingServer = shared(() =>
  openServer({ ROLES: 'web,worker', PRODUCTS: 'provenance,graph', OUTSIDE_ALLOW: '127.0.0.0/8' }),
)

export const METRICS_TOKEN = 'canary-metrics-token'

/** A server in demo mode, with everything that it logs at its most verbose level. */
export const demoServer = shared(async () => {
  const written: string[] = []
  const kept = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk))
      done()
    },
  })
  const log = openLog('trace', kept)
  const server = await openServer({ APP_AUTH_MODE: 'demo', PRODUCTS: 'provenance', METRICS_TOKEN }, log)
  return { ...server, log, written }
})

/** Without workers, so that nothing is sent anywhere. The caller must close it. */
export async function openServer(
  env: Record<string, string>,
  log: Log = openLog('silent'),
  alter?: (database: Database) => Database,
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-own-'))
  const forget = () => rm(folder, { recursive: true, force: true })
  const database = env.DATABASE_URL ? {} : await ownDatabase(MIGRATIONS)
  const settings = {
    PORT: '0',
    DEMO_SITES: '0',
    APP_AUTH_MODE: 'oidc',
    ROLES: 'web',
    DATA_DIR: folder,
    ...WHOLE_SERVER,
    ...database,
    ...env,
  }
  const config = buildConfig(readSettings(settings))
  const opening = alter
    ? openDatabase(config, log).then(alter)
    : 'DATABASE_URL' in database
      ? openWatched(config, log)
      : undefined
  const server = await startServer(config, { log, ...(opening && { opening }) })
  return { ...server, close: () => server.close().finally(forget) }
}

let learnt: Promise<void> | undefined

/** Checks tenant isolation; all of these databases have the same tables. */
async function openWatched(config: Config, log: Log): Promise<Database> {
  const database = await openDatabase(config, log, tenantCheckHook)
  learnt ??= learnTenants(database)
  await learnt
  return database
}
