import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { reasonOf } from './reason.ts'
import { runCommand } from './testing.ts'

test('a server whose database cannot be reached says so in a sentence, without its password', async () => {
  const { code, said } = await runCommand('main', ['--roles', 'worker'], {
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:9/none',
  })
  assert.equal(code, 1)
  assert.equal(said.trim(), 'PostgreSQL at DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9.')
})

for (const [host, why] of [
  ['nosuch.invalid', /^HOST is no name of this machine: getaddrinfo \w+ nosuch\.invalid\.$/],
  [
    '203.0.113.5',
    /^HOST is no address of this machine: listen EADDRNOTAVAIL: address not available 203\.0\.113\.5\S*\.$/,
  ],
] as const)
  test(`why nothing can listen at ${host} is told in a sentence about HOST`, async () => {
    const [error] = await once(createServer().listen(0, host), 'error')
    assert.match(reasonOf(error, host) ?? '', why)
  })
