import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { openLog } from '../log.ts'
import { createHttp } from './server.ts'

for (const [message, code] of [
  ['read ECONNRESET', 'unavailable'],
  ['Client network socket disconnected before secure TLS connection was established', 'unavailable'],
  // Node's words for a client or another server that has left.
  ['aborted', 'internal'],
  ['socket hang up', 'internal'],
] as const)
  test(`a connection that was reset with “${message}” is told as ${code}`, async () => {
    const app = await createHttp(readConfig([], {}), openLog('silent'))
    app.get('/things', async () => Promise.reject(Object.assign(new Error(message), { code: 'ECONNRESET' })))
    assert.equal((await app.inject('/things')).json().code, code)
    await app.close()
  })
