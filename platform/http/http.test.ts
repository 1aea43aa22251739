// The guarantees of the HTTP layer for every endpoint, tested with a small contract.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { bytes, eventStream, noContent } from '@veritrace/contract/media'
import { limit, nullable, pageOf, pageQuery, strict, WebAddress } from '@veritrace/contract/wire'
import { sql } from 'kysely'
import { answer, written } from '../answer.ts'
import { systemCaller } from '../caller.ts'
import { systemClock } from '../clock.ts'
import { buildConfig, type Config } from '../config/config.ts'
import { readSettings } from '../config/env.ts'
import type { Db } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { fail } from '../errors.ts'
import { ensureTenant } from '../identity/tenancy/tenants.ts'
import { newId } from '../ids.ts'
import { implement } from '../implement.ts'
import { openLog } from '../log.ts'
import { type Meter, openMeter } from '../metering/meter.ts'
import { openLimiter } from '../metering/rate-limit.ts'
import { testDatabase } from '../testing/db.ts'
import { mount } from './mount.ts'
import { createHttp, type Http } from './server.ts'
import { countStreams } from './stream-count.ts'

const Thing = t.Object({ id: t.String(), name: t.String(), version: t.Integer() })
const Tagged = t.Object({ version: t.Integer(), etag: t.String() })
const KEPT = { id: 'k', name: 'ü', version: 1, secret: 'not in the contract' }
const things = {
  list: endpoint('GET /things', {
    summary: 'List',
    auth: 'public',
    query: strict({ limit: limit(100), flag: t.Optional(t.Boolean()) }),
    ok: t.Object({ limit: t.Integer(), padding: t.String() }),
  }),
  rows: endpoint('GET /rows', { summary: 'Rows', auth: 'public', ok: t.Array(t.Integer()) }),
  pages: endpoint('GET /pages', {
    summary: 'Page by page',
    auth: 'public',
    query: strict({ ...pageQuery, tag: t.Optional(t.Array(t.String())) }),
    ok: pageOf(t.Integer()),
  }),
  file: endpoint('GET /file', { summary: 'A file', auth: 'public', ok: bytes(['text/csv'], 'A table') }),
  unmetered: endpoint('GET /unmetered', { summary: 'Always', auth: 'session', ok: t.Object({}), unmetered: true }),
  kept: endpoint('GET /kept', { summary: 'The same', auth: 'public', ok: Thing }),
  tagged: endpoint('GET /tagged', { summary: 'Tagged', auth: 'session', ok: Tagged, versioned: true }),
  get: endpoint('GET /things/{id}', { summary: 'One', auth: 'session', ok: Thing, versioned: true }),
  create: endpoint('POST /things', {
    summary: 'Make one',
    auth: 'session',
    body: strict({
      name: t.String({ minLength: 1 }),
      count: t.Optional(t.Integer()),
      where: t.Optional(t.Record(t.String(), t.String())),
      link: t.Optional(nullable(WebAddress)),
      title: t.Optional(t.String({ minLength: 1, maxLength: 5, pattern: '\\S' })),
      days: t.Optional(t.Array(t.String({ format: 'date' }), { minItems: 1, maxItems: 1, uniqueItems: true })),
      size: t.Optional(t.Union([t.Literal('small'), t.Literal('large'), t.Null()])),
      tags: t.Optional(t.Union([t.String(), t.Array(t.String())])),
      at: t.Optional(t.Union([strict({ x: t.Integer() }), strict({ y: t.Integer() })])),
    }),
    ok: Thing,
    status: 201,
  }),
  upload: endpoint('POST /uploads', {
    summary: 'Count bytes',
    auth: 'session',
    body: bytes(['text/csv'], 'A table'),
    ok: t.Object({ bytes: t.Integer() }),
    maxBytes: 5_000,
    gzip: true,
  }),
  rename: endpoint('PATCH /things/{id}', {
    summary: 'Rename',
    auth: 'session',
    body: strict({ name: t.String() }),
    ok: Thing,
    versioned: true,
    errors: ['stale_version'],
  }),
  remove: endpoint('DELETE /things/{id}', { summary: 'Remove', auth: 'session', ok: noContent, status: 204 }),
  broken: endpoint('GET /broken', { summary: 'Fails', auth: 'public', ok: Thing }),
  forever: endpoint('GET /forever', { summary: 'Goes on', auth: 'public', ok: eventStream('one') }),
  ticks: endpoint('GET /ticks', { summary: 'Three events', auth: 'public', ok: eventStream('ticks') }),
}

