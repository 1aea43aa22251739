import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import { openEvents } from './open.ts'
import { testCaller } from './testing.ts'
import { verifyChain } from './verify.ts'

/** A tenant with five entries. */
async function openTenant() {
  const database = await testDatabase()
  const events = openEvents({ database, clock: systemClock, log: openLog('silent') })
  const caller = testCaller()
  for (const id of ['1', '2', '3', '4', '5'])
    await transact(database.db, (tx) =>
      events.record(tx, caller, { action: 'page.update', resource: { type: 'page', id, label: id } }),
    )
  return { db: database.db, tenant: caller.tenant }
}

/** Bypasses the protection, like an attacker with all rights on the database. */
const forge = (db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> =>
  transact(db, async (tx) => {
    await sql`alter table platform.audit_entries disable trigger user`.execute(tx)
    await work(tx)
    await sql`alter table platform.audit_entries enable trigger user`.execute(tx)
  })

const FORGERIES: [string, string, number, (tenant: string) => ReturnType<typeof sql>][] = [
  [
    'a changed entry',
    'altered',
    3,
    (t) => sql`update platform.audit_entries set action = 'page.read' where tenant_id = ${t} and sequence = 3`,
  ],
  [
    'a changed time',
    'altered',
    2,
    (t) => sql`update platform.audit_entries set occurred_at = now() - interval '1 day'
      where tenant_id = ${t} and sequence = 2`,
  ],
  [
    'a deleted entry',
    'removed',
    3,
    (t) => sql`delete from platform.audit_entries where tenant_id = ${t} and sequence = 3`,
  ],
  [
    'a deleted first entry',
    'removed',
    1,
    (t) => sql`delete from platform.audit_entries where tenant_id = ${t} and sequence = 1`,
  ],
  [
    'a cut-off tail',
    'truncated',
    4,
    (t) => sql`delete from platform.audit_entries where tenant_id = ${t} and sequence > 3`,
  ],
  ['an emptied log', 'truncated', 1, (t) => sql`delete from platform.audit_entries where tenant_id = ${t}`],
  ['a removed head', 'head', 5, (t) => sql`delete from platform.audit_heads where tenant_id = ${t}`],
  ['a rewound head', 'head', 5, (t) => sql`update platform.audit_heads set sequence = 4 where tenant_id = ${t}`],
]
for (const [what, kind, sequence, forgery] of FORGERIES)
  test(`${what} is found as ${kind} at ${sequence}`, async () => {
    const { db, tenant } = await openTenant()
    await forge(db, (tx) => forgery(tenant).execute(tx))
    const [report] = await Array.fromAsync(verifyChain(db, tenant))
    assert.deepEqual([report?.broken?.kind, report?.broken?.sequence], [kind, sequence])
  })

test('two swapped entries are found as reordered', async () => {
  const { db, tenant } = await openTenant()
  await forge(db, async (tx) => {
    for (const [from, to] of [
      [3, 99],
      [4, 3],
      [99, 4],
    ])
      await sql`update platform.audit_entries set sequence = ${to}
        where tenant_id = ${tenant} and sequence = ${from}`.execute(tx)
  })
  const [report] = await Array.fromAsync(verifyChain(db, tenant))
  assert.deepEqual([report?.broken?.kind, report?.broken?.sequence], ['reordered', 3])
})

test('without a tenant all are verified, intact chains as well as the broken one', async () => {
  const sound = await openTenant()
  const broken = await openTenant()
  await forge(broken.db, (tx) =>
    sql`delete from platform.audit_entries where tenant_id = ${broken.tenant} and sequence = 2`.execute(tx),
  )
  const reports = new Map((await Array.fromAsync(verifyChain(sound.db))).map((report) => [report.tenant, report]))
  assert.equal(reports.get(sound.tenant)?.entries, 5)
  assert.equal(reports.get(sound.tenant)?.broken, undefined)
  assert.equal(reports.get(broken.tenant)?.broken?.sequence, 2)
})

test('the database rejects updates, deletes and truncation of entries', async () => {
  const { db, tenant } = await openTenant()
  const refused = { code: '42501' }
  await assert.rejects(
    sql`update platform.audit_entries set reason = 'x' where tenant_id = ${tenant}`.execute(db),
    refused,
  )
  await assert.rejects(sql`delete from platform.audit_entries where tenant_id = ${tenant}`.execute(db), refused)
  await assert.rejects(sql`truncate platform.audit_entries`.execute(db), refused)
})

test('the log of a tenant is purged as a whole after the tenant is deleted, and not before', async () => {
  const { db, tenant } = await openTenant()
  const kept = await openTenant()
  const purge = () => sql`select platform.purge_audit(${tenant}) as removed`.execute(db)
  await sql`insert into platform.tenants (id, customer_id, display_name) values (${tenant}, ${tenant}, 'x')`.execute(db)
  await assert.rejects(purge(), /not marked as deleted/)
  await sql`update platform.tenants set deleted_at = now() where id = ${tenant}`.execute(db)
  assert.deepEqual((await purge()).rows, [{ removed: 5 }])
  assert.deepEqual(await Array.fromAsync(verifyChain(db, tenant)), [])
  const [report] = await Array.fromAsync(verifyChain(db, kept.tenant))
  assert.deepEqual([report?.entries, report?.broken], [5, undefined])
})
