import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from './testing.ts'

test('a server whose database cannot be reached says so in a sentence, without its password', async () => {
  const { code, said } = await runCommand('main', ['--roles', 'worker'], {
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:9/none',
  })
  assert.equal(code, 1)
  assert.equal(said.trim(), 'PostgreSQL at DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9.')
})