let app: Http
let file: Readable
let hasBegun = false
let reads = 0
async function* rows() {
  hasBegun = true
  yield Buffer.from('a,b\n1,2\n')
}
let base: string
let db: Db
let meter: Meter
let config: Config
const meterLog = openLog('silent')
const stop = new AbortController()

before(async () => {
  ;({ db } = await testDatabase())
  config = buildConfig(readSettings({ RATE_FREE: '600' }))
  app = await createHttp(config, openLog('silent'))
  meter = openMeter(db, systemClock, meterLog)
  const gate = {
    db,
    limiter: openLimiter(db, systemClock),
    meter,
    identify: async (request: {
      headers: Readonly<Record<string, unknown>>
      ip: string
      requestId: string
      userAgent: string
    }) => {
      const tenant = request.headers['x-test-tenant']
      return typeof tenant === 'string' ? { ...systemCaller(tenant, `cus_${tenant}`), ip: request.ip } : request
    },
  }
  const handlers = implement(things, {
    list: ({ query }) => ({ limit: query.limit, padding: 'x'.repeat(4_000), secret: 'not in the contract' }),
    rows: () => written(JSON.stringify(Array.from({ length: 2_000 }, (_, i) => i)), {}),
    pages: ({ query }) => ({ items: [1], next: query.cursor ? '' : 'b+/=' }),
    file: () => {
      file = Readable.from(rows())
      return answer(file, { headers: { etag: '"file-1"', 'content-length': '8' } })
    },
    unmetered: () => ({}),
    kept: () => answer(KEPT, { isKept: true }),
    tagged: () => ({ version: 3, etag: '"3"' }),
    get: ({ params: { id } }) => ({ id, name: id === 'counted' ? `read ${++reads} times` : 'thing', version: 7 }),
    create: ({ body }) =>
      transact(db, async (tx) => {
        const id = newId('thing')
        await sql`insert into platform.keyring (name, value) values (${id}, ${body.name})`.execute(tx)
        return { id, name: body.name, version: 1 }
      }),
    upload: async ({ body }) => {
      let count = 0
      for await (const chunk of body) count += chunk.length
      return { bytes: count }
    },
    rename: ({ params, body, ifVersion = 7 }) =>
      ifVersion === 7 ? { id: params.id, name: body.name, version: 8 } : fail('stale_version'),
    remove: () => undefined,
    broken: () => {
      throw new Error('select secret_column from somewhere')
    },
    forever: async function* forever({ signal }) {
      yield { event: 'here', data: {} }
      await new Promise((gone) => signal.addEventListener('abort', gone))
    },
    ticks: async function* ticks({ headers }) {
      const from = Number(headers['last-event-id'] ?? 0)
      for (let i = from + 1; i <= 3; i++) yield { id: String(i), event: 'tick', data: { i } }
    },
  })
  mount(app, handlers, {
    product: 'graph',
    base: '/t',
    gate,
    limits: config.limits,
    stopping: stop.signal,
    streams: countStreams(2),
  })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  after(() => meter.close())
})
after(() => app.close())

const as = (tenant: string, more: Record<string, string> = {}) => ({ 'x-test-tenant': tenant, ...more })
const json = { 'content-type': 'application/json' }
const post = (body: string | Buffer, headers: Record<string, string> = json) =>
  fetch(`${base}/t/things`, { method: 'POST', body: body as string, headers: as('acme', headers) })

