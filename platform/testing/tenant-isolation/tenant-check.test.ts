import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Database } from '../../db/open.ts'
import { openDatabase } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { openLog } from '../../log.ts'
import { makeMigrated, testDatabaseUrl } from '../db.ts'
import { testFolder } from '../folder.ts'
import { exemptionKey } from './exemptions.ts'
import { openTenantCheck, type TenantCheck } from './tenant-check.ts'

const HERE = 'platform/testing/tenant-isolation/tenant-check.test.ts'
const skip = !testDatabaseUrl() && 'the tenant check runs only on PostgreSQL'
const settings = { pool: 4, statementTimeoutMs: 15_000, prepare: true }

let database: Database
let check: TenantCheck
const exemptions = new Set([exemptionKey(`${HERE} countEverybody`, 'platform.workspaces')])

before(async () => {
  if (skip) return
  check = openTenantCheck({ exemptions, isUnrestricted: () => false })
  const url = await makeMigrated([])
  const config = { dataDir: testFolder(), database: { ...settings, url } }
  database = await openDatabase(config, openLog('silent'), { asking: check.watch })
  await check.learn(database.db)
})
after(() => database?.close())

/** Breaches since the last call. */
const reported: string[] = []
function breaches(): string[] {
  const all = check.breaches().map(({ by, table }) => `${by}: ${table}`)
  const fresh = all.filter((one) => !reported.includes(one))
  reported.push(...fresh)
  return fresh
}

test('a query that names its tenant passes', { skip }, async () => {
  await sql`select id from platform.workspaces where tenant_id = ${'t'} and id = ${'w'}`.execute(database.db)
  assert.deepEqual(breaches(), [])
})

test('a query without its tenant is reported with its function', { skip }, async () => {
  async function readAnybodys(id: string): Promise<void> {
    await sql`select display_name from platform.workspaces where id = ${id}`.execute(database.db)
  }
  await readAnybodys('w')
  assert.deepEqual(breaches(), [`${HERE} readAnybodys: platform.workspaces`])
})

test('a query of the query builder is reported too, inside a transaction', { skip }, async () => {
  const renameAnybodys = (tx: Db) =>
    tx.updateTable('platform.workspaces').set({ display_name: 'Mine' }).where('id', '=', 'w').execute()
  await transact(database.db, renameAnybodys)
  assert.deepEqual(breaches(), [`${HERE} renameAnybodys: platform.workspaces`])
})

test('the table of tenants is checked by its ID', { skip }, async () => {
  const readAny = () => sql`select display_name from platform.tenants where customer_id = ${'c'}`.execute(database.db)
  await readAny()
  await sql`select display_name from platform.tenants where id = ${'t'}`.execute(database.db)
  assert.deepEqual(breaches(), [`${HERE} readAny: platform.tenants`])
})

test('an exempt function may cross tenants only in the exempt table, and the exemption counts as needed', {
  skip,
}, async () => {
  async function countEverybody(): Promise<void> {
    await sql`select count(*) from platform.workspaces`.execute(database.db)
    await sql`select count(*) from platform.members`.execute(database.db)
  }
  assert.deepEqual(check.needed(), [])
  await countEverybody()
  assert.deepEqual(breaches(), [`${HERE} countEverybody: platform.members`])
  assert.deepEqual(check.needed(), [...exemptions])
})
