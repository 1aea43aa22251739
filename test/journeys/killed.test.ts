// What was answered is there, however the process ended; and where it may end in order, what was begun is answered.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '@veritrace/contract/client'
import { pages } from '@veritrace/contract/provenance/pages'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { FLAGS, type ServerProcess, spawnServer } from '../process.ts'

/** Where the database is another process, a kill leaves it nothing to recover from. */
const ROUNDS = testDatabaseUrl() ? 1 : 2
const WRITERS = 8
const VERIFY = new URL('../../apps/server/verify-audit.ts', import.meta.url).pathname

test('every page that was answered 2xx is there after SIGKILL, and the audit chain is whole', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-kill-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const database: Record<string, string> = testDatabaseUrl() ? { DATABASE_URL: await makeDatabase() } : {}
  const env = { DATA_DIR: folder, PRODUCTS: 'provenance', RATE_PRO: '1000000', ...database }
  const acknowledged = new Set<string>()

  let server = await spawnServer(env)
  for (let round = 0; round < ROUNDS; round++) {
    await writeUntilKilled(server, round, acknowledged)
    server = await spawnServer(env)
    const present = await allSlugs(server)
    assert.deepEqual(
      [...acknowledged].filter((slug) => !present.has(slug)),
      [],
    )
  }
  await t.test('at SIGTERM requests in flight are answered, streams end, and the process leaves with 0', () =>
    stopAtWork(server),
  )

  const verdict = spawnSync(process.execPath, [...FLAGS, VERIFY], { env: { ...process.env, ...env }, encoding: 'utf8' })
  assert.equal(verdict.status, 0, verdict.stdout + verdict.stderr)
})

async function stopAtWork(server: ServerProcess): Promise<void> {
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
}

async function writeUntilKilled(server: ServerProcess, round: number, acknowledged: Set<string>): Promise<void> {
  const api = client(pages, `${server.url}/api/provenance/v1`)
  let killed = false
  const write = async (writer: number) => {
    for (let n = 0; !killed; n++) {
      const slug = `kill-${round}-${writer}-${n}`
      try {
        await api.create({ body: { slug, display_name: slug } })
        acknowledged.add(slug)
      } catch (error) {
        // Cut off in the middle: it may be there or not, nobody was told. Anything else is a fault.
        if (!killed) throw error
      }
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, i) => write(i))
  const wanted = acknowledged.size + 3 * WRITERS
  while (acknowledged.size < wanted) await sleep(20)
  // At any moment of a write.
  await sleep(Math.random() * 300)
  killed = true
  await server.kill()
  await Promise.all(writers)
}

async function allSlugs(server: ServerProcess): Promise<Set<string>> {
  const api = client(pages, `${server.url}/api/provenance/v1`)
  const slugs = new Set<string>()
  let cursor = ''
  do {
    const page = await api.list({ query: { limit: 200, ...(cursor && { cursor }) } })
    for (const { slug } of page.items) slugs.add(slug)
    cursor = page.next
  } while (cursor)
  return slugs
}
