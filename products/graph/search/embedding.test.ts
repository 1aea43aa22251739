// Search by meaning: labels are embedded in the background with the built-in model.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { search } from '@veritrace/contract/graph/search'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { deleteChangesBefore } from '../statements/change-store.ts'
import { refused } from '../statements/testing.ts'
import { graphApp, openGraphApp } from '../testing.ts'
import { COMMENT, iri, LABEL, link, runJob, SKOS, searchTenant, TYPE, text } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

async function embeddingTenant(on = app) {
  const one = await searchTenant(on)
  const { id } = one.tenant
  return {
    ...one,
    embed: (workspace = id) => runJob(on.product, 'embed-workspace', { tenant: id, workspace }),
    progress: async (headers = one.at()) => (await one.as('viewer').stats({ headers })).embedding,
  }
}

const ZOO = [
  text('cat', LABEL, 'Domestic cat'),
  text('cat', COMMENT, 'A small furry pet that purrs'),
  text('bank', LABEL, 'Central bank'),
  text('bank', COMMENT, 'It sets the interest rates of a currency'),
  text('car', LABEL, 'Racing car'),
  link('cat', TYPE, 'Animal'),
  text('nameless', COMMENT, 'A thing without a name'),
]

test('labeled nodes are found by meaning once they are embedded', async () => {
  const { say, find, embed, progress, searcher, at } = await embeddingTenant()
  const { ids } = await say(ZOO)
  assert.deepEqual(await progress(), { model: 'use-lite-en', labelled: 3, embedded: 0, pending: 3, upToDate: false })
  assert.deepEqual(await find('kitten', { mode: 'vector' }), [])
  await embed()
  assert.deepEqual(await progress(), { model: 'use-lite-en', labelled: 3, embedded: 3, pending: 0, upToDate: true })
  assert.equal((await find('kitten', { mode: 'vector' }))[0], 'cat')
  assert.equal((await find('monetary policy', { mode: 'vector' }))[0], 'bank')
  const { items, mode } = await searcher.find({ query: { q: 'kitten', limit: 1, mode: 'vector' }, headers: at() })
  const [{ score, ...first }] = items as [(typeof items)[number]]
  assert.ok(score > 0.3 && score < 1)
  assert.deepEqual(
    [mode, first],
    [
      'vector',
      {
        nodeId: iri('cat'),
        label: 'Domestic cat',
        types: [iri('Animal')],
        predicate: LABEL,
        snippet: 'Domestic cat',
        statementId: ids[0],
      },
    ],
  )
})

test('hybrid mode finds results by words and by meaning, and ranks common ones first', async () => {
  const { say, embed, find, searcher, at } = await embeddingTenant()
  await say([...ZOO, text('film', COMMENT, 'A film about a kitten')])
  await embed()
  const found = await find('kitten pet', { mode: 'hybrid' })
  assert.equal(found[0], 'cat', 'found by both')
  assert.ok(found.includes('film'), 'found by words only')
  assert.ok(found.includes('bank'), 'found by meaning only')
  const pages: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = { q: 'kitten pet', limit: 1, mode: 'hybrid' as const, ...(cursor && { cursor }) }
    const { items, next } = await searcher.find({ query, headers: at() })
    pages.push(...items.map(({ nodeId }) => nodeId.replace('http://e.test/', '')))
    cursor = next || undefined
  }
  assert.deepEqual(pages, found)
})

