// Bodies that arrive slowly or not at all, over bare sockets, because no HTTP client would send them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../config/config.ts'
import { openLog } from '../log.ts'
import { createHttp, type Http } from './server.ts'

const STILL_MS = 400
const WINDOW = 'x'.repeat(33 * 1024)
const lines: string[] = []
const log = openLog('info', { write: (line) => void lines.push(line) })
let app: Http
let held: () => void
const cut = Promise.withResolvers<string | undefined>()

before(async () => {
  app = await createHttp(readConfig([], {}), log, { stillMs: STILL_MS })
  app.post('/json', { schema: { body: { type: 'object' } } }, async () => ({ ok: true }))
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.post('/bytes', async (request) => {
      let bytes = 0
      try {
        for await (const chunk of request.raw) bytes += chunk.length
      } catch (error) {
        cut.resolve((error as NodeJS.ErrnoException).code)
        throw error
      }
      return { bytes }
    })
    // Reads the available bytes without waiting for the end.
    scope.post('/taken', async (request) => {
      while (request.raw.readableLength === 0) await sleep(1)
      const { length } = request.raw.read()
      await sleep(3 * STILL_MS)
      return { length }
    })
    // Starts reading only when the test says so.
    scope.post('/held', async (request) => {
      await new Promise<void>((resolve) => {
        held = resolve
      })
      let bytes = 0
      for await (const chunk of request.raw) bytes += chunk.length
      return { bytes }
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

test('a body that keeps arriving may take far longer than the stall timeout', async () => {
  const socket = await send('/bytes', 6 * WINDOW.length)
  for (let i = 0; i < 6; i++) {
    socket.write(WINDOW)
    await sleep(STILL_MS / 2)
  }
  const { status, body } = await answerOn(socket)
  assert.equal(status, 200)
  assert.equal(body.bytes, 6 * WINDOW.length)
})

for (const [what, path] of [
  ['JSON', '/json'],
  ['a stream', '/bytes'],
])
  test(`${what} that stalls is 408 with the request ID, and the connection is closed`, async () => {
    const socket = await send(path!, 1000, 'x-request-id: standing-still')
    socket.write('{"half":')
    const { status, body } = await answerOn(socket)
    assert.equal(status, 408)
    assert.equal(body.code, 'request_timeout')
    assert.equal(body.request_id, 'standing-still')
    assert.ok(socket.destroyed || socket.readableEnded)
  })

test('the reader of a stalled body gets an error instead of a truncated body', async () => {
  assert.equal(await cut.promise, 'ECONNRESET')
})

test('sending a byte now and then does not hold a connection', async () => {
  const socket = await send('/bytes', 1_000_000)
  const drip = setInterval(() => socket.write('x'), STILL_MS / 8)
  const { status } = await answerOn(socket)
  clearInterval(drip)
  assert.equal(status, 408)
})

test('a body that the server has not read yet is not cut off, however long that takes', async () => {
  const socket = await send('/held', WINDOW.length)
  socket.write(WINDOW)
  await sleep(3 * STILL_MS)
  held()
  assert.equal((await answerOn(socket)).status, 200)
})

test('a complete body is not timed, however long the response takes', async () => {
  const socket = await send('/taken', 'chunked')
  socket.write('3\r\nall\r\n')
  await sleep(STILL_MS / 4)
  socket.write('0\r\n\r\n')
  assert.equal((await answerOn(socket)).status, 200)
})

test('a client that gets its response before the body was read, and keeps sending slowly, is cut off', async () => {
  const socket = await send('/nothing-here', 1_000_000)
  const drip = setInterval(() => socket.write('x'), STILL_MS / 8)
  // If the client is writing at that moment, it sees a reset instead of an end.
  await new Promise((closed) =>
    socket
      .on('error', () => {})
      .once('close', closed)
      .resume(),
  )
  clearInterval(drip)
})

for (const [what, path] of [
  ['JSON', '/json'],
  ['a stream', '/bytes'],
])
  test(`a client that disconnects during ${what} is not logged as a failure of the server or database`, async () => {
    lines.length = 0
    const socket = await send(path!, 100, 'x-request-id: broken-off')
    socket.write('{"a"')
    await sleep(STILL_MS / 8)
    socket.destroy()
    await sleep(STILL_MS / 4)
    const told = lines.filter((line) => line.includes('broken-off'))
    assert.match(told.join(''), /the client disconnected during its body/)
    assert.doesNotMatch(told.join(''), /"level":"(warn|error)"|request failed/)
  })

test('an idle connection without requests does not delay shutdown', async () => {
  const other = await createHttp(readConfig([], {}), openLog('silent'))
  await other.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((other.server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), once(other.server, 'connection')])
  const gone = once(socket.resume(), 'close')
  await other.close()
  await gone
})

test('a response during shutdown tells the client that the connection closes', async () => {
  const other = await createHttp(readConfig([], {}), openLog('silent'))
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  other.get('/slow', async () => {
    asked.resolve()
    await told.promise
    return { ok: true }
  })
  const base = await other.listen({ host: '127.0.0.1', port: 0 })
  const answering = fetch(`${base}/slow`)
  await asked.promise
  const closing = other.close()
  await sleep(20)
  told.resolve()
  const { status, headers } = await answering
  assert.deepEqual([status, headers.get('connection')], [200, 'close'])
  await closing
})

async function send(path: string, length: number | 'chunked', ...headers: string[]): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const type = path === '/json' ? 'application/json' : 'application/octet-stream'
  const size = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const head = [`POST ${path} HTTP/1.1`, 'host: here', `content-type: ${type}`, size, ...headers]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

async function answerOn(socket: Socket): Promise<{ status: number; body: Record<string, unknown> }> {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    const [head, body = ''] = text.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head!)?.[1])
    if (body.length >= length) break
  }
  const [head, body] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head!)?.[1]), body: JSON.parse(body!) }
}
