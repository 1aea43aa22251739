// Acknowledged data survives however the process ends, in the directory and in the graph, and interrupted work of
// casework is completed. On a clean shutdown, requests in flight are answered.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { client } from '@veritrace/contract/client'
import { pages } from '@veritrace/contract/provenance/pages'
import { type Database, openDatabase } from '@veritrace/platform/db/open'
import { verifyChain } from '@veritrace/platform/events/verify'
import { openLog } from '@veritrace/platform/log'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { MIGRATIONS } from '../../apps/server/products.ts'
import { type ServerProcess, spawnServer } from '../process.ts'
import { beginCasework, endCasework, letTheLeaseEnd, openReceiver, sendAllHostile } from './killed/casework.ts'
import { digestOfDatabase, openGraph } from './killed/graph.ts'
import { filesBelow, HOSTILE, memoryDuring } from './killed/hostile.ts'
import { type Writer, writeUntilKilled } from './killed/write.ts'

/**
 * If the database is another process, a kill leaves it nothing to recover from, so the graph is killed only with its
 * own database.
 */
const isGraphToo = !testDatabaseUrl()
/** The embedded database handles them one after the other. */
const WRITERS = isGraphToo ? 3 : 8

test('after SIGKILL all acknowledged data exists, nothing is partial, and the audit chain is intact', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-kill-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [dataDir, temp] = [join(folder, 'data'), join(folder, 'tmp')]
  mkdirSync(temp)
  const url = testDatabaseUrl() && (await makeMigrated(MIGRATIONS))
  const env = {
    ...{ DATA_DIR: dataDir, TMPDIR: temp, RATE_PRO: '1000000', CASEWORK_WEBHOOK_ALLOW: '127.0.0.1' },
    ...(url ? { DATABASE_URL: url, PRODUCTS: 'provenance,casework' } : { PRODUCTS: 'provenance,graph' }),
  }
  const receiver = await openReceiver()
  t.after(receiver.close)

  const first = await spawnServer(env)
  const before = isGraphToo ? await openGraph(first) : undefined
  const ingestion = await before?.ingest()
  const casework = url ? await beginCasework(first, receiver, url) : undefined
  const writers = [...pageWriters(first), ...(before?.writers ?? [])]
  const acknowledged = await writeUntilKilled(first, writers, { 'kill-': 10, ...(isGraphToo && { '<': 10 }) })
  await casework?.letGo()
  receiver.answer()
  if (casework) await withDatabase(dataDir, url, ({ db }) => letTheLeaseEnd(db))

  const server = await spawnServer(env)
  const present = await allSlugs(server)
  const slugs = [...acknowledged].filter((name) => name.startsWith('kill-'))
  assert.deepEqual(
    slugs.filter((slug) => !present.has(slug)),
    [],
  )
  const after = isGraphToo ? await openGraph(server) : undefined
  if (after)
    await t.test('every acknowledged statement exists, and the ingestion ends with exact counts', async () => {
      await after.checkKept(acknowledged)
      await after.endIngestion(ingestion!)
    })
  const inEngine = await after?.digest()
  if (casework) {
    await t.test(
      'a file is parsed, a run ends, messages arrive with the same IDs, and the chain of the case is valid',
      () => endCasework(server, receiver, casework.work),
    )
    await t.test('hostile files need little memory and write nothing outside their folder', async () => {
      let became: unknown
      const grown = await memoryDuring(server.pid, async () => {
        became = await sendAllHostile(server, casework.work)
      })
      assert.deepEqual(became, Object.fromEntries(HOSTILE.map(({ filename, becomes }) => [filename, becomes])))
      assert.ok(grown < 512, `${grown.toFixed(0)} MB more`)
      assert.deepEqual(
        filesBelow(folder).filter((name) => name.includes('zescape')),
        [],
      )
      assert.deepEqual(
        readdirSync(temp).filter((name) => name.startsWith('veritrace-evidence')),
        [],
      )
      assert.deepEqual(readdirSync(folder).sort(), ['data', 'tmp'])
    })
  }
  await t.test('at SIGTERM requests in flight are answered, streams end, and the process exits with 0', () =>
    stopAtWork(server),
  )

  await withDatabase(dataDir, url, async ({ db }) => {
    const chains = await Array.fromAsync(verifyChain(db))
    assert.ok(chains.some(({ entries }) => entries >= slugs.length))
    assert.deepEqual(
      chains.filter(({ broken }) => broken),
      [],
    )
    if (inEngine) assert.deepEqual(await digestOfDatabase(db), inEngine)
  })
})

/** Opens the database after the server has released it. */
async function withDatabase(dataDir: string, url: string | undefined, work: (database: Database) => Promise<void>) {
  const options = { dataDir, database: { url, pool: 4, statementTimeoutMs: 60_000, prepare: true } }
  const database = await openDatabase(options, openLog('silent'))
  await work(database).finally(() => database.close())
}

function pageWriters({ url }: ServerProcess): Writer[] {
  const api = client(pages, `${url}/api/provenance/v1`)
  const create =
    (writer: number): Writer =>
    async (n) => {
      const slug = `kill-${writer}-${n}`
      await api.create({ body: { slug, display_name: slug } })
      return [slug]
    }
  return Array.from({ length: WRITERS }, (_, writer) => create(writer))
}

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
  // The first response shows that the others are in flight.
  await Promise.race(begun)
  const code = await server.stop()
  const outcomes = new Set(await Promise.all(begun))
  assert.equal(code, 0)
  // Requests that reached the server were answered; the others never got a connection.
  for (const outcome of outcomes) assert.match(outcome, /^(answered|ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/)
  assert.match(await ended, /^retry: 2000\n\n/)
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
