// A worker that is killed in the middle of its work is replaced within two minutes, and its work is done once. A worker
// that was only paused, and resumes after another has done its work, changes nothing.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'
import pg from 'pg'
import { MIGRATIONS } from '../../apps/server/products.ts'
import { openServer } from '../own-server.ts'
import { spawnServer } from '../process.ts'
import { openDoor } from './replaced/door.ts'
import { openMailbox } from './replaced/mailbox.ts'
import { openPartner } from './replaced/partner.ts'
import { layOut } from './replaced/work.ts'
import { HELD, type Work } from './replaced/world.ts'

const IN_TIME_SECONDS = 120
/** A paused process holds the locks of its transactions for a minute, until the database ends them. */
const AFTER_A_PAUSE_SECONDS = 180
/** Columns with an end time that are not leases: a new column is either listed here or has a test case. */
const NO_LEASES = [
  ...[
    'casework.freshness.good_until',
    'casework.recommendations.defer_until',
    'graph.workspaces.shared_until',
    'platform.sign_in_attempts.locked_until',
  ],
  ...['platform.users.locked_until', 'platform.webhook_endpoints.paused_until', 'provenance.crawl_hosts.robots_until'],
  ...[
    'provenance.evidence.valid_until',
    'provenance.pinned_vendors.alerted_until',
    'provenance.pinned_vendors.read_until',
  ],
  'provenance.statements.valid_until',
]

suite('workers that disappear', {
  concurrency: true,
  skip: !testDatabaseUrl() && 'the embedded database serves one process',
}, () => {
  test('the work of a killed worker is done by another within two minutes, and once', async (t) => {
    const { works, first, replace } = await inTheMiddle(t)
    await first.kill()
    const killed = performance.now()
    await replace()
    await allDone(t, works, killed, IN_TIME_SECONDS)
  })

  test('a paused worker that resumes finds its work done, and does not change it', async (t) => {
    const { works, first, replace } = await inTheMiddle(t)
    process.kill(first.pid, 'SIGSTOP')
    const stopped = performance.now()
    await replace()
    await allDone(t, works, stopped, AFTER_A_PAUSE_SECONDS)
    process.kill(first.pid, 'SIGCONT')
    // On resuming it receives pending notifications immediately; its timers run every second.
    await sleep(10_000)
    // Its work in casework is compared once more.
    await allDone(t, works, performance.now(), 75)
  })
})

/** Starts one task of each kind that takes a lease, in a worker that cannot finish them. */
async function inTheMiddle(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-replaced-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = await makeMigrated(MIGRATIONS)
  const mailbox = await openMailbox()
  t.after(mailbox.close)
  const partner = await openPartner((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'),
  )
  t.after(partner.close)
  const loopback = { OUTSIDE_ALLOW: '127.0.0.0/8', CASEWORK_WEBHOOK_ALLOW: '127.0.0.1' }
  const env = { DATABASE_URL: url, DATA_DIR: folder, SMTP_URL: mailbox.url, ...loopback }
  const web = await openServer(env)
  t.after(() => web.close())
  const door = await openDoor(new URL(web.url))
  t.after(door.close)
  const world = { web, partner, door, mailbox }
  const works = await layOut(world)
  assert.deepEqual(await leasesOf(web), named(works, web), 'each lease has its test case')

  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query(HELD)
  partner.silence()
  door.shut()
  const worker = {
    ...env,
    ROLES: 'worker',
    APP_AUTH_MODE: 'oidc',
    PUBLIC_URL: web.url,
    GRAPH_SYNC_URL: `${door.url}/graph`,
  }
  const first = await spawnServer({ ...worker, DATABASE_STATEMENT_TIMEOUT_MS: '300000' })
  t.after(() => first.kill())
  const held = new Set<Work>()
  await until(90, async () => {
    for (const work of works) if (!held.has(work) && (await work.isHeld())) held.add(work)
    return held.size === works.length
  })
  assert.deepEqual(
    works.filter((work) => !held.has(work)).map(({ of }) => of),
    [],
    'each is in the middle of its work',
  )
  const replace = async () => {
    await holder.end()
    partner.answer()
    mailbox.answer()
    door.open()
    const second = await spawnServer(worker)
    t.after(() => second.kill())
  }
  return { works, first, replace }
}

type Web = Awaited<ReturnType<typeof openServer>>

/** All columns that look like the end of a lease. */
async function leasesOf({ platform }: Web): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select format('%s.%s.%s', table_schema, table_name, column_name) as column from information_schema.columns
    where table_schema in ('platform', 'provenance', 'graph', 'casework') and column_name like '%\\_until'
 order by 1`.execute(platform.db)
  return rows.map(({ column }) => column).filter((column) => !NO_LEASES.includes(column))
}

const named = (works: readonly Work[], { work }: Web): string[] =>
  works
    .map(({ of }) => of)
    .filter((of) => work.leased.some(({ until }) => until === of))
    .toSorted()

async function allDone(t: TestContext, works: readonly Work[], since: number, patience: number): Promise<void> {
  const waiting = new Set(works)
  const seconds = () => (performance.now() - since) / 1000
  const why = new Map<Work, unknown>()
  await until(patience - seconds(), async () => {
    for (const work of waiting)
      await work.check().then(
        () => {
          waiting.delete(work)
          t.diagnostic(`${work.of}: ${seconds().toFixed(0)} s`)
        },
        (error) => {
          why.set(work, error)
        },
      )
    return waiting.size === 0
  })
  assert.deepEqual(
    [...waiting].map((work) => `${work.of}: ${why.get(work)}`),
    [],
  )
}

async function until(seconds: number, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(250))
    if (await holds()) return
}
