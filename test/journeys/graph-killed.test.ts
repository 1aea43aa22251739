// What the graph has answered is there, however the process ended; nothing is there by halves; the engine holds the same.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '@veritrace/contract/client'
import { ingestions } from '@veritrace/contract/graph/ingestions'
import { statements } from '@veritrace/contract/graph/statements'
import { openDatabase } from '@veritrace/platform/db/open'
import { openLog } from '@veritrace/platform/log'
import { makeDatabase, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { streamLines } from '../../products/graph/statements/follow-statements.ts'
import { digestOf } from '../../products/graph/verify/digest.ts'
import { demoToken, type ServerProcess, spawnServer } from '../process.ts'

const IN_UPDATE = 5
const IN_DOCUMENT = 40_000
const TENANT = 'killed'
const CONTEXT = `urn:tenant:${TENANT}:ws:${TENANT}:graph:kill`
/** With the token of the server that runs: each gets a port, and so a name, of its own. */
let scope: Record<string, string> = {}
const said = (kind: string, name: string, object: string) =>
  `<http://${kind}.test/${name}> <http://e.test/says> "${object}" .`
const document = Array.from({ length: IN_DOCUMENT }, (_, i) => said('document', String(i), 'x')).join('\n')

test('after SIGKILL every acknowledged statement is there, none by halves, and the ingestion ends with exact counts', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-graph-kill-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = testDatabaseUrl() && (await makeDatabase())
  const env = { DATA_DIR: folder, PRODUCTS: 'graph', RATE_PRO: '1000000', ...(url && { DATABASE_URL: url }) }

  const start = async () => {
    const started = await spawnServer(env)
    const authorization = `Bearer ${await demoToken(started, TENANT)}`
    scope = { authorization, 'x-tenant-id': TENANT, 'x-workspace-id': TENANT, 'x-context-id': 'kill' }
    return started
  }
  const first = await start()
  const { id } = await ingest(first)
  const acknowledged = await writeUntilKilled(first)
  const server = await start()
  const kept = await allTriples(server)
  assert.deepEqual(
    [...acknowledged].filter((triple) => !kept.has(triple)),
    [],
  )
  for (const [subject, count] of countBySubject(kept, 'http://update.test/')) assert.equal(count, IN_UPDATE, subject)
  const before = await recordOf(server, id)
  assert.ok(before.inserted % 10_000 === 0, `${before.inserted}`)

  // Sent again, it is the same ingestion, and one whose worker has died is taken up again.
  for (let tries = 0; tries < 60 && (await recordOf(server, id)).completedAt === null; tries++) {
    assert.equal((await ingest(server)).id, id)
    await sleep(500)
  }
  const { status, received, inserted, duplicates, rejected } = await recordOf(server, id)
  assert.deepEqual([status, received, inserted, duplicates, rejected], ['succeeded', IN_DOCUMENT, IN_DOCUMENT, 0, 0])
  const present = await allTriples(server)
  assert.equal([...countBySubject(present, 'http://document.test/')].length, IN_DOCUMENT)

  assert.equal(await server.stop(), 0)
  const inEngine = [...present].map((triple) => triple.replace(/ \.$/, ` <${CONTEXT}> .`))
  assert.deepEqual(await digestOf([inEngine]), await digestOfDatabase(folder, url))
})

const graphOf = ({ url }: ServerProcess) => `${url}/graph`

async function ingest(server: ServerProcess): Promise<{ id: string }> {
  const headers = { ...scope, 'content-type': 'application/n-triples' }
  const response = await fetch(`${graphOf(server)}/ingestions/statements`, { method: 'POST', headers, body: document })
  assert.ok(response.ok, await response.clone().text())
  return response.json() as Promise<{ id: string }>
}

const recordOf = (server: ServerProcess, id: string) =>
  client(ingestions, graphOf(server)).get({ params: { id }, headers: scope })

/** What was acknowledged. */
async function writeUntilKilled(server: ServerProcess): Promise<Set<string>> {
  const api = client(statements, graphOf(server))
  const acknowledged = new Set<string>()
  let killed = false
  const repeat = async (write: (n: number) => Promise<string[]>) => {
    for (let n = 0; !killed; n++)
      try {
        for (const triple of await write(n)) acknowledged.add(triple)
      } catch (error) {
        // Cut off in the middle: it may be there or not, nobody was told. Anything else is a fault.
        if (!killed) throw error
      }
  }
  const assertOne = (writer: number) => async (n: number) => {
    const name = `${writer}-${n}`
    const body = { subject: `http://single.test/${name}`, predicate: 'http://e.test/says', object: 'x' }
    await api.create({ body: { ...body, objectType: 'literal' }, headers: scope })
    return [said('single', name, 'x')]
  }
  const update = (writer: number) => async (n: number) => {
    const triples = Array.from({ length: IN_UPDATE }, (_, i) => said('update', `${writer}-${n}`, String(i)))
    const headers = { ...scope, 'content-type': 'application/sparql-update' }
    const body = `INSERT DATA { ${triples.join('\n')} }`
    const response = await fetch(`${graphOf(server)}/sparql/update`, { method: 'POST', headers, body })
    const text = await response.text()
    // Many who write at once may be told to try again.
    if (response.status === 503 || response.status === 429) return []
    assert.ok(response.ok, text)
    return triples
  }
  const writers = [...[0, 1, 2].map((i) => repeat(assertOne(i))), ...[0, 1].map((i) => repeat(update(i)))]
  while (acknowledged.size < 20) await sleep(20)
  // At any moment of a write.
  await sleep(Math.random() * 300)
  killed = true
  await server.kill()
  await Promise.all(writers)
  return acknowledged
}

async function allTriples(server: ServerProcess): Promise<Set<string>> {
  const headers = { ...scope, 'content-type': 'application/sparql-query', accept: 'application/n-triples' }
  const body = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }'
  const response = await fetch(`${graphOf(server)}/sparql`, { method: 'POST', headers, body })
  const text = await response.text()
  assert.ok(response.ok, text)
  return new Set(text.split('\n').filter((line) => line !== ''))
}

function countBySubject(triples: ReadonlySet<string>, prefix: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const triple of triples) {
    const subject = triple.slice(1, triple.indexOf('>'))
    if (subject.startsWith(prefix)) counts.set(subject, (counts.get(subject) ?? 0) + 1)
  }
  return counts
}

/** Of the same context, read from the database itself once the server has let go of it. */
async function digestOfDatabase(dataDir: string, url: string | undefined) {
  const options = { dataDir, database: { url, pool: 4, statementTimeoutMs: 60_000, prepare: true } }
  const database = await openDatabase(options, openLog('silent'))
  async function* own() {
    for await (const lines of streamLines(database.db, TENANT, TENANT))
      yield lines.filter((line) => line.endsWith(`<${CONTEXT}> .`))
  }
  try {
    return await digestOf(own())
  } finally {
    await database.close()
  }
}
