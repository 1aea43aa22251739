import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lockFolder } from '@veritrace/platform/db/lock'
import { openMigrated } from '@veritrace/platform/db/open-migrated'
import { openLog } from '@veritrace/platform/log'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { provenanceMigrations } from '@veritrace/provenance'

function runCommand(words: readonly string[], url: string | undefined) {
  const script = fileURLToPath(new URL('./vendors.ts', import.meta.url))
  const { NODE_COMPILE_CACHE } = process.env
  // Who lives for a second gains nothing by making its embedded database faster; what others have compiled it takes.
  const child = spawn(process.execPath, ['--liftoff-only', script, ...words], {
    env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(url && { DATABASE_URL: url }) },
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.on('close', (code) => done({ code, output })),
  )
}

test('the command imports what can be imported and says what it has left out, and why', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritrace-vendors-'))
  const url = testDatabaseUrl() && (await makeDatabase())
  const settings = { dataDir, database: { url, pool: 3, statementTimeoutMs: 15_000, prepare: true } }
  const { database } = await openMigrated(settings, openLog('silent'), [provenanceMigrations])
  await database.close()
  const file = join(dataDir, 'vendors.csv')
  writeFileSync(file, 'name,domain\nAcme,acme.example\nNowhere,\n')
  const { code, output } = await runCommand(['import', file, '--data-dir', dataDir], url)
  assert.equal(code, 1, output)
  assert.match(output, /^line 3: the domain is missing\.$/m)
  assert.match(output, /^1 vendor added, 0 known already, 0 sources added, 1 row left out\./m)
  rmSync(dataDir, { recursive: true, force: true })
})

test('the command says so when the server holds the embedded database', async (t) => {
  if (testDatabaseUrl()) return t.skip('PostgreSQL serves many processes')
  const dataDir = mkdtempSync(join(tmpdir(), 'veritrace-vendors-'))
  const server = await lockFolder(dataDir)
  const { code, output } = await runCommand(['load', '--data-dir', dataDir], undefined)
  assert.equal(code, 2)
  assert.match(output, /The server is running and holds the embedded database\. Stop it/)
  await server.release()
  rmSync(dataDir, { recursive: true, force: true })
})
