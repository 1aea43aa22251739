import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBench, openReceiver } from './testing.ts'

test('the secret is shown when it is created and when it is rotated, and never again', async (t) => {
  const { webhooks, caller } = await openBench(t)
  const made = await webhooks.create(caller, { url: 'https://hooks.example.com/in', description: 'Ours' })
  assert.match(made.secret, /^whsec_/)
  const rotated = await webhooks.rotateSecret(caller, made.id)
  assert.notEqual(rotated.secret, made.secret)
  const updated = await webhooks.update(caller, made.id, { description: 'Theirs' })
  const read = [await webhooks.get(caller, made.id), await webhooks.list(caller, { limit: 10 }), updated]
  assert.ok(!JSON.stringify(read).includes('whsec_'))
  assert.deepEqual([updated.description, updated.version, updated.status], ['Theirs', 3, 'active'])
})

test('a URL that we would never call is rejected immediately', async (t) => {
  const { webhooks, caller } = await openBench(t)
  const urls = ['http://hooks.example.com/', 'ftp://hooks.example.com/', 'https://u:p@hooks.example.com/', 'nonsense']
  urls.push(
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://0x0a000001/',
    'https://[fd00::1]/',
  )
  urls.push(
    'https://[::ffff:10.0.0.1]/',
    'https://192.168.1.1:8443/',
    'https://100.64.0.1/',
    'https://[64:ff9b::a00:1]/',
  )
  urls.push(`https://hooks.example.com/${'x'.repeat(2048)}`)
  for (const url of urls)
    await assert.rejects(webhooks.create(caller, { url }), { code: 'address_refused', status: 422 }, url)
  const { id } = await webhooks.create(caller, { url: 'https://hooks.example.com/' })
  await assert.rejects(webhooks.update(caller, id, { url: 'https://10.0.0.1/' }), { code: 'address_refused' })
})

test('values of custom headers cannot be read, and are retained when sent back hidden', async (t) => {
  const { webhooks, caller, happen } = await openBench(t)
  const receiver = await openReceiver(t)
  const made = await webhooks.create(caller, {
    url: receiver.url,
    custom_headers: { 'X-Key': 'topsecret', 'X-Two': '2' },
  })
  assert.ok(!JSON.stringify(made).includes('topsecret'))
  await webhooks.update(caller, made.id, { custom_headers: { ...made.custom_headers, 'X-Two': 'two' } })
  await happen('page.publish')
  await webhooks.deliverDue()
  const { headers } = receiver.hits[0]!
  assert.deepEqual([headers['x-key'], headers['x-two']], ['topsecret', 'two'])
})

test('custom header names ignore case: each is set once and keeps its value', async (t) => {
  const { webhooks, caller, happen } = await openBench(t)
  const receiver = await openReceiver(t)
  const twice = { 'X-Key': 'one', 'x-key': 'two' }
  const refused = { code: 'unacceptable', message: 'The headers “X-Key” and “x-key” have the same name.' }
  await assert.rejects(webhooks.create(caller, { url: receiver.url, custom_headers: twice }), refused)
  const made = await webhooks.create(caller, { url: receiver.url, custom_headers: { 'X-Key': 'topsecret' } })
  await assert.rejects(webhooks.update(caller, made.id, { custom_headers: twice }), refused)
  const kept = await webhooks.update(caller, made.id, { custom_headers: { 'x-key': made.custom_headers['X-Key']! } })
  assert.deepEqual(Object.keys(kept.custom_headers), ['x-key'])
  await happen('page.publish')
  await webhooks.deliverDue()
  assert.equal(receiver.hits[0]!.headers['x-key'], 'topsecret')
})

test('protocol and signature headers cannot be set', async (t) => {
  const { webhooks, caller } = await openBench(t)
  const bad: Record<string, string>[] = [
    'Webhook-Id',
    'svix-id',
    'Content-Type',
    'Host',
    'Transfer-Encoding',
    'a b',
    '',
  ].map((name) => ({ [name]: 'x' }))
  for (const custom_headers of [...bad, { 'x-a': 'a\r\nHost: b' }, { 'x-a': 'ü' }])
    await assert.rejects(
      webhooks.create(caller, { url: 'https://hooks.example.com/', custom_headers }),
      { code: 'unacceptable' },
      JSON.stringify(custom_headers),
    )
  for (const type of ['', 'Page', 'page.', 'page*', '.*', 'page.*.x'])
    await assert.rejects(webhooks.create(caller, { url: 'https://hooks.example.com/', event_types: [type] }), {
      code: 'unacceptable',
    })
})

test('an unknown event type is rejected with the types of the same resource', async (t) => {
  const { webhooks, caller } = await openBench(t)
  const create = (type: string) =>
    webhooks.create(caller, { url: 'https://hooks.example.com/', event_types: ['page.publish', type] })
  await assert.rejects(create('page.published'), {
    code: 'unacceptable',
    message: /^There is no event type “page\.published”\. Similar types: page\.create, .*page\.publish, /,
  })
  await assert.rejects(create('pages.*'), { message: /“pages\.\*”\. All names are at \/docs\/events\.$/ })
  const { event_types } = await create('profile_claim.*')
  assert.deepEqual(event_types, ['page.publish', 'profile_claim.*'])
})

