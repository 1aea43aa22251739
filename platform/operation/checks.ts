// The readiness checks of the platform. Required checks fail only if the process should get no more calls; all other
// dependencies are optional and reported by name.
import { checkFree, checkRoom } from '../db/full-disk.ts'
import type { Database } from '../db/open.ts'
import type { Platform } from '../open.ts'
import type { Check } from './health.ts'

/** Tokens are short-lived, and so are signed URLs. */
const MOST_DRIFT_MS = 5_000
const REFUSED_LATELY_MS = 30_000
const ISSUER_LIMIT_MS = 5_000

export function platformChecks({
  config,
  database,
  blobs,
  mailer,
}: Pick<Platform, 'config' | 'database' | 'blobs' | 'mailer'>): Check[] {
  const issuer = config.auth.externalIssuer
  return [
    ...databaseChecks(database, config.dataDir),
    { name: 'blobs', check: () => blobs.check(), optional: true, everyMs: 10_000 },
    ...(mailer.check ? [{ name: 'mail', check: mailer.check, optional: true, everyMs: 60_000 } as const] : []),
    ...(issuer ? [{ name: 'issuer', check: () => askIssuer(issuer), optional: true, everyMs: 30_000 } as const] : []),
  ]
}

function databaseChecks(database: Database, dataDir: string): Check[] {
  const { heartbeat, db, pool } = database
  const disk = { name: 'database_disk', optional: true, everyMs: 5_000 } as const
  if (!heartbeat)
    return [
      // The only connection may be busy for a long time, and there is no other process to take its calls.
      { name: 'database', check: async () => void (await pool.query('select 1')), limitMs: 10_000 },
      { ...disk, check: () => Promise.all([checkRoom(db), checkFree(dataDir)]).then(() => {}) },
    ]
  return [
    { name: 'database', check: async () => throwIf(heartbeat.away()), everyMs: 250 },
    { ...disk, check: () => checkRoom(db) },
    { name: 'database_connections', check: async () => throwIf(refusal(pool.sinceRefusal)), optional: true },
    { name: 'clock', check: async () => throwIf(drift(heartbeat.clockAhead())), optional: true, everyMs: 5_000 },
  ]
}

function throwIf(reason: Error | undefined): void {
  if (reason) throw reason
}

const refusal = (sinceMs: number): Error | undefined =>
  sinceMs < REFUSED_LATELY_MS ? new Error('PostgreSQL refuses further connections.') : undefined

const drift = (aheadMs = 0): Error | undefined =>
  Math.abs(aheadMs) > MOST_DRIFT_MS
    ? new Error(`The clock of the database is ${aheadMs > 0 ? 'ahead of' : 'behind'} ours by ${seconds(aheadMs)} s.`)
    : undefined

const seconds = (ms: number): string => (Math.abs(ms) / 1000).toFixed(1)

async function askIssuer(issuer: string): Promise<void> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(ISSUER_LIMIT_MS) })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The identity provider answered with ${answer.status}.`)
}
