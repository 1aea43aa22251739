import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '@veritrace/platform/testing/folder'
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
    /^HOST is no address of this machine: listen EADDRNOTAVAIL: address not available 203\.0\.113\.5:\d+\.$/,
  ],
] as const)
  test(`a server that cannot listen at ${host} says so in a sentence about HOST`, async () => {
    const { code, said } = await runCommand('main', ['--roles', 'worker', '--host', host, '--port', '0'], {
      LOG_LEVEL: 'silent',
      DEMO_ALLOW_REMOTE: '1',
      // The folder itself may be in use by the database of the tests.
      DATA_DIR: join(testFolder(), host),
    })
    assert.equal(code, 1)
    assert.match(said.trim(), why)
  })