test('a change based on an older version is rejected', async (t) => {
  const { webhooks, caller } = await openBench(t)
  const { id, version } = await webhooks.create(caller, { url: 'https://hooks.example.com/' })
  await webhooks.update(caller, id, { description: 'one' }, version)
  await assert.rejects(webhooks.update(caller, id, { description: 'two' }, version), { code: 'stale_version' })
  await assert.rejects(webhooks.delete(caller, id, version), { code: 'stale_version' })
  assert.equal((await webhooks.get(caller, id)).description, 'one')
})

test('lists are newest first and filtered by scope', async (t) => {
  const { webhooks, caller } = await openBench(t)
  const url = 'https://hooks.example.com/'
  const ids: string[] = []
  for (const scope of ['', 'case:1', 'case:1', 'case:2'])
    ids.unshift((await webhooks.create(caller, { url, scope })).id)
  const first = await webhooks.list(caller, { limit: 3 })
  const second = await webhooks.list(caller, { limit: 3, cursor: first.next })
  assert.deepEqual(new Set([...first.items, ...second.items].map(({ id }) => id)), new Set(ids))
  assert.equal((await webhooks.list(caller, { limit: 9, scope: 'case:1' })).items.length, 2)
})

test('no one can see or change webhooks and messages of another tenant', async (t) => {
  const mine = await openBench(t)
  const stranger = (await openBench(t)).caller
  const receiver = await openReceiver(t)
  const { webhooks } = mine
  const { id } = await webhooks.create(mine.caller, { url: receiver.url })
  const sent = await webhooks.sendTest(mine.caller, id)
  await webhooks.deliverDue()
  const missing = { code: 'webhook_not_found', status: 404 }
  await assert.rejects(webhooks.get(stranger, id), missing)
  await assert.rejects(webhooks.update(stranger, id, { enabled: false }), missing)
  await assert.rejects(webhooks.rotateSecret(stranger, id), missing)
  await assert.rejects(webhooks.delete(stranger, id), missing)
  await assert.rejects(webhooks.listDeliveries(stranger, id, { limit: 10 }), missing)
  await assert.rejects(webhooks.sendTest(stranger, id), missing)
  await assert.rejects(webhooks.replay(stranger, id, { since: new Date(0) }), missing)
  const noMessage = { code: 'delivery_not_found', status: 404 }
  await assert.rejects(webhooks.getDelivery(stranger, sent.id), noMessage)
  await assert.rejects(webhooks.redeliver(stranger, sent.id), noMessage)
  assert.deepEqual((await webhooks.list(stranger, { limit: 10 })).items, [])
  assert.equal((await webhooks.getDelivery(mine.caller, sent.id)).status, 'succeeded')
})

test('events of one tenant are never sent to another', async (t) => {
  const mine = await openBench(t)
  const other = await openBench(t)
  const [here, there] = [await openReceiver(t), await openReceiver(t)]
  await mine.webhooks.create(mine.caller, { url: here.url })
  await other.webhooks.create(other.caller, { url: there.url })
  await mine.happen('page.publish')
  await mine.webhooks.deliverDue()
  assert.deepEqual([here.hits.length, there.hits.length], [1, 0])
})

test('an endpoint gets its event types and its scope, and nothing while it is disabled', async (t) => {
  const { webhooks, caller, happen } = await openBench(t)
  const receiver = await openReceiver(t)
  const at = (path: string) => receiver.url.replace('/hook', path)
  await webhooks.create(caller, { url: at('/all') })
  await webhooks.create(caller, { url: at('/pages'), event_types: ['page.*', 'case.move'] })
  await webhooks.create(caller, { url: at('/case'), scope: 'case:1' })
  await webhooks.create(caller, { url: at('/off'), enabled: false })
  await happen('page.publish')
  await happen('pages.x')
  await happen('case.move', 1, { scope: 'case:1' })
  await webhooks.deliverDue()
  const seen = receiver.hits.map(({ path, body }) => `${path} ${JSON.parse(body).type}`).sort()
  assert.deepEqual(seen, [
    '/all case.move',
    '/all page.publish',
    '/all pages.x',
    '/case case.move',
    '/pages case.move',
    '/pages page.publish',
  ])
})

test('a message is below 20 kB: larger events are sent thin', async (t) => {
  const { webhooks, caller, happen } = await openBench(t)
  const receiver = await openReceiver(t)
  const at = (path: string) => receiver.url.replace('/hook', path)
  await webhooks.create(caller, { url: at('/full') })
  await webhooks.create(caller, { url: at('/thin'), payload: 'thin' })
  await happen('page.publish', 1, { note: 'small' })
  await happen('page.publish', 1, { note: 'ü'.repeat(15_000) })
  await webhooks.deliverDue()
  const of = (path: string) => receiver.hits.filter((hit) => hit.path === path).map((hit) => JSON.parse(hit.body).data)
  assert.ok(receiver.hits.every((hit) => Buffer.byteLength(hit.body) < 20_000))
  const [small, large] = of('/full').sort((a, b) => Number(a.thin ?? false) - Number(b.thin ?? false))
  assert.deepEqual([small.data.note, large.thin, large.resource], ['small', true, { type: 'page', id: 'page_1' }])
  assert.ok(of('/thin').every((data) => data.thin === true && data.data === undefined))
})