async function assertProblem(response: Response, status: number, code: string): Promise<Record<string, unknown>> {
  assert.equal(response.status, status)
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
  const problem = (await response.json()) as Record<string, unknown>
  assert.equal(problem.code, code)
  assert.equal(problem.status, status)
  assert.equal(problem.request_id, response.headers.get('x-request-id'))
  return problem
}

const BAD_BODIES: [string, string | Buffer, number, string][] = [
  ['malformed JSON', '{"name": ', 400, 'malformed_json'],
  ['a trailing comma', '{"name": "a",}', 400, 'malformed_json'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x6e, 0xff, 0x22, 0x7d]), 400, 'malformed_json'],
  ['the character U+0000', '{"name": "a\\u0000b"}', 400, 'malformed_json'],
  ['half of a surrogate pair', '{"name": "a\\udc00b"}', 400, 'malformed_json'],
  ['a __proto__ field', '{"name": "a", "__proto__": {"admin": true}}', 400, 'malformed_json'],
  ['a depth of 100,000', '['.repeat(100_000), 400, 'malformed_json'],
  ['NaN', '{"name": "a", "count": NaN}', 400, 'malformed_json'],
  ['nothing at all', '', 422, 'invalid_body'],
  ['a wrong type', '{"name": 5}', 422, 'invalid_body'],
  ['a number as text', '{"name": "a", "count": "5"}', 422, 'invalid_body'],
  ['a missing field', '{}', 422, 'invalid_body'],
  ['an unknown field', '{"name": "a", "plan": "enterprise"}', 422, 'invalid_body'],
  ['an array', '[]', 422, 'invalid_body'],
  ['more than a megabyte', `{"name": "${'x'.repeat(1_100_000)}"}`, 413, 'body_too_large'],
]
for (const [what, body, status, code] of BAD_BODIES)
  test(`a body with ${what} is answered with ${status} ${code}`, async () => {
    await assertProblem(await post(body), status, code)
  })

test('every invalid field is named', async () => {
  const problem = await assertProblem(await post('{"name": "", "colour": 1}'), 422, 'invalid_body')
  const paths = (problem.errors as { path: string }[]).map((error) => error.path).toSorted()
  assert.deepEqual(paths, ['colour', 'name'])
})

test('a field is named as it is written, and each of its faults is reported once', async () => {
  const faultsOf = async (body: object) =>
    (await assertProblem(await post(JSON.stringify({ name: 'a', ...body })), 422, 'invalid_body')).errors
  assert.deepEqual(await faultsOf({ where: { 'http://ex.org/~n': 5 } }), [
    { path: 'where.http://ex.org/~n', message: 'must be string' },
  ])
  assert.deepEqual(await faultsOf({ size: 'huge' }), [{ path: 'size', message: 'must be one of small, large, null' }])
  assert.deepEqual(await faultsOf({ tags: 5 }), [{ path: 'tags', message: 'must be string or array' }])
  assert.deepEqual(await faultsOf({ tags: ['a', 5] }), [{ path: 'tags.1', message: 'must be string' }])
  assert.deepEqual(await faultsOf({ at: { x: 'a' } }), [{ path: 'at', message: 'matches none of the allowed forms' }])
})

test('errors describe valid values in plain words, without patterns and format names', async () => {
  const faultsOf = async (body: object) => {
    const { errors } = await assertProblem(await post(JSON.stringify({ name: 'a', ...body })), 422, 'invalid_body')
    return (errors as { path: string; message: string }[]).map(({ path, message }) => `${path} ${message}`)
  }
  assert.deepEqual(await faultsOf({ link: 'nowhere', title: ' ' }), [
    'link must be an address such as https://example.com/page',
    'title must be something other than spaces',
  ])
  assert.deepEqual(await faultsOf({ link: 5, title: 'a title' }), [
    'link must be string or null',
    'title must have at most 5 characters',
  ])
  assert.deepEqual(await faultsOf({ days: [] }), ['days must not be empty'])
  assert.deepEqual(await faultsOf({ days: ['now', 'now'] }), [
    'days must have at most 1 item',
    'days.0 must be a date such as 2026-01-31',
    'days.1 must be a date such as 2026-01-31',
    'days must not contain duplicates',
  ])
})

