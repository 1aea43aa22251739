// Chunks of a document may be copied to the database before it is their turn. Other writers must not notice.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { transact } from '@veritrace/platform/db/transact'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import type { Graph, GraphParts } from '../index.ts'
import { fromRows } from '../statements/asserted.ts'
import { assertedRow } from '../statements/asserted-row.ts'
import { currentSeq, takeSeq } from '../statements/change-store.ts'
import { readChanges } from '../statements/follow-statements.ts'
import { fact } from '../statements/testing.ts'
import { supportsCopy, upsertStatements } from '../statements/write-store.ts'
import { readLine } from '../terms/nquads.ts'
import { anotherEngine, graphApp } from '../testing.ts'
import { compareEngine } from '../verify/compare-engine.ts'
import { ingestingTenant } from './testing.ts'

let app: TestApp
let deps: Pick<Graph, 'db' | 'engine'>
before(async () => {
  app = await graphApp()
  deps = { db: app.platform.db, engine: await anotherEngine() }
})

const TYPE = 'application/n-triples'
const line = (name: number | string) => `<http://e.test/${name}> <http://e.test/says> "x" .\n`
const document = (statements: number) => Array.from({ length: statements }, (_, i) => line(i)).join('')

/** Size of a document that is written in two chunks. */
const STATEMENTS = 12_000

test('other writers write, even the same statements, while a document is read: nothing is lost, and the engine has it all', async () => {
  const { send, run, api, at, as, tenant } = await ingestingTenant(app)
  assert.equal((await compareEngine(deps, tenant.id, tenant.id)).database.count, 0)
  const { id } = await send(TYPE, document(STATEMENTS))
  const record = () => api().get({ params: { id }, headers: at() })
  let isRunning = true
  const running = run(app.product, id).finally(() => {
    isRunning = false
  })
  let ofOthers = 0
  for (let turn = 0; isRunning && turn < 8; turn++) {
    const { received } = await record()
    // Statements of the next chunks in reverse order: a writer that locks them in another order could deadlock.
    const same = Array.from({ length: 100 }, (_, i) =>
      fact(Math.min(STATEMENTS - 1, received + (turn % 3) * 5_000 + (100 - i) * 21)),
    )
    const body = { statements: [...same, fact(`other-${turn}`)] }
    ofOthers += (await as().createBatch({ body, headers: at() })).inserted
  }
  await running
  const { status, received, inserted, duplicates } = await record()
  assert.deepEqual([status, received, inserted + duplicates], ['succeeded', STATEMENTS, STATEMENTS])
  assert.equal((await as().stats({ headers: at() })).total, inserted + ofOthers)
  const { database, engine } = await compareEngine(deps, tenant.id, tenant.id)
  assert.deepEqual(engine, database)
  assert.equal(await lastChange(tenant.id), await currentSeq(app.platform.db, tenant.id, tenant.id))
})

test('a writer that has the workspace lock can store a statement that an early chunk has already copied', async (t) => {
  if (!supportsCopy(app.platform.db)) return t.skip('the embedded database writes no chunk early')
  const { send, run, api, at, as, tenant, iri } = await ingestingTenant(app)
  const { id } = await send(TYPE, document(10_500))
  const held = Promise.withResolvers<void>()
  const writing = transact(app.platform.db, async (tx) => {
    const { seq } = await takeSeq(tx, tenant.id, tenant.id, 'another server')
    held.resolve()
    await untilOneIsAhead(tx)
    const quad = readLine(`${line(10_499).trim().slice(0, -1)}<${iri('facts')}> .`)
    const common = { tenant: tenant.id, workspace: tenant.id, seq, now: new Date(), created_by: 'another server' }
    assert.deepEqual(await upsertStatements(tx, (await fromRows([assertedRow(quad, 'facts')])).columns(), common), [])
  })
  await held.promise
  // The first chunk waits for the workspace lock, the second waits for the first.
  await Promise.all([run(app.product, id), writing])
  const { status, inserted, duplicates } = await api().get({ params: { id }, headers: at() })
  assert.deepEqual([status, inserted, duplicates], ['succeeded', 10_499, 1])
  assert.equal((await as().stats({ headers: at() })).total, 10_500)
})

/** Waits until a transaction has copied its statements and waits for its turn. */
async function untilOneIsAhead(tx: GraphParts['db']): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; ) {
    await sql`select pg_stat_clear_snapshot()`.execute(tx)
    const { rows } = await sql`
      select 1 from pg_stat_activity where state = 'idle in transaction' and query like 'copy graph.statements%'`.execute(
      tx,
    )
    if (rows.length > 0) return
    await new Promise((done) => setTimeout(done, 5))
  }
  assert.fail('no chunk was written early')
}

/** The number of the last change. Checks that the log has no gaps. */
async function lastChange(tenant: string): Promise<number> {
  let seq = 0
  for (;;) {
    const changes = await readChanges(app.platform.db, tenant, tenant, seq)
    assert.ok(changes, `after ${seq}`)
    if (changes.length === 0) return seq
    for (const change of changes) assert.equal(change.seq, ++seq)
  }
}
