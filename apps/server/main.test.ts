import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('a server whose database cannot be reached says so in a sentence, without its password', async () => {
  const { code, said } = await runMain({ DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:9/none' })
  assert.equal(code, 1)
  assert.equal(said.trim(), 'PostgreSQL at DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9.')
})

function runMain(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), '--roles', 'worker'], {
    env: { LOG_LEVEL: 'silent', DEMO_SITES: '0', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  return new Promise((done) => child.on('close', (code) => done({ code, said })))
}
