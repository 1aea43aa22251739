import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLog } from '../log.ts'
import { openMigrated } from './open-migrated.ts'

test('the database is ready once opened, also under --watch, and a fresh one has the tables of the previous one but no rows', async (t) => {
  // `node --watch` sets this variable.
  process.env.WATCH_REPORT_DEPENDENCIES = '1'
  t.after(() => {
    delete process.env.WATCH_REPORT_DEPENDENCIES
  })
  const open = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'veritrace-seed-'))
    const settings = { dataDir, database: { url: undefined, pool: 1, statementTimeoutMs: 15_000, prepare: false } }
    const opened = await openMigrated(settings, openLog('silent'), [])
    t.after(() => opened.database.close().then(() => rmSync(dataDir, { recursive: true, force: true })))
    return opened
  }
  const first = await open()
  const { host } = first.database.pool.options
  assert.ok(process.platform === 'win32' || existsSync(join(host!, '.s.PGSQL.5432')))
  await first.database.pool.query("insert into platform.tenants (id, customer_id, display_name) values ('a', 'a', 'A')")
  await first.database.keepAsSeed()
  const second = await open()
  assert.deepEqual(second.applied, [])
  const { rows } = await second.database.pool.query('select id from platform.tenants')
  assert.deepEqual(rows, [])
})
