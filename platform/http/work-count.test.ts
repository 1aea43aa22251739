// A process works on so many calls at a time; whoever comes then is told to come again, and the others are not held up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { someone } from '../events/testing.ts'
import { openLog } from '../log.ts'
import type { Meter } from '../metering/meter.ts'
import { openLimiter } from '../metering/rate-limit.ts'
import { testDatabase } from '../testing/db.ts'
import { implement } from './implement.ts'
import { mount } from './mount.ts'
import { createHttp } from './server.ts'
import { countWork } from './work-count.ts'

const calls = {
  slow: endpoint('POST /slow', { summary: 'Takes its time', auth: 'session', ok: t.Object({}) }),
  quick: endpoint('GET /quick', { summary: 'Is there at once', auth: 'session', ok: t.Object({}) }),
  wrong: endpoint('GET /wrong', { summary: 'Breaks', auth: 'session', ok: t.Object({}) }),
}

async function openServer(most: number) {
  const { db } = await testDatabase()
  const config = readConfig([], {})
  const log = openLog('silent')
  const app = await createHttp(config, log)
  const identify = async (visitor: object) => ({ ...someone(), ...visitor })
  const gate = { db, limiter: openLimiter(db, systemClock), meter: { count: () => {} } as unknown as Meter, identify }
  const begun: (() => void)[] = []
  const endpoints = implement(calls, {
    slow: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(resolve)
      await promise
      return {}
    },
    quick: async () => ({}),
    wrong: async () => {
      throw new Error('broken')
    },
  })
  const { limits } = config
  const stopping = new AbortController().signal
  mount(app, endpoints, { product: 'graph', base: '', gate, limits, stopping, work: countWork(most), log })
  app.get('/healthz', async () => ({ status: 'ok' }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const slow = (signal?: AbortSignal) => fetch(`${url}/slow`, { method: 'POST', ...(signal && { signal }) })
  const quick = async (path = '/quick') => (await fetch(url + path)).status
  const areBegun = async (count: number) => {
    while (begun.length < count) await sleep(5)
  }
  return { app, url, slow, quick, areBegun, end: () => begun.shift()!() }
}

test('who comes while a process has all the work it takes is 503 with Retry-After, until some of it is done', async (t) => {
  const server = await openServer(2)
  t.after(() => server.app.close())
  const first = [server.slow(), server.slow()]
  await server.areBegun(2)
  const refused = await server.slow()
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  assert.equal(((await refused.json()) as { code: string }).code, 'unavailable')
  assert.deepEqual([await server.quick(), await server.quick('/healthz')], [503, 200])
  server.end()
  assert.equal((await Promise.race(first)).status, 200)
  assert.equal(await server.quick(), 200)
  server.end()
  for (const answer of await Promise.all(first)) assert.equal(answer.status, 200)
})

test('what a client has left behind counts until it is done', async (t) => {
  const server = await openServer(1)
  t.after(() => server.app.close())
  const leaving = new AbortController()
  const left = server.slow(leaving.signal)
  await server.areBegun(1)
  leaving.abort()
  await assert.rejects(left)
  await sleep(50)
  assert.equal(await server.quick(), 503)
  server.end()
  await sleep(50)
  assert.equal(await server.quick(), 200)
})

test('work that fails, and calls that are refused, leave nothing behind', async (t) => {
  const server = await openServer(1)
  t.after(() => server.app.close())
  for (const path of ['/wrong', '/wrong', '/quick?unknown=1', '/quick?unknown=1', '/nowhere']) await server.quick(path)
  assert.deepEqual([await server.quick('/wrong'), await server.quick()], [500, 200])
})
