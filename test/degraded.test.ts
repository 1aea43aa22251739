// The whole server while its database is unreachable, refuses connections or is full: it reports the problem by name,
// and recovers by itself.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { openWire } from '@veritrace/platform/testing/faults'
import { sql } from 'kysely'
import { MIGRATIONS } from '../apps/server/products.ts'
import type { Server } from '../apps/server/start.ts'
import { type Asked, isReady, openWriter, until } from './page-writer.ts'

const skip = !testDatabaseUrl() && 'the embedded database is part of the process'

async function openByWire(t: TestContext, env: Record<string, string> = {}) {
  const url = new URL(await makeMigrated(MIGRATIONS))
  const wire = await openWire({ host: url.hostname, port: Number(url.port) })
  url.host = `127.0.0.1:${wire.port}`
  // Runs before the server is closed, which needs its database for a clean shutdown.
  t.after(() => wire.restore())
  return { ...(await openWriter(t, { DATABASE_URL: url.href, ...env })), wire }
}

/** The error of PostgreSQL when it cannot extend a table. */
async function fillDisk({ platform: { db } }: Server): Promise<() => Promise<void>> {
  await sql`create function provenance.no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = 'disk_full';
  end $$`.execute(db)
  await sql`create trigger no_room before insert on provenance.pages execute function provenance.no_room()`.execute(db)
  return async () => void (await sql`drop function provenance.no_room cascade`.execute(db))
}

test('a full disk rejects writes with its own error, reads and readiness keep working, and the server recovers by itself', async (t) => {
  const { server, write, read, ready } = await openWriter(t)
  await isReady(ready)
  const makeRoom = await fillDisk(server)
  const refused = await write()
  assert.deepEqual([refused.status, refused.body.code], [503, 'storage_full'])
  assert.match(refused.body.detail!, /disk of the server is full/)
  assert.ok(Number(refused.retryAfter) > 0)
  assert.equal((await read()).status, 200)
  await until('it is reported', async () => (await ready()).body.checks!.database_disk!.status === 'failed')
  const degraded = await ready()
  assert.deepEqual([degraded.status, degraded.body.status], [200, 'degraded'])
  await makeRoom()
  assert.equal((await write()).status, 201)
  await until('it has recovered', async () => (await ready()).body.status === 'ok', 30_000)
})

test('while the database hangs, running requests fail within ten seconds, and new ones immediately', {
  skip,
}, async (t) => {
  const { write, read, ready, wire } = await openByWire(t)
  await Promise.all(Array.from({ length: 20 }, write))
  await isReady(ready)
  wire.hold()
  const began = performance.now()
  for (const { status, body, ms } of await Promise.all([...Array.from({ length: 20 }, write), read(), read()])) {
    assert.deepEqual([status, body.code, body.detail], [503, 'unavailable', 'The database does not answer.'])
    assert.ok(ms < 10_000, `${ms} ms`)
  }
  await until('it is down', async () => (await ready()).status === 503, 2_000)
  assert.ok(performance.now() - began < 10_000)
  const [late, down] = [await write(), await ready()]
  assert.deepEqual([late.status, down.body.status, down.body.checks!.database!.status], [503, 'down', 'failed'])
  assert.ok(late.ms < 1_000 && down.ms < 500, `${late.ms} ms, ${down.ms} ms`)
  wire.restore()
  await isReady(ready)
  for (const { status } of await Promise.all(Array.from({ length: 20 }, write))) assert.equal(status, 201)
})

test('while the database refuses connections, open ones serve all requests, and readiness does not flap', {
  skip,
}, async (t) => {
  const { write, read, ready, wire } = await openByWire(t, { DATABASE_POOL: '10' })
  await isReady(ready)
  // Opens some connections but not all: on a busy machine those of the start may have been closed as idle.
  await Promise.all(Array.from({ length: 3 }, write))
  wire.refuse()
  const readiness: Asked[] = []
  const end = performance.now() + 4_000
  const askAll = async () => {
    while (performance.now() < end) readiness.push(await ready())
  }
  const writeAll = async () => {
    const seen = new Set<string>()
    while (performance.now() < end)
      for (const { status, body } of [await write(), await read()])
        seen.add(status < 400 ? `${status}` : `${status} ${body.detail}`)
    return [...seen].sort()
  }
  const [, ...answers] = await Promise.all([askAll(), ...Array.from({ length: 20 }, writeAll)])
  for (const seen of answers) assert.deepEqual(seen, ['200', '201'])
  assert.deepEqual(new Set(readiness.map(({ status }) => status)), new Set([200]))
  assert.equal(readiness.at(-1)!.body.checks!.database_connections!.status, 'failed')
  assert.equal(readiness.at(-1)!.body.checks!.database!.status, 'ok')
})
