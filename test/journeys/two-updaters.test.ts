// Two processes on one PostgreSQL update one graph: SPARQL updates are exact despite concurrent writers.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { MIGRATIONS } from '../../apps/server/products.ts'
import { demoToken, type ServerProcess, spawnServer } from '../process.ts'

const embedded = !testDatabaseUrl() && 'the embedded database serves one process'
const TIMES = 20

test('counters that two processes increment during concurrent writes are exact', { skip: embedded }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-updaters-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const env = { DATABASE_URL: await makeMigrated(MIGRATIONS), PRODUCTS: 'graph', RATE_PRO: '1000000' }
  const start = (name: string) => spawnServer({ ...env, DATA_DIR: join(folder, name) })
  const servers = await Promise.all([start('one'), start('two')])
  const calls = await Promise.all(servers.map(openCalls))
  await calls[0]!.update('insert data { <urn:c0> <urn:n> 0 . <urn:c1> <urn:n> 0 }')

  let isOn = true
  const feeds = calls.map(async ({ state }, which) => {
    let times = 0
    for (; isOn; times++) await state(`urn:${which}/${times}`)
    return times
  })
  await Promise.all(
    calls.flatMap(({ update }) =>
      [0, 1].map(async (counter) => {
        for (let i = 0; i < TIMES; i++) await update(up(counter))
      }),
    ),
  )
  isOn = false
  const stated = (await Promise.all(feeds)).reduce((sum, times) => sum + times, 0)
  for (const { count } of calls) {
    assert.equal(await count('select ?n { <urn:c0> <urn:n> ?n }'), 2 * TIMES)
    assert.equal(await count('select ?n { <urn:c1> <urn:n> ?n }'), 2 * TIMES)
    assert.equal(await count('select (count(*) as ?n) { ?s <urn:says> ?o }'), stated)
  }
  assert.ok(stated > TIMES, `the feeds wrote ${stated} times`)
  for (const server of servers) assert.equal(await server.stop(), 0)
})

const up = (counter: number) =>
  `delete { <urn:c${counter}> <urn:n> ?n } insert { <urn:c${counter}> <urn:n> ?more }
   where { <urn:c${counter}> <urn:n> ?n bind(?n + 1 as ?more) }`

/** As a member of one tenant; any error response fails the test. */
async function openCalls(server: ServerProcess) {
  const token = await demoToken(server, 'updaters', { plan: 'pro' })
  const post = async (path: string, type: string, body: string) => {
    const answer = await fetch(`${server.url}/graph${path}`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        'x-tenant-id': 'updaters',
        'x-workspace-id': 'updaters',
        'x-context-id': 'main',
      },
    })
    assert.ok(answer.ok, `${answer.status}: ${await answer.clone().text()}`)
    return answer
  }
  return {
    update: (text: string) => post('/sparql/update', 'application/sparql-update', text),
    state: (subject: string) =>
      post(
        '/statements',
        'application/json',
        JSON.stringify({ subject, predicate: 'urn:says', object: 'x', objectType: 'literal' }),
      ),
    count: async (query: string): Promise<number> => {
      const answer = await post('/sparql', 'application/sparql-query', query)
      const { results } = (await answer.json()) as { results: { bindings: { n: { value: string } }[] } }
      return Number(results.bindings[0]!.n.value)
    },
  }
}
