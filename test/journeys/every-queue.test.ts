// For every queue: its worker is killed in the middle of a job, and another one completes it within two minutes without
// intervention. The queues come from the program itself, so new ones are included automatically.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import pg from 'pg'
import { MIGRATIONS } from '../../apps/server/products.ts'
import { NOTHING } from '../job-data.ts'
import { openServer } from '../own-server.ts'
import { spawnServer } from '../process.ts'
import { openPartner } from './replaced/partner.ts'

const ROOMS = ['platform', 'provenance', 'graph', 'casework']
const IN_TIME_SECONDS = 120

/** Done before anyone could kill them, because they use no table and no external service. */
const DONE_AT_ONCE = new Map([
  ['casework-dead-runs', 'looks only at dead letters, which are in the queue itself'],
  ['forget-purged-graphs', 'has work only if a separate SPARQL server holds the graphs'],
])

test('whichever queue loses its worker, another one completes the job within two minutes', async (t) => {
  if (!testDatabaseUrl()) return t.skip('the embedded database serves one process')
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-replaced-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await makeMigrated(MIGRATIONS)
  const partner = await openPartner(({ path }, response) => {
    const isStore = path.startsWith('/blobs')
    response.writeHead(200, { 'content-type': isStore ? 'application/xml' : 'application/json' })
    response.end(isStore ? '<ListBucketResult></ListBucketResult>' : '{"object": "list", "data": []}')
  })
  t.after(partner.close)
  const env = {
    ...{ DATABASE_URL: url, DATA_DIR: folder, APP_AUTH_MODE: 'oidc', GRAPH_SYNC_URL: `${partner.url}/graph` },
    ...{ S3_BUCKET: 'blobs', S3_ENDPOINT: partner.url, S3_FORCE_PATH_STYLE: 'true' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_TEAM_PRICE: 'price_1' },
    STRIPE_API_URL: partner.url,
    ...{ GRAPH_SYNC_CLIENT_ID: 'sync', GRAPH_SYNC_CLIENT_SECRET: 's', GRAPH_SYNC_TOKEN_URL: `${partner.url}/token` },
    CLAMAV_URL: `tcp://${new URL(partner.url).host}`,
  }
  const web = await openServer(env)
  t.after(() => web.close())
  const { platform, work } = web
  const patient = { DATABASE_POOL: '120', DATABASE_STATEMENT_TIMEOUT_MS: '300000' }
  const first = await spawnServer({ ...env, ...patient, ROLES: 'worker' })
  t.after(() => first.kill())

  partner.silence()
  const held = await holdAllTables(url)
  t.after(held.letGo)
  for (const job of work.jobs) await platform.jobs.add(platform.db, job, NOTHING)
  const probes = () => probesOf(held.client)
  const inState = async (state: string) => (await probes()).filter((probe) => probe.state === state).map(nameOf)
  const all = work.jobs.filter((job) => !DONE_AT_ONCE.has(job)).toSorted()
  await until(30, async () => (await inState('active')).length === all.length)
  const idle = (await probes()).filter(({ name, state }) => state !== 'active' && !DONE_AT_ONCE.has(name))
  assert.deepEqual(idle, [], 'each is in the middle of its work')

  await first.kill()
  const killed = performance.now()
  await held.release()
  partner.answer()
  const second = await spawnServer({ ...env, ROLES: 'worker' })
  t.after(() => second.kill())
  await until(IN_TIME_SECONDS - seconds(killed), async () => (await inState('completed')).length === work.jobs.length)
  t.diagnostic(`${all.length} queues, done ${seconds(killed).toFixed(0)} s after the kill`)
  const after = await probes()
  assert.deepEqual(
    after.filter(({ name, state, claims }) => state !== 'completed' || claims !== (DONE_AT_ONCE.has(name) ? 1 : 2)),
    [],
    'each was started twice and completed once',
  )
  assert.deepEqual(await platform.jobs.deadLetters(), [])
})

const seconds = (since: number): number => (performance.now() - since) / 1000
const nameOf = ({ name }: { name: string }): string => name

async function until(patience: number, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patience * 1000; performance.now() < end; await sleep(250))
    if (await holds()) return
}

/** Blocks all access except to the queue. */
async function holdAllTables(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables where schemaname = any($1)`,
    [ROOMS],
  )
  await client.query('begin')
  await client.query(`lock table ${rows[0].tables} in access exclusive mode`)
  return { client, release: () => client.query('rollback'), letGo: () => client.end() }
}

async function probesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; state: string; claims: number; output: unknown }>(
    `select coalesce(source_name, name) as name, state::text as state, retry_count + 1 as claims, output from jobs.job
     where data @> '{"probe": true}' order by 1`,
  )
  return rows
}