test('pages by meaning and in hybrid mode keep the order of the first page during writes', async () => {
  const animals = ['Cat', 'Dog', 'Horse', 'Cow', 'Sheep', 'Goat', 'Pig', 'Duck', 'Hen', 'Fox', 'Wolf', 'Bear']
  // A simulated model: texts closer to "pet cat" have smaller angles. The built-in model would take seconds.
  const angleOf = (words: string) =>
    words.startsWith('pet cat') ? 0 : 0.1 + animals.indexOf(words.split(' ')[0]!) / 50
  const model = await openModel((words) => [Math.cos(angleOf(words)), Math.sin(angleOf(words))])
  const own = await openGraphApp({ env: envOf(model, 2, 'angles') })
  try {
    const { say, embed, searcher, at, as } = await embeddingTenant(own)
    const { ids } = await say(animals.map((animal) => text(animal, LABEL, `${animal} pet`)))
    await embed()
    const page = async (mode: 'vector' | 'hybrid', cursor?: string) => {
      const query = { q: 'pet cat', limit: 3, mode, ...(cursor && { cursor }) }
      const { items, next } = await searcher.find({ query, headers: at() })
      return { nodes: items.map(({ nodeId }) => nodeId.replace('http://e.test/', '')), next }
    }
    const first = { vector: await page('vector'), hybrid: await page('hybrid') }
    // Add more and better matches than fit into the window, and delete a node that was already returned.
    await say(Array.from({ length: 210 }, (_, i) => text(`new${i}`, LABEL, `pet cat ${i % 7}`)))
    const gone = first.vector.nodes[0]!
    assert.ok(first.hybrid.nodes.includes(gone), 'returned by both modes')
    await as().delete({ params: { id: ids[animals.indexOf(gone)]! }, headers: at() })
    await embed()
    for (const mode of ['vector', 'hybrid'] as const) {
      let { nodes: seen, next } = first[mode]
      while (next !== '') {
        const more = await page(mode, next)
        seen = [...seen, ...more.nodes]
        next = more.next
      }
      assert.deepEqual(seen.toSorted(), animals.toSorted(), mode)
    }
  } finally {
    await own.close()
    await model.close()
  }
})

test('type, predicate and language also filter the search by meaning', async () => {
  const { say, embed, find } = await embeddingTenant()
  await say([...ZOO, text('chat', LABEL, 'Chat domestique@fr'), text('tom', `${SKOS}prefLabel`, 'Tom cat@en')])
  await embed()
  const mode = 'vector'
  assert.deepEqual(await find('kitten', { mode, type: iri('Animal') }), ['cat'])
  assert.deepEqual(await find('kitten', { mode, type: iri('Nothing') }), [])
  assert.deepEqual(await find('kitten', { mode, predicate: `${SKOS}prefLabel` }), ['tom'])
  assert.deepEqual(await find('kitten', { mode, lang: 'fr' }), ['chat'])
})

test('vectors follow their labels when these are changed, retracted or added', async () => {
  const { say, embed, find, progress, as, at } = await embeddingTenant()
  const { ids } = await say([text('a', LABEL, 'Cat'), text('b', LABEL, 'Airport')])
  await embed()
  assert.equal((await find('kitten', { mode: 'vector' }))[0], 'a')
  await as().delete({ params: { id: ids[0]! }, headers: at() })
  await embed()
  assert.deepEqual(await find('kitten', { mode: 'vector' }), ['b'])
  await say([text('a', LABEL, 'Runway for planes'), text('b', COMMENT, 'Kittens everywhere')])
  await embed()
  assert.equal((await find('kitten', { mode: 'vector' }))[0], 'b')
  assert.deepEqual((await progress()).embedded, 2)
})

test('after the change log was deleted all labels are read again, and removed ones are noticed', async () => {
  const { say, embed, find, progress, as, at } = await embeddingTenant()
  const { ids } = await say([text('a', LABEL, 'Cat'), text('b', LABEL, 'Airport')])
  await embed()
  await as().delete({ params: { id: ids[0]! }, headers: at() })
  await say([text('c', LABEL, 'Dog')])
  await deleteChangesBefore(app.platform.db, new Date(Date.now() + 60_000))
  await embed()
  assert.deepEqual((await find('animal', { mode: 'vector' })).toSorted(), ['b', 'c'])
  assert.deepEqual((await progress()).upToDate, true)
})

test('label vectors are searched only in the scope of the call', async () => {
  const [one, two] = [await embeddingTenant(), await embeddingTenant()]
  await one.say(ZOO)
  await one.say([text('dog', LABEL, 'Dog')], one.at('other'))
  await one.embed()
  const vector = Array.from({ length: 512 }, (_, i) => Math.sin(i))
  const near = async ({ searcher }: typeof one, headers: Record<string, string>) =>
    (await searcher.byVector({ body: { vector }, headers })).items.length
  assert.equal(await near(one, one.at()), 3)
  assert.equal(await near(one, one.at('other')), 1)
  assert.equal(await near(one, one.at('third', { wide: true })), 4)
  assert.equal(await near(one, one.at('facts', { workspace: 'elsewhere', wide: true })), 0)
  assert.equal(await near(two, two.at('facts', { wide: true })), 0)
  assert.deepEqual(await two.find('kitten', { mode: 'vector' }, two.at('facts', { wide: true })), [])
  assert.deepEqual(await one.find('dog', { mode: 'vector' }, one.at('third')), [])
})

