// Updates while others write to the same workspace, on this server and another: no update is lost or applied twice, and
// neither side blocks the other.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import { openSparqlApp, type SparqlApp, type Tenant, values } from './testing.ts'

let here: SparqlApp
/** Another server on the same database. The embedded database serves only one. */
let there: SparqlApp
before(async () => {
  here = await openSparqlApp()
  there = testDatabaseUrl() ? await openSparqlApp({ GRAPH_SPARQL_THREADS: '1' }) : here
})
after(async () => {
  await there.close()
  await here.close()
})

const JSON_TYPE = { 'content-type': 'application/json' }
const said = (name: string) => ({ subject: `urn:${name}`, predicate: 'urn:says', object: name, objectType: 'literal' })
const state = (app: SparqlApp, tenant: Tenant, name: string) =>
  app.send(tenant, '/statements', { method: 'POST', body: JSON.stringify(said(name)), headers: JSON_TYPE })
const stateMany = (app: SparqlApp, tenant: Tenant, name: string) =>
  app.send(tenant, '/statements/batch', {
    method: 'POST',
    body: JSON.stringify({ statements: Array.from({ length: 20 }, (_, i) => said(`${name}/${i}`)) }),
    headers: JSON_TYPE,
  })

/** Repeats the work until stopped; returns the number of runs and the longest run. */
function feed(work: (number: number) => Promise<Response>) {
  let isOn = true
  const result = { times: 0, longest: 0 }
  const running = (async () => {
    while (isOn) {
      const began = performance.now()
      const { status, ok } = await work(result.times)
      assert.ok(ok, `the answer had status ${status}`)
      result.times++
      result.longest = Math.max(result.longest, performance.now() - began)
    }
  })()
  running.catch(() => {})
  return async () => {
    isOn = false
    await running
    return result
  }
}

const up = (counter: number) =>
  `delete { <urn:c${counter}> <urn:n> ?n } insert { <urn:c${counter}> <urn:n> ?more }
   where { <urn:c${counter}> <urn:n> ?n bind(?n + 1 as ?more) }`
const number = async (app: SparqlApp, tenant: Tenant, counter: number) =>
  values(await app.ask(tenant, `select ?n { <urn:c${counter}> <urn:n> ?n }`), 'n')

test('concurrent increments on two servers are exact despite feeds, and no feed waits for a long time', async () => {
  const tenant = await here.tenant({ plan: 'enterprise' })
  await here.update(tenant, 'insert data { <urn:c0> <urn:n> 0 . <urn:c1> <urn:n> 0 }')
  const feeds = [
    feed((i) => state(here, tenant, `here${i}`)),
    feed((i) => stateMany(here, tenant, `many${i}`)),
    feed((i) => state(there, tenant, `there${i}`)),
  ]
  const EACH = 12
  const raise = async (app: SparqlApp, counter: number) => {
    for (let i = 0; i < EACH; i++) {
      const answer = await app.update(tenant, up(counter))
      assert.equal(answer.status, 200, await answer.clone().text())
      const { inserted, deleted } = (await answer.json()) as Record<string, number>
      assert.deepEqual([inserted, deleted], [1, 1])
    }
  }
  const insert = async (app: SparqlApp, name: string) => {
    for (let i = 0; i < EACH; i++)
      assert.equal((await app.update(tenant, `insert data { <urn:${name}> <urn:had> ${i} }`)).status, 200)
  }
  await Promise.all([
    raise(here, 0),
    raise(here, 1),
    raise(there, 0),
    raise(there, 1),
    insert(here, 'one'),
    insert(there, 'two'),
  ])
  const results = await Promise.all(feeds.map((stop) => stop()))
  for (const app of [here, there]) {
    assert.deepEqual(await number(app, tenant, 0), [String(2 * EACH)])
    assert.deepEqual(await number(app, tenant, 1), [String(2 * EACH)])
    const had = await app.ask(tenant, 'select (count(*) as ?n) { ?s <urn:had> ?o }')
    assert.deepEqual(await values(had, 'n'), [String(2 * EACH)])
  }
  const says = await here.ask(tenant, 'select (count(*) as ?n) { ?s <urn:says> ?o }')
  const written = results.reduce((sum, { times }, which) => sum + times * (which === 1 ? 20 : 1), 0)
  assert.deepEqual(await values(says, 'n'), [String(written)])
  for (const { times, longest } of results) {
    assert.ok(times >= 3, `a feed wrote ${times} times`)
    assert.ok(longest < 6_000, `a feed waited for ${longest} ms`)
  }
})

for (const [kind, text] of [
  ['data', (i: number) => `insert data { <urn:fresh${i}> <urn:n> ${i} }`],
  ['the result of a WHERE part', () => up(0)],
] as const)
  test(`updates with ${kind} run about as often as concurrent feeds`, async () => {
    const tenant = await here.tenant({ plan: 'enterprise' })
    await here.update(tenant, 'insert data { <urn:c0> <urn:n> 0 }')
    const feeds = [
      feed((i) => state(here, tenant, `one${i}`)),
      feed((i) => stateMany(here, tenant, `many${i}`)),
      feed((i) => here.update(tenant, text(i))),
    ]
    await new Promise((done) => setTimeout(done, 2_500))
    const [statements, batches, updates] = await Promise.all(feeds.map((stop) => stop()))
    const most = Math.max(statements!.times, batches!.times)
    assert.ok(updates!.times > most / 4, `${updates!.times} updates, but ${most} writes of a feed`)
    assert.ok(Math.min(statements!.times, batches!.times) > updates!.times / 8, 'the feeds continue')
  })

test('two updates that are valid alone cannot break an enforced shape together', async () => {
  const tenant = await here.tenant({ plan: 'enterprise' })
  const turtle = `@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix ex: <http://e.test/> .
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:maxCount 1 ] .`
  const shape = { name: 'Persons', turtle, enforced: true }
  const kept = await here.send(tenant, '/shapes', { method: 'POST', body: JSON.stringify(shape), headers: JSON_TYPE })
  assert.equal(kept.status, 201, await kept.clone().text())
  for (let person = 0; person < 3; person++) {
    const who = `<http://e.test/${person}>`
    await here.update(tenant, `insert data { ${who} a <http://e.test/Person> }`)
    const named = await Promise.all(
      [0, 1, 2, 3].map(async (name) =>
        (name % 2 ? here : there).update(tenant, `insert data { ${who} <http://e.test/name> "${name}" }`),
      ),
    )
    assert.deepEqual(named.map(({ status }) => status).toSorted(), [200, 422, 422, 422])
    const names = await here.ask(tenant, `select (count(*) as ?n) { ${who} <http://e.test/name> ?o }`)
    assert.deepEqual(await values(names, 'n'), ['1'])
  }
})
