// Servers with settings of their own, for what the shared one in demo mode cannot show.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConfig } from '@veritrace/platform/config/config'
import { readSettings } from '@veritrace/platform/config/env'
import { openLog } from '@veritrace/platform/log'
import { atEnd } from '@veritrace/platform/testing/at-end'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { type Server, startServer } from '../apps/server/start.ts'

let shared: Promise<Server> | undefined
atEnd(async () => (await shared)?.close())

/** One that asks everybody for credentials and counts no calls; the same for all tests. */
export function strictServer(): Promise<Server> {
  shared ??= openServer({ RATE_FREE: '10000000', RATE_PRO: '10000000' })
  return shared
}

/** Without workers, so that nothing a test writes is sent into the world. Whoever opens it closes it. */
export async function openServer(env: Record<string, string>): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-own-'))
  const forget = () => rm(folder, { recursive: true, force: true })
  const database = testDatabaseUrl() ? { DATABASE_URL: await makeDatabase() } : {}
  const settings = {
    PORT: '0',
    DEMO_SITES: '0',
    APP_AUTH_MODE: 'oidc',
    ROLES: 'web',
    DATA_DIR: folder,
    ...database,
    ...env,
  }
  const server = await startServer(buildConfig(readSettings(settings)), { log: openLog('silent') })
  return { ...server, close: () => server.close().finally(forget) }
}
