import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FLAGS } from '@veritrace/platform/config/config'
import { openLog } from '@veritrace/platform/log'
import { freePort } from '@veritrace/platform/ports'
import { ownDatabase } from '@veritrace/platform/testing/db'
import { WHOLE_SERVER } from '@veritrace/platform/testing/settings'
import { endWithin } from './end.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './products.ts'
import { reasonOf } from './reason.ts'
import { tenants } from './tenants.ts'
import { callCommand, runCommand } from './testing.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

test('--help prints the usage and starts no server', async () => {
  for (const word of ['--help', '-h']) {
    const { code, said } = await runCommand('main', ['--port', '1', word], { DATABASE_URL: 'nonsense' })
    assert.equal(code, 0)
    for (const flag of FLAGS) assert.match(said, new RegExp(`--${flag} `))
  }
})

test('in production standard output contains only JSON lines', async () => {
  const database = await ownDatabase(MIGRATIONS)
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-production-'))
  const env = { NODE_ENV: 'production', PORT: String(await freePort()), DATA_DIR: folder, ...WHOLE_SERVER, ...database }
  const child = spawn(process.execPath, [MAIN, '--roles', 'worker'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('"running"')) child.kill('SIGTERM')
  }
  rmSync(folder, { recursive: true, force: true })
  const lines = said
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg?: string; roles?: string[] })
  assert.deepEqual(lines.find(({ msg }) => msg === 'running')?.roles, ['worker'])
})

test('an unreachable database is reported in a sentence without its password', async () => {
  const { code, said } = await runCommand('main', ['--roles', 'worker'], {
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:9/none',
  })
  assert.equal(code, 1)
  assert.equal(said.trim(), 'PostgreSQL at DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:9.')
})

test('a DATABASE_URL that leads to no PostgreSQL, or to one that is starting, is reported in a sentence', async (t) => {
  const other = createServer((socket) => socket.end())
  await once(other.listen(0, '127.0.0.1'), 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  const DATABASE_URL = `postgres://ada:hunter2@127.0.0.1:${port}/none`
  for (const command of [migrate, tenants]) {
    const { code, said } = await callCommand(command, [], { DATABASE_URL })
    assert.equal(code, 1)
    assert.equal(said.trim(), 'PostgreSQL at DATABASE_URL is not ready: Connection terminated unexpectedly.')
  }
  const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  assert.equal(reasonOf(starting), 'PostgreSQL at DATABASE_URL is not ready: the database system is starting up.')
})

test('a process that cannot shut down cleanly exits in time, with a log line and an exit code', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  assert.equal(await endWithin(5_000, async () => {}, log), 0)
  assert.equal(lines.length, 0)
  assert.equal(await endWithin(20, () => new Promise(() => {}), log), 1)
  assert.match(lines.pop()!, /did not shut down in time/)
  const broken = () => Promise.reject(new Error('the disk is full'))
  assert.equal(await endWithin(5_000, broken, log), 1)
  assert.match(lines.pop()!, /could not shut down cleanly/)
})

test('an unhandled rejection is logged and the process continues; an uncaught exception is logged and ends it', async () => {
  const script = `
    import { openLog } from '${import.meta.resolve('@veritrace/platform/log')}'
    import { logStrayErrors } from '${import.meta.resolve('./stray-errors.ts')}'
    logStrayErrors(openLog('info'))
    Promise.reject(new Error('unhandled'))
    setTimeout(() => {
      console.log('still here')
      setTimeout(() => { throw new Error('broken') })
    }, 50)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const [failed, alive, broke] = said.trim().split('\n')
  assert.match(failed!, /"level":"error".+"unhandled".+unhandled rejection/)
  assert.equal(alive, 'still here')
  assert.match(broke!, /"level":"fatal".+"broken".+uncaught exception/)
  assert.equal(code, 1)
})

for (const [host, why] of [
  ['nosuch.invalid', /^HOST is not a name of this machine: getaddrinfo \w+ nosuch\.invalid\.$/],
  [
    '203.0.113.5',
    /^HOST is not an address of this machine: listen EADDRNOTAVAIL: address not available 203\.0\.113\.5\S*\.$/,
  ],
] as const)
  test(`a port that cannot be opened on ${host} is explained in a sentence about HOST`, async () => {
    const [error] = await once(createServer().listen(0, host), 'error')
    assert.match(reasonOf(error, host) ?? '', why)
  })
