// SIGTERM loses nothing that was begun.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { client } from '@veritrace/contract/client'
import { pages } from '@veritrace/contract/provenance/pages'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { spawnServer } from '../process.ts'

test('requests in flight are answered, streams end, and the process leaves with 0', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-stop-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const database: Record<string, string> = testDatabaseUrl() ? { DATABASE_URL: await makeDatabase() } : {}
  const server = await spawnServer({ DATA_DIR: folder, PRODUCTS: 'provenance', ...database })
  const stream = await fetch(`${server.url}/api/provenance/v1/app/notifications/stream`)
  const ended = stream.text()

  const api = client(pages, `${server.url}/api/provenance/v1`)
  const begun = Array.from({ length: 30 }, (_, i) =>
    api.create({ body: { slug: `stop-${i}`, display_name: 'Stop' } }).then(
      () => 'answered',
      (error) => String(error.code || error.cause?.code || error),
    ),
  )
  // The first answer shows that the others are on their way.
  await Promise.race(begun)
  const code = await server.stop()
  const outcomes = new Set(await Promise.all(begun))
  assert.equal(code, 0)
  // Those that reached the server were answered; the rest never got a connection.
  for (const outcome of outcomes) assert.match(outcome, /^(answered|ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/)
  assert.match(await ended, /^retry: 2000\n\n/)
})
