// The same reads of one tenant's rows with and without row-level security, behind our whole stack, in a separate
// process.
import { contract } from '@veritrace/contract'
import { endpoint, t } from '@veritrace/contract/endpoint'
import { systemCaller } from '@veritrace/platform/caller'
import { readConfig } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { openDatabase } from '@veritrace/platform/db/open'
import { transact } from '@veritrace/platform/db/transact'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { implement } from '@veritrace/platform/implement'
import { openLog } from '@veritrace/platform/log'
import { openPlatform } from '@veritrace/platform/open'
import { freePort } from '@veritrace/platform/ports'
import { serve } from '@veritrace/platform/serve'
import { type CompiledQuery, sql } from 'kysely'
import { inFourStatements, inOneStatement, inOneSync, openPipelines } from './wall-clients.ts'

const TENANT = 'bench-wall'
const ROWS = 100_000
/** Row-level security applies only to a role that is neither owner nor superuser. */
const ROLE = 'bench_behind_wall'

const read = (summary: string, path: string) =>
  endpoint(`GET /bench/${path}`, { summary, auth: 'session', ok: t.Object({ titles: t.Array(t.String()) }) })
const bench = {
  plain: read('A row, the tenant in the query', 'plain'),
  direct: read('The same over connections like those of the next two', 'direct'),
  transaction: read('A row behind the wall, in a transaction of four statements', 'transaction'),
  pipeline: read('The same four statements, sent at once', 'pipeline'),
  sync: read('The tenant and the query in one implicit transaction', 'sync'),
  words: read('Rows by a word, over such connections too', 'words'),
  walledWords: read('Rows by a word, behind the wall', 'walled-words'),
}

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const limits = { RATE_ENTERPRISE: '10000000', APP_AUTH_MODE: 'oidc', DATABASE_POOL: '10', LOG_LEVEL: 'info' }
const config = readConfig([], { ...process.env, ...limits })
const platform = await openPlatform({ config, publicUrl: url, localUrl: url, migrations: [] })
const tenant = await ensureTenant(platform.db, { id: TENANT, displayName: 'Bench', plan: 'enterprise' })
const key = await platform.identity.keys.create(systemCaller(tenant.id, tenant.customer_id), { name: 'bench' })
await makeItems(platform.db)

const behind = new URL(config.database.url!)
behind.searchParams.set('options', `-c role=${ROLE}`)
const walled = await openDatabase({ ...config, database: { ...config.database, url: behind.href } }, openLog('silent'))
const plain = await openPipelines(config.database.url!)
const pipelines = await openPipelines(behind.href)

interface Item {
  title: string
}
const byId = (id: string) => sql<Item>`select title from wall.items where tenant_id = ${TENANT} and id = ${id}`
const byWord = (word: string) =>
  sql<Item>`select title from wall.items where tenant_id = ${TENANT} and words @> array[${word}] order by id limit 20`
const setTenant = sql`select set_config('wall.tenant', ${TENANT}, true)`

const some = (): number => Math.floor(Math.random() * ROWS)
const anId = (): string => `i${some()}`
const aWord = (): string => `w${some() % 5_000}`
const inTransaction = (db: Db, query: ReturnType<typeof byId>): Promise<Item[]> =>
  transact(db, async (tx) => {
    await setTenant.execute(tx)
    return (await query.execute(tx)).rows
  })
const compiled = (query: ReturnType<typeof byId>): CompiledQuery => query.compile(platform.db)
const titlesOf = (rows: readonly Item[]) => {
  if (rows.length === 0) throw new Error('Row-level security hides rows of the tenant itself.')
  return { titles: rows.map(({ title }) => title) }
}

const endpoints = implement(bench, {
  plain: async () => titlesOf((await byId(anId()).execute(platform.db)).rows),
  direct: async () => titlesOf(await inOneStatement(plain, compiled(byId(anId())))),
  transaction: async () => titlesOf(await inTransaction(walled.db, byId(anId()))),
  pipeline: async () => titlesOf(await inFourStatements(pipelines, TENANT, compiled(byId(anId())))),
  sync: async () => titlesOf(await inOneSync(pipelines, TENANT, compiled(byId(anId())))),
  words: async () => titlesOf(await inOneStatement(plain, compiled(byWord(aWord())))),
  walledWords: async () => titlesOf(await inOneSync(pipelines, TENANT, compiled(byWord(aWord())))),
})
await serve(platform, { port, products: [{ name: 'provenance', endpoints, jobs: [], pages: [] }] })
console.log('facts', JSON.stringify({ url: `${url}${contract.provenance.base}/bench`, token: key.secret }))

async function makeItems(db: Db): Promise<void> {
  await sql
    .raw(`
    create schema wall;
    create table wall.items (
      tenant_id text not null, id text not null, title text not null, words text[] not null, primary key (tenant_id, id)
    );
    create index items_by_words on wall.items using gin (words);
    insert into wall.items
      select '${TENANT}', 'i' || i, 'Item ' || i, array['w' || i % 5000, 'v' || i % 7000] from generate_series(0, ${ROWS - 1}) i;
    insert into wall.items
      select 'other-' || i % 50, 'i' || i, 'Item ' || i, array['w' || i % 5000] from generate_series(0, ${ROWS - 1}) i;
    create role ${ROLE} nologin;
    grant usage on schema wall to ${ROLE};
    grant select on wall.items to ${ROLE};
    alter table wall.items enable row level security;
    create policy of_tenant on wall.items using (tenant_id = current_setting('wall.tenant'));
  `)
    .execute(db)
  await sql`vacuum analyze wall.items`.execute(db)
}
