// Statements are looked up, also in a workspace that the statistics of the database know nothing of yet.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testDatabase } from '@veritrace/platform/testing/db'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { graphMigrations } from '../index.ts'
import { hasId, isNode } from './lookup-store.ts'

let db: Awaited<ReturnType<typeof testDatabase>>['db']
before(async () => {
  ;({ db } = await testDatabase([graphMigrations]))
})

const fresh = { tenant: 'planned', workspace: 'fresh' }
const LOOKUPS: [string, RawBuilder<unknown>, string][] = [
  ['one id', sql`${hasId(sql`'a'`, fresh)}`, 'statements_pkey'],
  ['some ids', sql`${hasId(sql`any(array['a', 'b'])`, fresh)}`, 'statements_pkey'],
  ['a subject', sql`${isNode('subject', sql`'urn:s'`, fresh)}`, 'statements_by_subject'],
  ['an object', sql`${isNode('object', sql`'urn:o'`, fresh)} order by seq, id limit 5`, 'statements_by_object'],
]

test('by ids and by nodes the planner takes their indexes, and does not read the workspace', async () => {
  const undone = new Error('undone')
  const looking = db.transaction().execute(async (tx) => {
    await sql`
      insert into graph.statements (tenant_id, workspace_id, id, context, subject, predicate, object, object_type, seq,
        created_at, updated_at, created_by)
      select 'planned', 'known', 'known' || i, 'c', 'urn:s:' || i % 500, 'urn:p', 'urn:o:' || i % 500, 'iri', i, now(), now(), 'x'
      from generate_series(1, 5000) i`.execute(tx)
    await sql`analyze graph.statements`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const [what, condition, index] of LOOKUPS) assert.equal(await indexFor(tx, condition), index, what)
    throw undone
  })
  await assert.rejects(looking, undone)
})

async function indexFor(tx: Transaction<unknown>, condition: RawBuilder<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ 'QUERY PLAN': object[] }>`
    explain (format json) select * from graph.statements where ${condition}`.execute(tx)
  return /"Index Name":"([^"]+)"/.exec(JSON.stringify(rows[0]!['QUERY PLAN']))?.[1]
}
