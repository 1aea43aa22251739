// Clients that disconnect before their response: their requests are logged and counted like all others.
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { eventStream } from '@veritrace/contract/media'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { testCaller } from '../events/testing.ts'
import { implement } from '../implement.ts'
import { openLog } from '../log.ts'
import type { Meter } from '../metering/meter.ts'
import { openLimiter } from '../metering/rate-limit.ts'
import { openMetrics } from '../operation/metrics.ts'
import type { RequestEnd } from '../operation/tracing.ts'
import { testDatabase } from '../testing/db.ts'
import { mount } from './mount.ts'
import { measureRequests, traceRequests } from './operation-routes.ts'
import { createHttp } from './server.ts'
import { countStreams } from './stream-count.ts'

const calls = {
  slow: endpoint('GET /slow', { summary: 'Takes its time', auth: 'session', ok: t.Object({ done: t.Boolean() }) }),
  given_up: endpoint('GET /given-up', { summary: 'Stops with its client', auth: 'session', ok: t.Object({}) }),
  change: endpoint('POST /changes', { summary: 'Changes something', auth: 'session', ok: t.Object({}) }),
  forever: endpoint('GET /forever', { summary: 'Goes on', auth: 'session', ok: eventStream('one') }),
}

async function openServer({ identifyingMs = 0 } = {}) {
  const { db } = await testDatabase()
  const config = readConfig([], {})
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const app = await createHttp(config, log)
  const metrics = openMetrics()
  measureRequests(app, metrics)
  const ended: RequestEnd[] = []
  const startRequest = () => ({ end: (outcome: RequestEnd) => void ended.push(outcome) })
  traceRequests(app, { startRequest, close: async () => {} })
  let came = Promise.withResolvers<void>()
  const counted: string[] = []
  const count: Meter['count'] = (_who, _product, operation) => void counted.push(operation)
  const gate = {
    db,
    limiter: openLimiter(db, systemClock),
    meter: { count } as Meter,
    identify: async (visitor: object) => {
      came.resolve()
      await sleep(identifyingMs)
      return { ...testCaller(), ...visitor }
    },
  }
  const begun = Promise.withResolvers<void>()
  const handled = Promise.withResolvers<void>()
  const endpoints = implement(calls, {
    slow: async () => {
      begun.resolve()
      await sleep(300)
      handled.resolve()
      return { done: true }
    },
    change: async () => {
      handled.resolve()
      return {}
    },
    given_up: ({ signal }) => new Promise((_, failed) => signal.addEventListener('abort', () => failed(signal.reason))),
    forever: async function* ({ signal }) {
      yield { id: '1', data: {} }
      await new Promise((done) => signal.addEventListener('abort', done))
    },
  })
  const { limits } = config
  const stopping = new AbortController().signal
  const streams = countStreams(10)
  mount(app, endpoints, { product: 'graph', base: '', gate, limits, streams, stopping, onLimited: () => {}, log })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const written = (id: string) => lines.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === id)
  const complaints = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'info')
  /** Sends a request and disconnects at the given event, because a timer may fire too early on a busy machine. */
  const leave = async (path: string, init: RequestInit, isThere?: Promise<void>): Promise<void> => {
    came = Promise.withResolvers<void>()
    const leaving = new AbortController()
    const asked = assert.rejects(fetch(url + path, { ...init, signal: leaving.signal }))
    await (isThere ?? came.promise)
    leaving.abort()
    await asked
  }
  const promises = { begun: begun.promise, handled: handled.promise }
  return { app, url, leave, written, complaints, metrics, ended, counted, ...promises }
}
const until = async (is: () => boolean) => {
  for (let i = 0; i < 100 && !is(); i++) await sleep(20)
}

test('a request whose client disconnected is logged, measured, traced and metered once', async (t) => {
  const server = await openServer()
  t.after(() => server.app.close())
  await server.leave('/slow', { headers: { 'x-request-id': 'left-early' } }, server.begun)
  await server.handled
  await sleep(100)
  const [line, ...more] = server.written('left-early')
  assert.deepEqual([line?.path, line?.status, line?.method, more], ['/slow', 499, 'GET', []])
  assert.match(
    await server.metrics.text(),
    /http_request_duration_seconds_count\{method="GET",route="\/slow",status="4xx"\} 1\n/,
  )
  assert.deepEqual(
    server.ended.map(({ status, requestId }) => [status, requestId]),
    [[499, 'left-early']],
  )
  assert.deepEqual(server.counted, ['GET /slow'])
})

test('a live stream that its reader closes is logged and metered once', async (t) => {
  const server = await openServer()
  t.after(() => server.app.close())
  const reading = new AbortController()
  const headers = { 'x-request-id': 'read-enough', accept: 'text/event-stream' }
  const answer = await fetch(`${server.url}/forever`, { headers, signal: reading.signal })
  await answer.body!.getReader().read()
  reading.abort()
  await until(() => server.counted.length > 0)
  assert.deepEqual(
    server.written('read-enough').map(({ path, status }) => [path, status]),
    [['/forever', 200]],
  )
  assert.deepEqual(server.counted, ['GET /forever'])
})

test('a request whose client has disconnected before it is handled is dropped', async (t) => {
  const server = await openServer()
  t.after(() => server.app.close())
  let isHandled = false
  void server.handled.then(() => {
    isHandled = true
  })
  server.app.server.prependListener('request', ({ socket }: IncomingMessage) => void socket.destroy())
  const headers = { 'x-request-id': 'left-at-once' }
  await assert.rejects(fetch(`${server.url}/slow`, { headers }))
  await until(() => server.written('left-at-once').length > 0)
  await sleep(400)
  assert.deepEqual(
    server.written('left-at-once').map(({ path, status }) => [path, status]),
    [['/slow', 499]],
  )
  assert.deepEqual([isHandled, server.complaints()], [false, []])
})

test('if the client disconnects during authentication, reads are dropped and changes are made', async (t) => {
  const server = await openServer({ identifyingMs: 200 })
  t.after(() => server.app.close())
  let isHandled = false
  void server.handled.then(() => {
    isHandled = true
  })
  await server.leave('/slow', { headers: { 'x-request-id': 'has-left-meanwhile' } })
  await sleep(600)
  assert.equal(isHandled, false)
  assert.equal(server.written('has-left-meanwhile').length, 1)
  await server.leave('/changes', { method: 'POST' })
  await server.handled
  assert.deepEqual(server.complaints(), [])
})

test('work that is aborted because its client disconnected is not a failure', async (t) => {
  const server = await openServer()
  t.after(() => server.app.close())
  const headers = { 'x-request-id': 'given-up-on' }
  await assert.rejects(fetch(`${server.url}/given-up`, { headers, signal: AbortSignal.timeout(100) }))
  await until(() => server.written('given-up-on').length > 0)
  await sleep(100)
  assert.deepEqual(
    server.written('given-up-on').map(({ path, status }) => [path, status]),
    [['/given-up', 499]],
  )
  assert.deepEqual(server.complaints(), [])
})
