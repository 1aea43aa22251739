import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '@veritrace/platform/ids'
import { testDatabase } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'
import { graphMigrations } from '../../index.ts'
import { openGraphApp } from '../../testing.ts'
import { snapshotName } from './snapshots.ts'

test('a process deletes the snapshots of purged tenants and keeps the others', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veritrace-swept-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const { db } = await testDatabase([graphMigrations])
  const [stays, purged] = [newId('t'), newId('t')]
  await sql`insert into graph.workspaces (tenant_id, workspace_id, seq) values (${stays}, 'main', 1)`.execute(db)
  const folder = join(dataDir, 'graph-snapshots')
  for (const tenant of [stays, purged]) {
    const home = join(folder, snapshotName(`${tenant} main`), '1-abc')
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'lines'), 'secret')
  }
  const app = await openGraphApp({ env: { DATA_DIR: dataDir } })
  await app.close()
  assert.deepEqual(readdirSync(folder), [snapshotName(`${stays} main`)])
})
