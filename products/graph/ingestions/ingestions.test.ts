// Ingestions through HTTP: accepted, read, counted, rejected, canceled, found again.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { statementId } from '@veritrace/platform/rdf/statement-id'
import type { TestApp } from '@veritrace/platform/testing/app'
import { fact, refused } from '../statements/testing.ts'
import { type ClockedApp, clockedGraphApp } from '../testing.ts'
import { ingestingTenant } from './testing.ts'

let app: TestApp
let clock: ClockedApp['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

const TTL = 'text/turtle'
const triple = (object: string) => `<http://e.test/s> <http://e.test/p> ${object} .\n`
const blobsOf = async (id: string) => {
  const keys = await Array.fromAsync(app.platform.blobs.list('graph-ingestions/'))
  return keys.filter(({ key }) => key.endsWith(id)).length
}

test('a document is accepted with 202, and its record shows the result', async () => {
  const { send, run, api, at, as, iri } = await ingestingTenant(app)
  const text = triple('"a", "b", "a"') + triple('<http://e.test/o>')
  const taken = await send(TTL, text, { query: '?source=a%20book' })
  assert.equal(taken.status, 202)
  const queued = await api().get({ params: { id: taken.id }, headers: at() })
  assert.deepEqual([queued.status, queued.startedAt, queued.total, queued.received], ['queued', null, null, 0])
  assert.equal(await blobsOf(taken.id), 1)
  await run(app.product, taken.id)
  const { createdBy, ...record } = await api('viewer').get({ params: { id: taken.id }, headers: at() })
  assert.ok(createdBy)
  const now = clock.now().toISOString()
  assert.deepEqual(record, {
    id: taken.id,
    status: 'succeeded',
    contextId: iri('facts'),
    contentType: TTL,
    mode: 'add',
    source: 'a book',
    checksum: createHash('sha256').update(text).digest('hex'),
    bytes: text.length,
    total: 4,
    received: 4,
    inserted: 3,
    duplicates: 1,
    rejected: 0,
    errors: [],
    createdAt: now,
    startedAt: now,
    completedAt: now,
    cancelledAt: null,
  })
  assert.equal((await as().stats({ headers: at() })).total, 3)
  assert.equal(await blobsOf(taken.id), 0)
})

test('every change is recorded in the name of the sender', async () => {
  const { send, run, tenant, api, at } = await ingestingTenant(app)
  const { id } = await send(TTL, triple('"a"'))
  await run(app.product, id)
  const audit = await app.audit(tenant)
  assert.deepEqual(
    audit.map(({ action }) => action),
    ['ingestion.create', 'statements.change', 'ingestion.complete'],
  )
  const { createdBy } = await api().get({ params: { id }, headers: at() })
  assert.deepEqual([...new Set(audit.map(({ actor }) => actor.id))], [createdBy])
})

test('an invalid statement is rejected with its line, and the rest is stored', async () => {
  const { send, run, api, at, as } = await ingestingTenant(app)
  const { id } = await send(TTL, `${triple('"a"')}<s> <http://e.test/p> "b" .\n${triple('"c"@a')}${triple('"d"')}`)
  await run(app.product, id)
  const record = await api().get({ params: { id }, headers: at() })
  assert.deepEqual([record.status, record.inserted, record.rejected], ['partially_succeeded', 2, 2])
  assert.deepEqual(
    record.errors.map(({ line }) => line),
    [2, 3],
  )
  assert.equal((await as().stats({ headers: at() })).total, 2)
})

test('only the first hundred errors are reported', async () => {
  const { send, run, api, at } = await ingestingTenant(app)
  const { id } = await send(TTL, Array.from({ length: 150 }, (_, i) => `<s${i}> <http://e.test/p> "b" .`).join('\n'))
  await run(app.product, id)
  const record = await api().get({ params: { id }, headers: at() })
  assert.deepEqual([record.status, record.rejected, record.errors.length], ['failed', 150, 100])
})

test('a document with a syntax error at the end stores nothing', async () => {
  const { send, run, api, at, as } = await ingestingTenant(app)
  const { id } = await send(TTL, `${triple('"a"')}${triple('"b"')}oops`)
  await run(app.product, id)
  const record = await api().get({ params: { id }, headers: at() })
  assert.deepEqual([record.status, record.inserted, record.total], ['failed', 0, null])
  assert.deepEqual([record.errors.length, record.errors[0]!.line], [1, 3])
  assert.equal((await as().stats({ headers: at() })).total, 0)
  assert.equal(await blobsOf(id), 0)
})

test('gzip is accepted, and the checksum is that of the decompressed content', async () => {
  const { send, run, api, at } = await ingestingTenant(app)
  const text = triple('"a"')
  const { id, status } = await send(TTL, gzipSync(text), { headers: { 'content-encoding': 'gzip' } })
  assert.equal(status, 202)
  await run(app.product, id)
  const record = await api().get({ params: { id }, headers: at() })
  assert.deepEqual([record.status, record.bytes], ['succeeded', text.length])
  assert.equal((await send(TTL, text)).id, id)
})

test('an invalid document is rejected immediately, and nothing is stored', async () => {
  const { send, at, api } = await ingestingTenant(app)
  // Concatenated gzip members form a valid stream, which is fast to create.
  const bomb = Buffer.concat(Array(257).fill(gzipSync(Buffer.alloc(1024 * 1024))))
  const gzip = { headers: { 'content-encoding': 'gzip' } }
  const refusals = [
    [await send('text/csv', 'a,b'), 415, 'unsupported_media_type'],
    [await send(TTL, ''), 400, 'malformed_body'],
    [await send(TTL, 'no gzip', gzip), 400, 'malformed_body'],
    [await send(TTL, gzipSync('text').subarray(0, 15), gzip), 400, 'malformed_body'],
    [await send(TTL, bomb, gzip), 413, 'body_too_large'],
    [await send(TTL, 'x', { headers: { 'content-encoding': 'br' } }), 415, 'unsupported_media_type'],
    [
      await send(TTL, triple('"a"'), { headers: { 'x-context-id': 'urn:tenant:x:ws:y:graph:z' } }),
      403,
      'graph_out_of_scope',
    ],
    [await send(TTL, triple('"a"'), { role: 'viewer' }), 403, 'role_too_low'],
  ] as const
  for (const [answer, status, code] of refusals) assert.deepEqual([answer.status, answer.code], [status, code])
  assert.deepEqual((await api().list({ headers: at() })).items, [])
})

test('the same document for the same context within a day is the same ingestion', async () => {
  const { send, run, api, at } = await ingestingTenant(app)
  const first = await send(TTL, triple('"a"'))
  assert.deepEqual(await send(TTL, triple('"a"')).then(({ id, status }) => [id, status]), [first.id, 200])
  assert.equal((await api().list({ headers: at() })).items.length, 1)
  await run(app.product, first.id)
  assert.equal((await send(TTL, triple('"a"'))).id, first.id)
  const others = [
    await send(TTL, triple('"b"')),
    await send('application/n-triples', triple('"a"')),
    await send(TTL, triple('"a"'), { context: 'other' }),
    await send(TTL, triple('"a"'), { more: { wide: true } }),
  ]
  assert.equal(new Set([first.id, ...others.map(({ id }) => id)]).size, 5)
  clock.advance(25 * 3_600_000)
  assert.notEqual((await send(TTL, triple('"a"'))).id, first.id)
})

test('a document is read again if one of its statements was removed since', async () => {
  const { send, run, api, as, at, iri } = await ingestingTenant(app)
  const text = triple('"a"') + triple('"b"')
  const first = await send(TTL, text)
  await run(app.product, first.id)
  await as().create({ body: fact('other'), headers: at() })
  assert.equal((await send(TTL, text)).id, first.id, 'other statements do not matter')
  const id = statementId(`<http://e.test/s> <http://e.test/p> "a" <${iri('facts')}> .`)
  await as().delete({ params: { id }, headers: at() })
  const again = await send(TTL, text)
  assert.notEqual(again.id, first.id)
  await run(app.product, again.id)
  assert.equal((await api().get({ params: { id: again.id }, headers: at() })).inserted, 1)
  assert.equal((await as().stats({ headers: at() })).total, 3)
})

test('a document that failed or was canceled can be sent again', async () => {
  const { send, run, api, at } = await ingestingTenant(app)
  const broken = await send(TTL, 'oops')
  await run(app.product, broken.id)
  assert.notEqual((await send(TTL, 'oops')).id, broken.id)
  const stopped = await send(TTL, triple('"a"'))
  await api().cancel({ params: { id: stopped.id }, headers: at() })
  assert.notEqual((await send(TTL, triple('"a"'))).id, stopped.id)
})

test('five senders of the same document at the same time share one ingestion', async () => {
  const { send } = await ingestingTenant(app)
  const all = await Promise.all(Array.from({ length: 5 }, () => send(TTL, triple('"a"'))))
  assert.equal(new Set(all.map(({ id }) => id)).size, 1)
})

test('a canceled ingestion writes nothing, and a finished one cannot be canceled', async () => {
  const { send, run, api, at, as } = await ingestingTenant(app)
  const { id } = await send(TTL, triple('"a"'))
  const canceled = await api().cancel({ params: { id }, headers: at() })
  assert.deepEqual([canceled.status, typeof canceled.cancelledAt], ['failed', 'string'])
  await run(app.product, id)
  assert.equal((await as().stats({ headers: at() })).total, 0)
  await assert.rejects(api().cancel({ params: { id }, headers: at() }), refused(409, 'forbidden_transition'))
  assert.equal(await blobsOf(id), 0)
})

test('a document that names other graphs needs workspace scope', async () => {
  const { send, run, api, at, as, iri } = await ingestingTenant(app)
  const document = `<http://e.test/s> <http://e.test/p> "o" <${iri('other')}> .\n${triple('"o"')}`
  const narrow = await send('application/n-quads', document)
  const wide = await send('application/n-quads', document, { more: { wide: true } })
  for (const { id } of [narrow, wide]) await run(app.product, id)
  const record = await api().get({ params: { id: narrow.id }, headers: at() })
  assert.deepEqual([record.status, record.inserted, record.rejected], ['partially_succeeded', 1, 1])
  assert.equal((await api().get({ params: { id: wide.id }, headers: at() })).inserted, 1)
  assert.equal((await as().stats({ headers: at('other') })).total, 1)
})

test('another tenant finds neither the ingestion nor its statements', async () => {
  const { send, run, api, at } = await ingestingTenant(app)
  const stranger = await ingestingTenant(app)
  const { id } = await send(TTL, triple('"a"'))
  const params = { id }
  const missing = refused(404, 'ingestion_not_found')
  await assert.rejects(stranger.api().get({ params, headers: stranger.at() }), missing)
  await assert.rejects(stranger.api().cancel({ params, headers: stranger.at() }), missing)
  await assert.rejects(api().get({ params, headers: at('other') }), missing)
  await assert.rejects(api().cancel({ params, headers: at('other') }), missing)
  await assert.rejects(api().get({ params, headers: at('facts', { workspace: 'elsewhere' }) }), missing)
  assert.equal((await api().get({ params, headers: at('other', { wide: true }) })).id, id)
  await run(app.product, id)
  assert.deepEqual((await stranger.api().list({ headers: stranger.at() })).items, [])
  assert.deepEqual((await api().list({ headers: at('other') })).items, [])
  assert.equal((await stranger.as().stats({ headers: stranger.at() })).total, 0)
})

test('the list is paged, newest first, and filtered by status', async () => {
  const { send, run, api, at } = await ingestingTenant(app)
  const ids: string[] = []
  for (const object of ['"a"', '"b"', '"c"']) ids.unshift((await send(TTL, triple(object))).id)
  await run(app.product, ids[2]!)
  const first = await api().list({ query: { limit: 2 }, headers: at() })
  const rest = await api().list({ query: { limit: 2, cursor: first.next }, headers: at() })
  assert.deepEqual(
    [...first.items, ...rest.items].map(({ id }) => id),
    ids,
  )
  const done = await api().list({ query: { status: 'succeeded' }, headers: at() })
  assert.deepEqual(
    done.items.map(({ id }) => id),
    [ids[2]],
  )
})

const xml = (...descriptions: string[]) => `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:e="http://e.test/" xml:base="http://e.test/doc">${descriptions.join('')}</rdf:RDF>`

test('node names in RDF/XML may have every character that XML allows, including the middle dot', async () => {
  const { send, run, api, at, as, iri } = await ingestingTenant(app)
  const read = async (text: string) => {
    const { id } = await send('application/rdf+xml', text)
    await run(app.product, id)
    return api().get({ params: { id }, headers: at() })
  }
  const { status, inserted, errors } = await read(
    xml(
      '<rdf:Description rdf:nodeID="a·b"><e:p rdf:nodeID="é·‿0"/></rdf:Description>',
      '<rdf:Description rdf:ID="c·d"><e:p>1</e:p></rdf:Description>',
    ),
  )
  assert.deepEqual([status, inserted, errors], ['succeeded', 2, []])
  const id = statementId(`<http://e.test/doc#c·d> <http://e.test/p> "1" <${iri('facts')}> .`)
  assert.equal((await as().get({ params: { id }, headers: at() })).object, '1')
  for (const name of ['·a', 'a:b']) {
    const refused = await read(xml(`<rdf:Description rdf:nodeID="${name}"><e:p>1</e:p></rdf:Description>`))
    assert.equal(refused.status, 'failed', name)
    assert.match(refused.errors[0]!.message, /Not a valid NCName/)
  }
})
