import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@veritrace/platform/clock'
import { lockFolder } from '@veritrace/platform/db/lock'
import type { Database } from '@veritrace/platform/db/open'
import { openMigrated } from '@veritrace/platform/db/open-migrated'
import { transact } from '@veritrace/platform/db/transact'
import { openEvents } from '@veritrace/platform/events/open'
import { systemCaller } from '@veritrace/platform/identity/caller'
import { openLog } from '@veritrace/platform/log'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'

const log = openLog('silent')

/** A database of its own, because the command looks at all of it. */
async function makePlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritrace-audit-'))
  const url = testDatabaseUrl() && (await makeDatabase())
  const settings = { dataDir, database: { url, pool: 3, statementTimeoutMs: 15_000, prepare: true } }
  const use = async (work: (database: Database) => Promise<unknown>): Promise<void> => {
    const { database } = await openMigrated(settings, log, [])
    await work(database).finally(() => database.close())
  }
  return { dataDir, url, use, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

function runCommand({ dataDir, url }: { dataDir: string; url: string | undefined }) {
  const script = fileURLToPath(new URL('./verify-audit.ts', import.meta.url))
  const { NODE_COMPILE_CACHE } = process.env
  // Who lives for a second gains nothing by making its embedded database faster; what others have compiled it takes.
  const child = spawn(process.execPath, ['--liftoff-only', script, '--data-dir', dataDir], {
    env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(url && { DATABASE_URL: url }) },
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.on('close', (code) => done({ code, output })),
  )
}

async function fill(database: Database): Promise<void> {
  const events = openEvents({ database, clock: systemClock, log })
  for (const tenant of ['acme', 'globex', 'acme'])
    await transact(database.db, (tx) =>
      events.record(tx, systemCaller(tenant, tenant), {
        action: 'page.edit',
        resource: { type: 'page', id: '1', label: '' },
      }),
    )
}

test('the command says that all chains are sound, or which one is broken and where', async () => {
  const place = await makePlace()
  await place.use(fill)
  const sound = await runCommand(place)
  assert.equal(sound.code, 0, sound.output)
  assert.match(sound.output, /ok +acme: 2 entries, last hash [0-9a-f]{64}\nok +globex: 1 entries/)
  assert.match(sound.output, /2 chains checked, all sound/)
  await place.use(async ({ db }) => {
    await sql`alter table platform.audit_entries disable trigger user`.execute(db)
    await sql`update platform.audit_entries set action = 'x' where tenant_id = 'acme' and sequence = 2`.execute(db)
  })
  const broken = await runCommand(place)
  assert.equal(broken.code, 1)
  assert.match(broken.output, /BROKEN +acme: entry 2 altered/)
  assert.match(broken.output, /ok +globex/)
  place.remove()
})

test('the command says so when the server holds the embedded database', async (t) => {
  if (testDatabaseUrl()) return t.skip('PostgreSQL serves many processes')
  const place = await makePlace()
  const server = await lockFolder(place.dataDir)
  const { code, output } = await runCommand(place)
  assert.equal(code, 2)
  assert.match(output, /The server is running and holds the embedded database/)
  await server.release()
  place.remove()
})
