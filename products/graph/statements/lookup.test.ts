// Lookups use their indexes, even in a workspace that the database statistics do not cover yet.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testDatabase } from '@veritrace/platform/testing/db'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { graphMigrations } from '../index.ts'
import { BEGINNING, hasId, isAmong, isNode, nextInOrder, type Place } from './lookup-store.ts'

let db: Awaited<ReturnType<typeof testDatabase>>['db']
before(async () => {
  ;({ db } = await testDatabase([graphMigrations]))
})

const fresh = { tenant: 'planned', workspace: 'fresh' }
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const all = (condition: RawBuilder<unknown>) => sql`select * from graph.statements where ${condition}`
const LOOKUPS: [string, RawBuilder<unknown>, string][] = [
  ['one id', all(hasId(sql`'a'`, fresh)), 'statements_pkey'],
  ['some ids', all(hasId(sql`any(array['a', 'b'])`, fresh)), 'statements_pkey'],
  ['a subject', all(isNode('subject', sql`'urn:s'`, fresh)), 'statements_by_subject'],
  ['an object', all(sql`${isNode('object', sql`'urn:o'`, fresh)} order by seq, id limit 5`), 'statements_by_object'],
  ['a page', nextInOrder(sql`*`, isAmong(fresh, { after: { seq: 7, id: 'a' } }), 5), 'statements_in_order'],
  ['types', all(sql`${isAmong(fresh)} and predicate = ${sql.lit(TYPE)}`), 'statements_types'],
  ['all that was known', all(isAmong({ ...fresh, workspace: 'known' })), 'statements_in_order'],
]

test('the planner uses the right index for ids, nodes and order', async () => {
  const undone = new Error('undone')
  const looking = db.transaction().execute(async (tx) => {
    await sql`
      insert into graph.statements (tenant_id, workspace_id, id, context, subject, predicate, object, object_type, seq,
        created_at, updated_at, created_by)
      select 'planned', 'known', 'known' || i, 'c', 'urn:s:' || i % 500, 'urn:p', 'urn:o:' || i % 500, 'iri', i, now(), now(), 'x'
      from generate_series(1, 5000) i`.execute(tx)
    await sql`analyze graph.statements`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const [what, query, index] of LOOKUPS) assert.equal(await indexFor(tx, query), index, what)
    throw undone
  })
  await assert.rejects(looking, undone)
})

async function indexFor(tx: Transaction<unknown>, query: RawBuilder<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ 'QUERY PLAN': object[] }>`explain (format json) ${query}`.execute(tx)
  return /"Index Name":"([^"]+)"/.exec(JSON.stringify(rows[0]!['QUERY PLAN']))?.[1]
}

test('paging yields every statement of a workspace once, ordered by change and id, and none of other workspaces', async () => {
  const within = { tenant: 'paged', workspace: 'one' }
  // 32 initial characters, and one long change between short ones.
  await sql`
    insert into graph.statements (tenant_id, workspace_id, id, context, subject, predicate, object, object_type, seq,
      created_at, updated_at, created_by)
    select 'paged', workspace, letter || '-' || i, 'c', 'urn:s', 'urn:p', 'urn:o', 'iri', case when i < 20 then 3 else i end,
      now(), now(), 'x'
    from generate_series(1, 40) i, regexp_split_to_table('abcdefghijklmnopqrstuvwxyz234567', '') letter,
      unnest(array['one', 'two']) workspace`.execute(db)
  const seen: Place[] = []
  for (let after: Place = BEGINNING; ; ) {
    const page = nextInOrder<Place>(sql`seq, id`, isAmong(within, { after, to: 38 }), 50)
    const { rows } = await page.execute(db)
    seen.push(...rows)
    if (rows.length < 50) break
    after = rows.at(-1)!
  }
  const { rows: wanted } = await sql<Place>`
    select seq, id from graph.statements where tenant_id = 'paged' and workspace_id = 'one' and seq <= 38
    order by seq, id`.execute(db)
  assert.equal(wanted.length, 38 * 32)
  assert.deepEqual(seen, wanted)
})
