// 2,000 clients reconnect at once, as after a restart: each of them gets a stream, and the next event.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCaller } from '@veritrace/platform/caller'
import { systemClock } from '@veritrace/platform/clock'
import { openDatabase } from '@veritrace/platform/db/open'
import { transact } from '@veritrace/platform/db/transact'
import { openEvents } from '@veritrace/platform/events/open'
import { openApiKeys } from '@veritrace/platform/identity/keys/api-keys'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { openLog } from '@veritrace/platform/log'
import { makeMigrated, testDatabaseUrl } from '@veritrace/platform/testing/db'
import { MIGRATIONS } from '../apps/server/products.ts'
import { spawnServer } from './process.ts'

const STREAMS = 2_000
const PATIENCE_MS = 60_000

/** The system's own limit applies if it is lower, and most systems except Linux have a low one. */
function whyNot(): string | false {
  if (!testDatabaseUrl()) return 'the events are recorded by another process'
  try {
    const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
    return most < STREAMS && `this system allows ${most} connections to wait`
  } catch {
    return 'this system does not report how many connections may wait'
  }
}

async function openRecorder(url: string) {
  const log = openLog('silent')
  const settings = { url, pool: 2, statementTimeoutMs: 15_000, prepare: true }
  const database = await openDatabase({ dataDir: tmpdir(), database: settings }, log)
  const { db } = database
  const events = openEvents({ database, clock: systemClock, log })
  const tenant = await ensureTenant(db, { id: 'burst', displayName: 'Burst', plan: 'enterprise' })
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const keys = openApiKeys({ db, events, clock: systemClock })
  const { secret } = await keys.create(caller, { name: 'test', role: 'admin' })
  const resource = { type: 'page', id: 'page_1', label: 'A page' }
  return {
    secret,
    record: () => transact(db, (tx) => events.record(tx, caller, { action: 'page.update', resource })),
    close: database.close,
  }
}

interface Reader {
  isConnected: boolean
  heard: string
  ended: string | undefined
  socket: Socket
}

function openReader(url: string, secret: string): Reader {
  const { hostname, host, port } = new URL(url)
  const request = [
    'GET /api/provenance/v1/app/notifications/stream HTTP/1.1',
    `host: ${host}`,
    'accept: text/event-stream',
    `authorization: Bearer ${secret}`,
  ]
  const socket = connect({ host: hostname, port: Number(port) }, () => {
    reader.isConnected = true
    socket.write(`${request.join('\r\n')}\r\n\r\n`)
  })
  const reader: Reader = { isConnected: false, heard: '', ended: undefined, socket }
  socket.on('data', (bytes) => {
    reader.heard += bytes
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reader.ended = error.code
  })
  socket.on('close', () => {
    reader.ended ??= 'closed'
  })
  return reader
}

async function until(what: string, readers: readonly Reader[], isSo: (reader: Reader) => boolean, ms = PATIENCE_MS) {
  for (const end = performance.now() + ms; !readers.every(isSo); await sleep(50)) {
    const left = readers.filter((reader) => !isSo(reader))
    const { ended, heard } = left[0] ?? {}
    assert.ok(performance.now() < end, `${left.length} are not ${what}: ${ended} ${heard?.slice(0, 300)}`)
  }
}

test('2,000 streams that are opened at once are all opened, and receive the next event', {
  skip: whyNot(),
}, async (t) => {
  const url = await makeMigrated(MIGRATIONS)
  const recorder = await openRecorder(url)
  t.after(recorder.close)
  const server = await spawnServer({
    DATABASE_URL: url,
    PRODUCTS: 'provenance',
    ROLES: 'web',
    RATE_ENTERPRISE: '1000000',
    STREAMS_PER_CALLER: String(STREAMS),
  })
  t.after(server.kill)
  // The process is stopped for a moment: the system accepts the connections and queues them for it.
  process.kill(server.pid, 'SIGSTOP')
  const readers = Array.from({ length: STREAMS }, () => openReader(server.url, recorder.secret))
  t.after(() => readers.forEach(({ socket }) => void socket.destroy()))
  try {
    await until('connected', readers, ({ isConnected }) => isConnected, 10_000)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  await until('open', readers, ({ heard }) => heard.includes('retry: '))
  assert.ok(readers.every(({ heard, ended }) => heard.startsWith('HTTP/1.1 200') && ended === undefined))
  await recorder.record()
  await until('notified', readers, ({ heard }) => heard.includes('event: audit'))
  assert.ok(readers.every(({ ended }) => ended === undefined))
})
