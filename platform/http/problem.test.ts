import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readConfig } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { openLog } from '../log.ts'
import { createHttp } from './server.ts'

for (const [message, code] of [
  ['read ECONNRESET', 'unavailable'],
  ['Client network socket disconnected before secure TLS connection was established', 'unavailable'],
  // Node's messages for a client or another server that disconnected.
  ['aborted', 'internal'],
  ['socket hang up', 'internal'],
] as const)
  test(`a connection reset with “${message}” is reported as ${code}`, async () => {
    const app = await createHttp(readConfig([], {}), openLog('silent'))
    app.get('/things', async () => Promise.reject(Object.assign(new Error(message), { code: 'ECONNRESET' })))
    assert.equal((await app.inject('/things')).json().code, code)
    await app.close()
  })

test('a client that disconnects before its body is read is not logged as a server error', async (t) => {
  const lines: string[] = []
  const app = await createHttp(readConfig([], {}), openLog('info', { write: (line) => void lines.push(line) }))
  t.after(() => app.close())
  const failed = Promise.withResolvers<unknown>()
  app.post('/things', async ({ raw, socket }) => {
    while (!raw.complete) await nextTurn()
    await once(socket.destroy(), 'close')
    return raw.toArray().catch((error: unknown) => {
      failed.resolve(error)
      throw error
    })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await assert.rejects(fetch(`${url}/things`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }))
  assert.match(String(await failed.promise), /aborted/)
  while (lines.length < 2) await nextTurn()
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).level),
    ['info', 'info'],
  )
})

test('a request that is refused only because the server is busy is logged as a wait, not as a failure', async (t) => {
  const lines: string[] = []
  const app = await createHttp(readConfig([], {}), openLog('info', { write: (line) => void lines.push(line) }))
  t.after(() => app.close())
  const refusal = () => new AppError('unavailable', 'Too many are waiting.', {}, { 'retry-after': '1' })
  app.get('/busy', async () => Promise.reject(refusal().whileBusy()))
  app.get('/broken', async () => Promise.reject(refusal()))
  const logged = async (path: string) => {
    lines.length = 0
    const { statusCode, headers } = await app.inject(path)
    assert.deepEqual([statusCode, headers['retry-after']], [503, '1'])
    while (lines.length < 2) await nextTurn()
    return lines.map((line) => JSON.parse(line)).map(({ level, msg, busy }) => [level, msg, busy])
  }
  assert.deepEqual(await logged('/busy'), [
    ['info', 'request refused while busy', undefined],
    ['info', undefined, true],
  ])
  assert.deepEqual(await logged('/broken'), [
    ['error', 'request failed', undefined],
    ['info', undefined, undefined],
  ])
})
