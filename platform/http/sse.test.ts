import assert from 'node:assert/strict'
import { EventEmitter, getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type ServerEvent, type SseOptions, writeEvents } from './sse.ts'

type Source = () => AsyncIterable<ServerEvent>

/** A server that answers every request with a new source; `ended` resolves for each stream. */
async function open(t: TestContext, source: Source, options: SseOptions = {}) {
  const server = createServer((_request, response) => {
    void writeEvents(response, { 'x-kept': 'yes' }, source(), options)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/` }
}

/** Sends each event to all its readers, each at their own pace. */
function openFeed() {
  const news = new EventEmitter()
  news.setMaxListeners(0)
  const state = { readers: 0, opened: 0 }
  const source = async function* source() {
    const waiting: ServerEvent[] = []
    let wake = () => {}
    const take = (event: ServerEvent) => {
      waiting.push(event)
      wake()
    }
    news.on('event', take)
    state.readers++
    state.opened++
    news.emit('opened')
    try {
      for (;;) {
        const event = waiting.shift()
        if (event) yield event
        else
          await new Promise<void>((done) => {
            wake = done
          })
      }
    } finally {
      news.off('event', take)
      state.readers--
      news.emit('left')
    }
  }
  return { source, state, news, tell: (event: ServerEvent) => void news.emit('event', event) }
}

/**
 * An endless source that reports when it is asked to end. Not a generator, because `return` must not wait for `next`.
 */
function openQuiet() {
  const returned = Promise.withResolvers<void>()
  const source: Source = () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<never>(() => {}),
      return: async () => {
        returned.resolve()
        return { done: true, value: undefined }
      },
    }),
  })
  return { source, returned: returned.promise }
}

const listOf = (events: readonly ServerEvent[]): Source =>
  async function* list() {
    yield* events
  }
const readAll = async (url: string) => (await fetch(url)).text()

test('an event is its ID, name and data, followed by an empty line', async (t) => {
  const { url } = await open(
    t,
    listOf([
      { id: '7', event: 'audit', data: { a: 1 } },
      { event: 'tick', data: null },
    ]),
  )
  const response = await fetch(url)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('x-kept'), 'yes')
  assert.equal(
    await response.text(),
    'retry: 2000\n\nid: 7\nevent: audit\ndata: {"a":1}\n\nevent: tick\ndata: null\n\n',
  )
})

test('multi-line text remains one line of data, so no one can forge an event with it', async (t) => {
  const text = 'one\ntwo\r\nevent: forged\n\ndata: {}\u2028three'
  const { url } = await open(t, listOf([{ id: '1', event: 'note', data: { text } }]))
  const lines = (await readAll(url)).split('\n').filter(Boolean)
  assert.deepEqual(
    lines.map((line) => line.split(':')[0]),
    ['retry', 'id', 'event', 'data'],
  )
  assert.deepEqual(JSON.parse(lines.at(-1)!.slice('data: '.length)), { text })
})

test('an idle stream sends comments as heartbeats', async (t) => {
  const { source } = openQuiet()
  const { url } = await open(t, source, { heartbeatMs: 10 })
  const leave = new AbortController()
  const response = await fetch(url, { signal: leave.signal })
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.length > 40) break
  }
  leave.abort()
  assert.match(text, /^retry: 2000\n\n(: hb\n\n){3}/)
})

test('a burst far above the backlog limit reaches a client that reads', async (t) => {
  const burst = Array.from({ length: 500 }, (_, i) => ({ id: String(i), event: 'e', data: 'x'.repeat(2_000) }))
  const { url } = await open(t, listOf(burst))
  const text = await readAll(url)
  assert.equal(text.match(/^id: /gm)?.length, 500)
  assert.ok(text.includes('\nid: 499\n'))
})

test('a client that does not read is dropped at the backlog limit, and another client loses nothing', async (t) => {
  const feed = openFeed()
  const { port, url } = await open(t, feed.source, { maxBacklogBytes: 64 * 1024, patienceMs: 50 })
  const stalled = connect(port, '127.0.0.1')
  stalled.on('error', () => {})
  t.after(() => stalled.destroy())
  stalled.pause()
  stalled.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(feed.news, 'opened')

  const leave = new AbortController()
  const response = await fetch(url, { signal: leave.signal })
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  const seen: number[] = []
  let text = ''
  const readOne = async () => {
    while (!text.includes('\n\n')) text += (await chunks.next()).value
    const [event, rest] = [text.slice(0, text.indexOf('\n\n')), text.slice(text.indexOf('\n\n') + 2)]
    text = rest
    const id = /^id: (\d+)/m.exec(event)
    if (id) seen.push(Number(id[1]))
  }
  await readOne()
  assert.equal(feed.state.readers, 2)
  // Far more than the system's socket buffers.
  const padding = 'x'.repeat(512 * 1024)
  let sent = 0
  while (feed.state.readers === 2 && sent < 200) {
    feed.tell({ id: String(++sent), event: 'e', data: padding })
    await readOne()
  }
  // The slow client may have been dropped between two events.
  if (feed.state.readers === 2) await once(feed.news, 'left')
  feed.tell({ id: String(++sent), event: 'e', data: 'after' })
  await readOne()
  assert.equal(feed.state.readers, 1)
  assert.deepEqual(
    seen,
    Array.from({ length: sent }, (_, i) => i + 1),
  )
  leave.abort()
})

test('the stream and its source end when the server stops, and the signal retains no listeners', async (t) => {
  const stopping = new AbortController()
  const { source, returned } = openQuiet()
  const { url } = await open(t, source, { signal: stopping.signal })
  const response = await fetch(url)
  assert.equal(getEventListeners(stopping.signal, 'abort').length, 1)
  stopping.abort()
  assert.equal(await response.text(), 'retry: 2000\n\n')
  await returned
  assert.equal(getEventListeners(stopping.signal, 'abort').length, 0)
  assert.equal(await readAll(url), 'retry: 2000\n\n', 'a later stream ends immediately')
})

test('a waiting generator runs its finally block with its next event after the server stops', async (t) => {
  const stopping = new AbortController()
  const feed = openFeed()
  const { url } = await open(t, feed.source, { signal: stopping.signal })
  const response = await fetch(url)
  stopping.abort()
  await response.text()
  const left = once(feed.news, 'left')
  feed.tell({ event: 'e', data: 1 })
  await left
  assert.equal(feed.state.readers, 0)
})

test('a client that disconnects ends the source', async (t) => {
  const { source, returned } = openQuiet()
  const { url } = await open(t, source)
  const leave = new AbortController()
  await fetch(url, { signal: leave.signal })
  leave.abort()
  await returned
})

test('a source that throws closes the connection, and only the server learns the reason', async (t) => {
  const told: unknown[] = []
  const source: Source = async function* breaks() {
    yield { id: '1', event: 'e', data: 1 }
    await new Promise((done) => setTimeout(done, 20))
    throw new Error('select secret_column')
  }
  const { url } = await open(t, source, { onFailure: (error) => void told.push(error) })
  const response = await fetch(url)
  await assert.rejects(response.text())
  assert.deepEqual(told.map(String), ['Error: select secret_column'])
})
