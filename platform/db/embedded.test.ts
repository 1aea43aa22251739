import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from './embedded.ts'

test('the embedded database is there when it says so, also while files are watched', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-embedded-'))
  // As `node --watch` sets it.
  process.env.WATCH_REPORT_DEPENDENCIES = '1'
  try {
    const embedded = await startEmbedded(folder)
    const isThere = process.platform === 'win32' || existsSync(join(embedded.host, '.s.PGSQL.5432'))
    await embedded.close()
    assert.ok(isThere)
  } finally {
    delete process.env.WATCH_REPORT_DEPENDENCIES
    rmSync(folder, { recursive: true, force: true })
  }
})
