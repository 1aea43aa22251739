// Requests repeated with their Idempotency-Key, and concurrent updates.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '@veritrace/platform/ids'
import { openSparqlApp, problem, type Sent, type SparqlApp, type Tenant, values } from './testing.ts'

let app: SparqlApp
before(async () => {
  app = await openSparqlApp()
})
after(() => app.close())

const keyed = (sent: Sent = {}) => {
  const key = newId('key')
  return (more: Sent = {}): Sent => ({
    ...sent,
    ...more,
    headers: { 'idempotency-key': key, ...sent.headers, ...more.headers },
  })
}
const count = async (tenant: Tenant, sent?: Sent) =>
  values(await app.ask(tenant, 'select (count(*) as ?n) { graph ?g { ?s ?p ?o } }', sent), 'n')
const isReplayed = (answer: Response): boolean => answer.headers.get('idempotent-replayed') === 'true'

test('a repeated update with the same key returns the first answer and changes nothing', async () => {
  const tenant = await app.tenant()
  const again = keyed()
  const first = await app.update(tenant, 'insert data { <a:a> <a:b> 1, 2 }', again())
  const second = await app.update(tenant, 'insert data { <a:a> <a:b> 1, 2 }', again())
  assert.deepEqual([first.status, second.status, isReplayed(second)], [200, 200, true])
  assert.deepEqual(await second.json(), await first.json())
})

test('an update that changes nothing still reserves its key', async () => {
  const tenant = await app.tenant()
  const again = keyed()
  assert.equal((await app.update(tenant, 'insert data {}', again())).status, 200)
  const other = await app.update(tenant, 'insert data { <a:a> <a:b> 5 }', again())
  assert.deepEqual(await problem(other), [422, 'idempotency_mismatch'])
})

test('a key from one context or workspace is rejected in another, without revealing the first answer', async () => {
  const tenant = await app.tenant()
  const body = JSON.stringify({ subject: 'a:a', predicate: 'a:b', object: 'x', objectType: 'literal' })
  const again = keyed({ method: 'POST', body, headers: { 'content-type': 'application/json' } })
  assert.equal((await app.send(tenant, '/statements', again({ context: 'one' }))).status, 201)
  for (const elsewhere of [{ context: 'two' }, { context: 'one', workspace: 'elsewhere' }])
    assert.deepEqual(await problem(await app.send(tenant, '/statements', again(elsewhere))), [
      422,
      'idempotency_mismatch',
    ])
})

test('keys of two users of a tenant are independent', async () => {
  const tenant = await app.tenant()
  const again = keyed()
  const as = async (role: 'member' | 'admin') =>
    app.send(tenant, '/sparql/update', {
      ...again({ method: 'POST', body: 'insert data { <a:a> <a:b> 1 }' }),
      headers: {
        ...again().headers,
        'content-type': 'application/sparql-update',
        authorization: `Bearer ${await app.app.key(tenant, role)}`,
      },
    })
  assert.equal(isReplayed(await as('member')), false)
  assert.equal(isReplayed(await as('admin')), false)
  assert.equal(isReplayed(await as('member')), true)
})

test('another document with the key of the first is rejected, and the same one gets the first answer', async () => {
  const tenant = await app.tenant()
  const again = keyed({ method: 'POST', headers: { 'content-type': 'text/turtle' } })
  const send = (body: string) => app.send(tenant, '/ingestions/statements', again({ body }))
  const first = await send('<a:i1> <a:p> 1 .')
  assert.equal(first.status, 202)
  const { id } = (await first.json()) as { id: string }
  assert.deepEqual(await problem(await send('<a:i2> <a:p> 2 .')), [422, 'idempotency_mismatch'])
  const same = await send('<a:i1> <a:p> 1 .')
  assert.deepEqual([same.status, isReplayed(same)], [202, true])
  assert.equal(((await same.json()) as { id: string }).id, id)
})

test('a repeated question with a key gets an answer each time', async () => {
  const tenant = await app.tenant()
  await app.update(tenant, 'insert data { <a:a> <http://www.w3.org/2000/01/rdf-schema#label> "Ada" }')
  const body = JSON.stringify({ question: 'Who is Ada?' })
  const again = keyed({ method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const first = await app.send(tenant, '/tutor/answer', again())
  const second = await app.send(tenant, '/tutor/answer', again())
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.deepEqual(Object.keys((await second.json()) as object), Object.keys((await first.json()) as object))
})

test('concurrent updates are all carried out', async () => {
  const tenant = await app.tenant({ plan: 'enterprise' })
  const sent = Array.from({ length: 24 }, (_, i) =>
    app.update(tenant, `insert data { <a:${i}> <a:b> ${i} }`, { context: i % 2 ? 'main' : `c${i}` }),
  )
  assert.deepEqual(new Set((await Promise.all(sent)).map(({ status }) => status)), new Set([200]))
  assert.deepEqual(await count(tenant, { headers: { 'x-graph-scope': 'workspace' } }), ['24'])
})

test('concurrent increments are not lost', async () => {
  const tenant = await app.tenant({ plan: 'enterprise' })
  await app.update(tenant, 'insert data { <a:c> <a:n> 0 }')
  const up = 'delete { ?c <a:n> ?n } insert { ?c <a:n> ?next } where { ?c <a:n> ?n bind(?n + 1 as ?next) }'
  await Promise.all(Array.from({ length: 8 }, () => app.update(tenant, up)))
  assert.deepEqual(await values(await app.ask(tenant, 'select ?n { <a:c> <a:n> ?n }'), 'n'), ['8'])
})