test('a content type that the endpoint does not accept is 415', async () => {
  await assertProblem(
    await post('name=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'unsupported_media_type',
  )
  await assertProblem(
    await post('{"name":"a"}', { ...json, 'content-encoding': 'gzip' }),
    415,
    'unsupported_media_type',
  )
})

for (const query of ['limit=0', 'limit=101', 'limit=1e21', 'limit=ten', 'limit=1&limit=2', 'limt=5', 'flag=perhaps'])
  test(`the query ?${query} is 400`, async () => {
    await assertProblem(await fetch(`${base}/t/things?${query}`), 400, 'invalid_query')
  })

for (const query of ['limit=%E9', 'limit=5%', 'limit=%zz', 'caf%E9=1'])
  test(`the query ?${query}, with invalid escapes, is 400`, async () => {
    await assertProblem(await fetch(`${base}/t/things?${query}`), 400, 'bad_request')
  })

test('a path with a trailing slash is 404, with any method', async () => {
  await assertProblem(await fetch(`${base}/t/rows/`), 404, 'route_not_found')
  await assertProblem(await fetch(`${base}/t/rows/`, { method: 'POST' }), 404, 'route_not_found')
})

test('an unknown path is 404, a known one with another method is 405 with Allow', async () => {
  await assertProblem(await fetch(`${base}/t/nothing`), 404, 'route_not_found')
  const response = await fetch(`${base}/t/things/1`, { method: 'PUT', body: '{}', headers: json })
  assert.deepEqual(response.headers.get('allow')?.split(', ').toSorted(), ['DELETE', 'GET', 'HEAD', 'PATCH'])
  await assertProblem(response, 405, 'method_not_allowed')
})

test('a NUL in the path is 400', async () => {
  await assertProblem(await fetch(`${base}/t/things/%00`), 400, 'bad_request')
})

test('an internal error reveals nothing to the caller except its request ID', async () => {
  const problem = await assertProblem(await fetch(`${base}/t/broken`), 500, 'internal')
  assert.doesNotMatch(JSON.stringify(problem), /secret_column|at |node_modules/)
})

test('a valid X-Request-ID is used, an invalid one replaced', async () => {
  const kept = await fetch(`${base}/t/things`, { headers: { 'x-request-id': 'trace-12345678' } })
  assert.equal(kept.headers.get('x-request-id'), 'trace-12345678')
  const replaced = await fetch(`${base}/t/things`, { headers: { 'x-request-id': 'a b' } })
  assert.match(replaced.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
})

test('a field that the contract does not name never leaves the server, even in cached responses', async () => {
  const first = await (await fetch(`${base}/t/things`)).text()
  assert.doesNotMatch(first, /not in the contract/)
  for (let i = 0; i < 2; i++)
    assert.equal(await (await fetch(`${base}/t/kept`)).text(), '{"id":"k","name":"ü","version":1}')
})

test('an unchanged read is 304', async () => {
  for (const path of ['things', 'rows']) {
    const first = await fetch(`${base}/t/${path}`)
    const etag = first.headers.get('etag')!
    const again = await fetch(`${base}/t/${path}`, { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    // RFC 9110 §8.6: Content-Length may only be that of the response to GET.
    assert.equal(again.headers.get('content-length'), null)
  }
})

test('the ETag of a read starts with the version, and changes with everything else in the response', async () => {
  const get = (id: string, more = {}) => fetch(`${base}/t/things/${id}`, { headers: as('acme', more) })
  const etag = (await get('counted')).headers.get('etag')!
  assert.match(etag, /^"7-[\w-]{8,}"$/)
  const next = await get('counted', { 'if-none-match': etag })
  assert.deepEqual([next.status, await next.json()], [200, { id: 'counted', name: 'read 2 times', version: 7 }])
  const body = '{"name":"a"}'
  const rename = (tag: string) =>
    fetch(`${base}/t/things/1`, { method: 'PATCH', body, headers: as('acme', { ...json, 'if-match': tag }) })
  assert.equal((await rename(etag)).status, 200)
  await assertProblem(await rename(etag.replace('7', '6')), 412, 'stale_version')
})

test('a body that contains its own tag has it as ETag, and is never 304', async () => {
  const get = (more = {}) => fetch(`${base}/t/tagged`, { headers: as('acme', more) })
  const first = await get()
  assert.equal(first.headers.get('etag'), '"3"')
  assert.equal((await get({ 'if-none-match': '"3"' })).status, 200)
})

test('an unchanged file is 304, and is not read', async () => {
  const ask = (method: string, tag: string) => fetch(`${base}/t/file`, { method, headers: { 'if-none-match': tag } })
  for (const method of ['GET', 'HEAD'])
    for (const known of ['"file-1"', 'W/"file-1", "other"', '*']) {
      hasBegun = false
      const again = await ask(method, known)
      assert.deepEqual([again.status, again.headers.get('etag')], [304, '"file-1"'])
      assert.equal(again.headers.get('content-length'), null)
      assert.deepEqual([file.destroyed, hasBegun], [true, false])
    }
  const other = await ask('GET', '"file-2"')
  assert.deepEqual([other.status, await other.text()], [200, 'a,b\n1,2\n'])
})

test('HEAD returns the same tag as GET, and 304 if it is known', async () => {
  for (const path of ['things', 'rows', 'things/1']) {
    const got = await fetch(`${base}/t/${path}`, { headers: as('acme') })
    const head = (more = {}) => fetch(`${base}/t/${path}`, { method: 'HEAD', headers: as('acme', more) })
    const etag = got.headers.get('etag')!
    const first = await head()
    assert.deepEqual([first.status, first.headers.get('etag')], [200, etag])
    const again = await head({ 'if-none-match': etag })
    assert.deepEqual([again.status, again.headers.get('etag')], [304, etag])
    assert.equal(again.headers.get('content-length'), null)
  }
})

test('If-Match may name several versions, one of which must match', async () => {
  const rename = (ifMatch: string) =>
    fetch(`${base}/t/things/1`, {
      method: 'PATCH',
      body: '{"name":"a"}',
      headers: as('acme', { ...json, 'if-match': ifMatch }),
    })
  for (const fits of ['"7"', 'W/"7"', '*', '"1", "7"', '"7","1"', '"other", W/"7"'])
    assert.equal((await rename(fits)).status, 200, fits)
  for (const stale of ['"1"', '"1", "2"', '"other"', 'nonsense', ','])
    await assertProblem(await rename(stale), 412, 'stale_version')
  const many = Array.from({ length: 40 }, (_, i) => `"${i + 10}"`).join(', ')
  await assertProblem(await rename(many), 400, 'bad_request')
})

test('If-None-Match: * allows a change only if nothing exists', async () => {
  const rename = (ifNoneMatch: string) =>
    fetch(`${base}/t/things/1`, {
      method: 'PATCH',
      body: '{"name":"a"}',
      headers: as('acme', { ...json, 'if-none-match': ifNoneMatch }),
    })
  await assertProblem(await rename('*'), 412, 'stale_version')
  assert.equal((await rename('"3"')).status, 200)
})

test('with Prefer: strict a change must name its version', async () => {
  const rename = (headers: Record<string, string>) =>
    fetch(`${base}/t/things/1`, { method: 'PATCH', body: '{"name":"a"}', headers: as('acme', { ...json, ...headers }) })
  for (const prefer of ['strict', 'handling=strict', 'respond-async, handling="strict"; wait=1', 'Strict'])
    await assertProblem(await rename({ prefer }), 428, 'precondition_required')
  for (const prefer of ['handling=lenient', 'stricter', 'x=strict', ''])
    assert.equal((await rename({ prefer })).status, 200, prefer)
  for (const fits of ['"7"', '*'])
    assert.equal((await rename({ prefer: 'strict', 'if-match': fits })).status, 200, fits)
  await assertProblem(await rename({ prefer: 'strict', 'if-match': '"1"' }), 412, 'stale_version')
})

test('large responses are compressed for clients that accept it', async () => {
  for (const path of ['things', 'rows']) {
    const response = await fetch(`${base}/t/${path}`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(response.headers.get('content-encoding'), 'gzip')
  }
})

test('every response has security headers', async () => {
  const { headers } = await fetch(`${base}/t/nothing`)
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('x-powered-by'), null)
})

test('a response to a change, which may contain a secret, is not cacheable; a read must be revalidated', async () => {
  const made = await post('{"name": "made"}')
  assert.deepEqual([made.status, made.headers.get('cache-control')], [201, 'no-store'])
  const read = await fetch(`${base}/t/things`, { headers: as('acme') })
  assert.equal(read.headers.get('cache-control'), 'private, no-cache')
})

test('20 simultaneous requests with one Idempotency-Key create one thing and get one answer', async () => {
  const key = newId('key')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('{"name": "once"}', { ...json, 'idempotency-key': key })),
  )
  const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ id: string }>))
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201])
  assert.equal(new Set(bodies.map((body) => body.id)).size, 1)
  await assertProblem(await post('{"name": "other"}', { ...json, 'idempotency-key': key }), 422, 'idempotency_mismatch')
  const stranger = await fetch(`${base}/t/things`, {
    method: 'POST',
    body: '{"name": "once"}',
    headers: as('globex', { ...json, 'idempotency-key': key }),
  })
  assert.notEqual(((await stranger.json()) as { id: string }).id, bodies[0]!.id)
})

