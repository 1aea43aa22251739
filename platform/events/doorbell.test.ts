import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import { doorbellOf } from './doorbell.ts'
import { onePerFolder, SECOND, secondDatabase } from './testing.ts'

const log = openLog('silent')

test('a listener in the same process is notified immediately, and only for its bell', async () => {
  const doorbell = doorbellOf(await testDatabase(), log)
  const heard: unknown[] = []
  const hush = await doorbell.listen('jobs', (keys) => heard.push(keys && [...keys]))
  heard.length = 0
  doorbell.ring('jobs', 'crawl')
  doorbell.ring('events', 'tenant')
  await hush()
  doorbell.ring('jobs', 'crawl')
  assert.deepEqual(heard, [['crawl']])
})

test('many rings are batched for other processes without losing a key, and a lost connection is reopened', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const other = await secondDatabase(database)
  const rings = new EventEmitter()
  const heard: (string[] | undefined)[] = []
  const hush = await doorbellOf(other, log).listen('events', (keys) => {
    heard.push(keys && [...keys])
    rings.emit('ring')
  })
  heard.length = 0
  const named = (): Set<string> => new Set(heard.flatMap((keys) => keys ?? []))
  for (let i = 0; i < 300; i++) {
    doorbellOf(database, log).ring('events', `tenant-${i}`)
    if (i % 30 === 0) await sleep(10)
  }
  while (named().size < 300) await once(rings, 'ring')
  assert.ok(heard.length <= 6, `${heard.length} notifications in a tenth of a second`)

  const again = once(rings, 'ring')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${SECOND} and query like 'listen %'`.execute(database.db)
  await again
  assert.equal(heard.at(-1), undefined, 'after a gap anything may have rung')
  const next = once(rings, 'ring')
  doorbellOf(database, log).ring('events', 'after')
  await next
  assert.deepEqual(heard.at(-1), ['after'])
  const strange = once(rings, 'ring')
  await sql`select pg_notify('veritrace_doorbell', 'not ours')`.execute(database.db)
  await strange
  await hush()
  await other.close()
})

test('a listener logs an outage of the database once, not at every attempt', async () => {
  const lines: string[] = []
  const told = openLog('info', { write: (line) => void lines.push(line) })
  let tries = 0
  const away = {
    ...(await testDatabase()),
    kind: 'postgres' as const,
    connect: async () => {
      tries++
      throw new Error('connect ECONNREFUSED')
    },
  }
  const hush = await doorbellOf(away, told).listen('jobs', () => {})
  while (tries < 3) await sleep(50)
  await hush()
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, /the doorbell connection cannot be opened; retrying/)
})