test('during a replacement the old labels are found by meaning, embedded again or not, and no new ones', async () => {
  const { say, embed, find, searcher, at, as, tenant, progress } = await embeddingTenant()
  const { ids } = await say(ZOO)
  await embed()
  const mark = (column: 'replaced_by' | 'read_in', value: string | null) =>
    sql`update graph.contexts set ${sql.ref(column)} = ${value} where tenant_id = ${tenant.id} and context = 'facts'`.execute(
      app.platform.db,
    )
  // Simulates a replacement: other writes also go to the copy, then the copy is read, and the context
  // changes.
  await mark('replaced_by', 'a document')
  await say(ZOO)
  await mark('read_in', 'facts+old')
  await mark('replaced_by', null)
  await say([text('toy', LABEL, 'Kitten'), text('bank', `${SKOS}prefLabel`, 'Cat')])
  await as().delete({ params: { id: ids[0]! }, headers: at() })
  const vector = Array.from({ length: 512 }, (_, i) => Math.sin(i))
  const look = async () => {
    for (const mode of ['vector', 'hybrid']) {
      const found = await find('kitten', { mode })
      assert.deepEqual([found[0], found.toSorted()], ['cat', ['bank', 'car', 'cat']])
    }
    assert.equal((await find('monetary policy', { mode: 'vector', type: iri('Animal') })).join(), 'cat')
    const { items } = await searcher.byVector({ body: { vector }, headers: at() })
    assert.deepEqual(items.map(({ label }) => label).toSorted(), ['Central bank', 'Domestic cat', 'Racing car'])
    const { contextId } = await as().get({ params: { id: items[0]!.statementId! }, headers: at() })
    assert.ok(contextId.endsWith(':graph:facts'), contextId)
  }
  await look()
  await embed()
  assert.deepEqual((await progress()).embedded, 3, 'in the copy')
  await look()
  await mark('read_in', null)
  assert.deepEqual((await find('kitten', { mode: 'vector' })).toSorted(), ['bank', 'car', 'toy'])
})

test('the job that runs every minute finds workspaces to embed', async () => {
  await passOverOthers(app)
  const { say, tenant, find } = await embeddingTenant()
  await say([text('a', LABEL, 'Cat')])
  await runJob(app.product, 'find-unembedded-workspaces', {})
  const { rows } = await sql<{ data: object }>`
    select data from jobs.job where name = 'embed-workspace' and data::text like ${`%${tenant.id}%`}`.execute(
    app.platform.db,
  )
  assert.equal(rows.length, 1)
  await runJob(app.product, 'embed-workspace', rows[0]!.data)
  assert.deepEqual(await find('kitten', { mode: 'vector' }), ['a'])
})

/** Marks the workspaces of all other tests as embedded, because the job would find them too. */
const passOverOthers = ({ platform }: TestApp) =>
  sql`insert into graph.embedding_progress (tenant_id, workspace_id, model, seq)
    select tenant_id, workspace_id, 'use-lite-en', seq from graph.workspaces
    on conflict (tenant_id, workspace_id, model) do update set seq = excluded.seq`.execute(platform.db)

test('without its embedder search by meaning returns 503, and hybrid mode searches by words', async () => {
  const away = await openGraphApp({ env: envOf({ url: 'http://127.0.0.1:1/v1' }, 2, 'away') })
  try {
    const { say, searcher, at, tenant } = await searchTenant(away)
    await say([text('a', LABEL, 'Cat')])
    // A vector from the time when the embedder was available.
    await insertVector(away, tenant.id)
    const ask = (mode: 'vector' | 'hybrid') => searcher.find({ query: { q: 'cat', limit: 20, mode }, headers: at() })
    await assert.rejects(ask('vector'), refused(503, 'unavailable'))
    const { items, mode } = await ask('hybrid')
    assert.deepEqual([items.length, mode], [1, 'text'])
  } finally {
    await away.close()
  }
})

