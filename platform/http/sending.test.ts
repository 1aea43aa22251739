import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { endWithClient } from './leaving.ts'
import { finishAnswers } from './sending.ts'

const LONG = Array.from({ length: 100_000 }, (_, i) => i * 7_919).join(' ')

test('a client that disconnects while its response is compressed causes neither a crash nor a logged failure', async (t) => {
  const app = Fastify()
  const sending = Promise.withResolvers<void>()
  app.addHook('onRequest', (_request, reply, done) => {
    endWithClient(reply)
    done()
  })
  app.addHook('onSend', async () => sending.resolve())
  finishAnswers(app)
  // Fastify awaits the returned value even if its client has disconnected.
  app.get('/', async (_request, reply) => reply.type('text/plain').send(LONG))
  const failures: unknown[] = []
  const told = (error: unknown) => void failures.push(error)
  app.setErrorHandler((error, _request, reply) => {
    told(error)
    reply.send('failed')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  process.on('unhandledRejection', told)
  t.after(() => void process.off('unhandledRejection', told))

  const { port } = app.server.address() as AddressInfo
  const leaving = request({ port, host: '127.0.0.1', headers: { 'accept-encoding': 'br' } }).end()
  leaving.on('error', () => {})
  const left = new Promise((done) => leaving.on('close', done))
  await sending.promise
  leaving.destroy()
  await left
  // The second client is answered after the first client's text has been compressed, too.
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), LONG)
  assert.deepEqual(failures, [])
})
