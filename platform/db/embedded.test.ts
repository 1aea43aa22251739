import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLog } from '../log.ts'
import { startEmbedded } from './embedded.ts'
import { platformMigrations } from './migrate.ts'
import { openMigrated } from './open-migrated.ts'
import { seedOf } from './seeds.ts'

test('the embedded database is there when it says so, also while files are watched', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-embedded-'))
  // As `node --watch` sets it.
  process.env.WATCH_REPORT_DEPENDENCIES = '1'
  try {
    const embedded = await startEmbedded(folder, { seedOf: () => seedOf([platformMigrations]) })
    const isThere = process.platform === 'win32' || existsSync(join(embedded.host, '.s.PGSQL.5432'))
    await embedded.close()
    assert.ok(isThere)
  } finally {
    delete process.env.WATCH_REPORT_DEPENDENCIES
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a fresh database has the tables of the one before it and none of its rows', async (t) => {
  const open = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'veritrace-seed-'))
    const settings = { dataDir, database: { url: undefined, pool: 1, statementTimeoutMs: 15_000, prepare: false } }
    const opened = await openMigrated(settings, openLog('silent'), [])
    t.after(() => opened.database.close().then(() => rmSync(dataDir, { recursive: true, force: true })))
    return opened
  }
  const first = await open()
  await first.database.pool.query("insert into platform.tenants (id, customer_id, display_name) values ('a', 'a', 'A')")
  await first.database.keepAsSeed()
  const second = await open()
  assert.deepEqual(second.applied, [])
  const { rows } = await second.database.pool.query('select id from platform.tenants')
  assert.deepEqual(rows, [])
})
