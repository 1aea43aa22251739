import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { systemClock } from '@veritrace/platform/clock'
import { lockFolder } from '@veritrace/platform/db/lock'
import type { Database } from '@veritrace/platform/db/open'
import { transact } from '@veritrace/platform/db/transact'
import { openEvents } from '@veritrace/platform/events/open'
import { openLog } from '@veritrace/platform/log'
import { sql } from 'kysely'
import { callCommand, makePlace } from './testing.ts'
import { verifyAudit } from './verify-audit.ts'

async function fill(database: Database): Promise<void> {
  const events = openEvents({ database, clock: systemClock, log: openLog('silent') })
  for (const tenant of ['acme', 'globex', 'acme'])
    await transact(database.db, (tx) =>
      events.record(tx, systemCaller(tenant, tenant), {
        action: 'page.update',
        resource: { type: 'page', id: '1', label: '' },
      }),
    )
}

test('the command reports that all chains are intact, or which one is broken and where', async (t) => {
  const place = await makePlace(t)
  await place.use(fill)
  const sound = await place.call(verifyAudit)
  assert.equal(sound.code, 0, sound.said)
  assert.match(sound.said, /ok +acme: 2 entries, last hash [0-9a-f]{64}\nok +globex: 1 entries/)
  assert.match(sound.said, /2 chains checked, all intact/)
  await place.use(async ({ db }) => {
    await sql`alter table platform.audit_entries disable trigger user`.execute(db)
    await sql`update platform.audit_entries set action = 'x' where tenant_id = 'acme' and sequence = 2`.execute(db)
  })
  const broken = await place.run('verify-audit')
  assert.equal(broken.code, 1)
  assert.match(broken.said, /BROKEN +acme: entry 2 altered/)
  assert.match(broken.said, /ok +globex/)
})

test('the command reports that the server uses the embedded database', async (t) => {
  const { dataDir } = await makePlace(t)
  const server = await lockFolder(dataDir)
  const { code, said } = await callCommand(verifyAudit, ['--data-dir', dataDir])
  assert.equal(code, 2)
  assert.match(said, /The server is running and uses the embedded database/)
  await server.release()
})