test('a caller whose workspace was deleted after authentication writes nothing', async () => {
  await ensureTenant(db, { id: 'leaving', displayName: 'Leaving' })
  const create = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${base}/t/things`, {
      method: 'POST',
      body: JSON.stringify({ name }),
      headers: as('leaving', { ...json, ...headers }),
    })
  const keyed = { 'idempotency-key': newId('key') }
  assert.equal((await create('in time', keyed)).status, 201)
  await sql`update platform.tenants set deleted_at = now() where id = 'leaving'`.execute(db)
  await assertProblem(await create('too late'), 403, 'customer_not_resolved')
  await assertProblem(await create('too late', { 'idempotency-key': newId('key') }), 403, 'customer_not_resolved')
  const { rows } = await sql`select 1 from platform.keyring where value = 'too late'`.execute(db)
  assert.equal(rows.length, 0)
})

test('a list with more pages has a Link header, RFC 8288', async () => {
  const first = await fetch(`${base}/t/pages?tag=a&tag=%C3%BC&limit=5`)
  const [, address] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
  assert.equal(address, '?tag=a&tag=%C3%BC&limit=5&cursor=b%2B%2F%3D')
  const second = await fetch(new URL(address!, first.url))
  assert.deepEqual(
    [second.status, await second.json(), second.headers.get('link')],
    [200, { items: [1], next: '' }, null],
  )
  const plain = await fetch(`${base}/t/pages`)
  assert.equal(plain.headers.get('link'), '<?cursor=b%2B%2F%3D>; rel="next"')
})

test('a streamed body is counted as it arrives and stopped at its limit', async () => {
  const send = (body: string, type = 'text/csv') =>
    fetch(`${base}/t/uploads`, { method: 'POST', body, headers: as('acme', { 'content-type': type }) })
  assert.deepEqual(await (await send('a,b\n'.repeat(1_000))).json(), { bytes: 4_000 })
  await assertProblem(await send('a,b\n'.repeat(2_000)), 413, 'body_too_large')
  await assertProblem(await send('{}', 'application/json'), 415, 'unsupported_media_type')
})

test('gzip may be called x-gzip, in any case, RFC 9110 §8.4.1', async () => {
  const send = (encoding: string) =>
    fetch(`${base}/t/uploads`, {
      method: 'POST',
      body: gzipSync('a,b\n'.repeat(1_000)),
      headers: as('acme', { 'content-type': 'text/csv', 'content-encoding': encoding }),
    })
  for (const encoding of ['gzip', 'x-gzip', 'X-GZip'])
    assert.deepEqual(await (await send(encoding)).json(), { bytes: 4_000 }, encoding)
  for (const encoding of ['br', 'gzip, gzip', 'x-compress'])
    await assertProblem(await send(encoding), 415, 'unsupported_media_type')
})

test('after a 413 the client is not left waiting on the same connection', async () => {
  const body = Buffer.alloc(3_000_000, 'a,b\n')
  const send = () =>
    fetch(`${base}/t/uploads`, { method: 'POST', body, headers: as('acme', { 'content-type': 'text/csv' }) })
  for (let i = 0; i < 3; i++) {
    const refused = await send()
    assert.equal(refused.headers.get('connection'), 'close')
    await assertProblem(refused, 413, 'body_too_large')
    const next = await fetch(`${base}/t/things/1`, { headers: as('acme'), signal: AbortSignal.timeout(5_000) })
    assert.equal(next.status, 200)
  }
})

test('an event stream resumes after Last-Event-ID', async () => {
  const response = await fetch(`${base}/t/ticks`, { headers: { 'last-event-id': '2' } })
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.equal(await response.text(), 'retry: 2000\n\nid: 3\nevent: tick\ndata: {"i":3}\n\n')
})

test('live streams above the limit of a caller are 429 until one ends, and those of others are not counted', async (t) => {
  const leavings: AbortController[] = []
  t.after(() => leavings.forEach((leaving) => void leaving.abort()))
  const open = async (tenant: string) => {
    const leaving = new AbortController()
    leavings.push(leaving)
    const response = await fetch(`${base}/t/forever`, { headers: as(tenant), signal: leaving.signal })
    return { response, leave: () => leaving.abort() }
  }
  const [first] = await Promise.all([open('streaming'), open('streaming')])
  const { response: refused } = await open('streaming')
  const problem = await assertProblem(refused, 429, 'rate_limited')
  assert.match(String(problem.detail), /2 open live streams/)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await open('other')).response.status, 200)
  first.leave()
  let again = await open('streaming')
  for (; again.response.status === 429; again = await open('streaming')) await again.response.text()
  assert.equal(again.response.status, 200)
})

/** 100 at a time: connections that wait too long to be accepted are dropped. */
async function callOften(times: number, path: string, headers: Record<string, string>): Promise<Response[]> {
  const calls: Response[] = []
  while (calls.length < times)
    calls.push(...(await Promise.all(Array.from({ length: 100 }, () => fetch(base + path, { headers })))))
  return calls
}

test('calls beyond the plan are 429 with Retry-After, and every response shows the remaining calls', async () => {
  const began = performance.now()
  const calls = await callOften(800, '/t/things/1', as('many'))
  const refused = calls.filter((call) => call.status === 429)
  // Each second of the test allows ten more calls.
  const least = 180 - Math.ceil((performance.now() - began) / 100)
  assert.ok(refused.length >= least && refused.length <= 200, `${refused.length} of 800 were refused at 600 a minute`)
  assert.match(calls[0]!.headers.get('ratelimit-policy')!, /^"default";q=600;w=60$/)
  assert.match(refused[0]!.headers.get('retry-after')!, /^\d+$/)
  await assertProblem(refused[0]!, 429, 'rate_limited')
})

test('an unmetered endpoint is neither limited nor counted', async () => {
  const calls = await callOften(700, '/t/unmetered', as('unmetered'))
  assert.deepEqual(
    new Set(calls.map(({ status, headers }) => `${status} ${headers.get('ratelimit')}`)),
    new Set(['200 null']),
  )
  await meter.flush()
  const { rows } = await sql`select 1 from platform.usage_minutes where tenant_id = 'unmetered'`.execute(db)
  assert.equal(rows.length, 0)
})

/** Sends requests that fetch cannot send. */
const raw = (text: string): Promise<string> =>
  new Promise((done, broken) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => done(answer))
    socket.on('error', broken)
  })

for (const [what, text, status] of [
  ['two Host headers', 'GET /t/things HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['an empty Host header', 'GET /t/things HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 400],
  [
    'two tokens',
    'GET /t/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'two types',
    'POST /t/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Type: text/csv\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    400,
  ],
  ['another expectation', 'GET /t/things HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n', 417],
  ['no Host header', 'GET /t/things HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'the address of another server',
    'GET http://elsewhere.test/t/things HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    400,
  ],
  ['two body lengths', 'POST /t/things HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  [
    '20 KB of headers',
    `GET /t/things HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['no HTTP', 'nonsense\r\n\r\n', 400],
] as const)
  test(`a request with ${what} is ${status}`, async () => {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status}`))
    assert.match(head, /^content-type: application\/problem\+json; charset=utf-8\r?$/im)
    const { request_id } = JSON.parse(body) as { request_id: string }
    assert.equal(/^x-request-id: (\S+)/im.exec(head)?.[1], request_id)
  })

const asking = (path: string, length: number, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nx-test-tenant: acme\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`

for (const [what, head, status] of [
  ['too long', asking('/t/things', 3_000_000, 'application/json'), 413],
  ['too long for a stream', asking('/t/uploads', 3_000_000, 'text/csv'), 413],
  ['of another type', asking('/t/uploads', 100, 'text/html'), 415],
] as const)
  test(`a body that is ${what} is rejected before the client sends it`, async () => {
    const [first = ''] = (await raw(head)).split('\r\n\r\n')
    assert.match(first, new RegExp(`^HTTP/1\\.1 ${status}`))
    // The client may send the body anyway, so the connection must close.
    assert.match(first, /^connection: close\r?$/im)
  })

test('a client that sends Expect: 100-continue gets it, and the connection remains open', async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  const next = async (until: RegExp) => {
    let text = ''
    while (!until.test(text)) text += (await once(socket, 'data'))[0]
    return text
  }
  for (const [path, type, body, status] of [
    ['/t/things', 'application/json', '{"name": "asked"}', 201],
    ['/t/uploads', 'text/csv', 'a,b\n', 200],
  ] as const) {
    socket.write(asking(path, body.length, type))
    assert.equal(await next(/\r\n\r\n/), 'HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(body)
    const answer = await next(/\}$/)
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status}`))
    assert.doesNotMatch(answer, /^connection: close/im)
  }
  socket.destroy()
})

test('an HTTP/1.0 request needs no Host header, RFC 9112 §3.2', async () => {
  assert.match(await raw('GET /t/rows HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200/)
  assert.match(await raw('GET /t/rows HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'), /^HTTP\/1\.1 400/)
})

test('a URL may contain an escaped text of 64 KiB', async () => {
  const problem = await assertProblem(
    await fetch(`${base}/t/things?q=${'%7B'.repeat(64 * 1024)}`),
    400,
    'invalid_query',
  )
  assert.equal((problem.errors as { path: string }[])[0]!.path, 'q')
})