test('if a model gets another vector length, labels are embedded again, and old vectors return with the old length', async () => {
  let length = 0
  const model = await openModel(() => Array.from({ length }, () => 1))
  const tenants: Awaited<ReturnType<typeof searchTenant>>[] = []
  try {
    for (const dimension of [2, 3, 2]) {
      const own = await openGraphApp({ env: envOf(model, dimension, 'grows') })
      length = dimension
      try {
        const one = tenants[0] ?? (await searchTenant(own))
        if (tenants.length === 0) await one.say([text('a', LABEL, 'Cat'), text('b', LABEL, 'Dog')])
        tenants.push(one)
        const { tenant, at } = one
        await runJob(own.product, 'embed-workspace', { tenant: tenant.id, workspace: tenant.id })
        const searcher = own.client(search, tenant, 'viewer')
        const { items } = await searcher.find({ query: { q: 'pet', limit: 20, mode: 'vector' }, headers: at() })
        assert.equal(items.length, 2, `with ${dimension} numbers`)
      } finally {
        await own.close()
      }
    }
    assert.equal(model.embedded.filter((word) => word.includes('Cat')).length, 2, 'once for each length')
  } finally {
    await model.close()
  }
})

/** An embedding endpoint with the given vectors. */
async function openModel(vectorOf: (words: string) => number[]) {
  const model = { url: '', embedded: [] as string[], close: () => http[Symbol.asyncDispose]() }
  const http = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] }
    model.embedded.push(...input)
    const data = input.map((words, index) => ({ index, embedding: vectorOf(words) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  model.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`
  return model
}

const envOf = ({ url }: { url: string }, dimension: number, model: string) => ({
  GRAPH_EMBEDDINGS_URL: url,
  GRAPH_EMBEDDINGS_DIMENSION: String(dimension),
  GRAPH_EMBEDDINGS_MODEL: model,
})

test('a migration moves older label vectors to the space name for their length', async () => {
  const migration = await readFile(new URL('../migrations/0016-label-spaces-by-length.sql', import.meta.url), 'utf8')
  const undone = new Error('undone')
  const looking = app.platform.db.transaction().execute(async (tx) => {
    await sql`
      with space as (
        insert into graph.vector_spaces (tenant_id, workspace_id, context, space, dimension, vectors)
        values ('t', 'even', 'c', 'labels@old', 2, 1), ('t', 'mixed', 'c', 'labels@old', 2, 2),
          ('t', 'even', 'c', 'labels@use-lite-en', 512, 0), ('t', 'even', 'c', 'own', 2, 0)
      ), vector as (
        insert into graph.vectors (tenant_id, workspace_id, context, space, node_id, node, vector, seq)
        values ('t', 'even', 'c', 'labels@old', 'a', 'a', decode(repeat('00', 8), 'hex'), 1),
          ('t', 'mixed', 'c', 'labels@old', 'a', 'a', decode(repeat('00', 8), 'hex'), 1),
          ('t', 'mixed', 'c', 'labels@old', 'b', 'b', decode(repeat('00', 12), 'hex'), 1)
      )
      insert into graph.embedding_progress (tenant_id, workspace_id, model, seq)
      values ('t', 'even', 'old', 7), ('t', 'mixed', 'old', 7), ('t', 'even', 'use-lite-en', 7)`.execute(tx)
    await sql.raw(migration).execute(tx)
    const found = await sql<{ name: string }>`
      select concat_ws(' ', workspace_id, space, vectors) as name from graph.vector_spaces where tenant_id = 't'
      union all select concat_ws(' ', workspace_id, space, node_id) from graph.vectors where tenant_id = 't'
      union all select concat_ws(' ', workspace_id, model, seq) from graph.embedding_progress where tenant_id = 't'
      order by 1`.execute(tx)
    assert.deepEqual(found.rows.map(({ name }) => name).toSorted(), [
      'even labels@old@2 1',
      'even labels@old@2 a',
      'even labels@use-lite-en 0',
      'even old@2 7',
      'even own 0',
      'even use-lite-en 7',
      'mixed labels@old@2 1',
      'mixed labels@old@2 a',
    ])
    throw undone
  })
  await assert.rejects(looking, undone)
})

async function insertVector({ platform }: TestApp, tenant: string): Promise<void> {
  const key = { tenant_id: tenant, workspace_id: tenant, context: 'facts', space: 'labels@away@2' }
  await platform.db
    .insertInto('graph.vector_spaces')
    .values({ ...key, dimension: 2, vectors: 1, seq: 1 })
    .execute()
}
