// Search by words, through HTTP.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ApiError } from '@veritrace/contract/client'
import { decodeCursor, encodeCursor } from '@veritrace/platform/db/keyset'
import type { TestApp } from '@veritrace/platform/testing/app'
import { refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { COMMENT, iri, LABEL, link, SKOS, searchTenant, TYPE, text } from './testing.ts'
import { placeOfNode } from './text/rank-nodes.ts'
import { openTextIndexes } from './text/text-indexes.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

test('a result has the node, its label and types, and the statement with matches marked', async () => {
  const { say, searcher, at } = await searchTenant(app)
  const { ids } = await say([
    text('ada', LABEL, 'Ada Lovelace@en'),
    text('ada', COMMENT, 'Wrote the first program <for> the "Analytical Engine" & more'),
    link('ada', TYPE, 'Person'),
    link('ada', TYPE, 'Author'),
  ])
  const { items, next, mode, partial } = await searcher.find({ query: { q: 'engine', limit: 20 }, headers: at() })
  assert.deepEqual([next, mode, partial], ['', 'text', false])
  const [{ score, ...found }] = items as [(typeof items)[number]]
  assert.ok(score > 0)
  assert.deepEqual(found, {
    nodeId: iri('ada'),
    label: 'Ada Lovelace',
    types: [iri('Author'), iri('Person')],
    predicate: COMMENT,
    snippet: 'Wrote the first program &lt;for&gt; the &quot;Analytical <mark>Engine</mark>&quot; &amp; more',
    statementId: ids[1],
  })
})

test('a node is listed once, and a node with all words ranks before one with some of them', async () => {
  const { say, find } = await searchTenant(app)
  await say([
    text('both', COMMENT, 'A loom for weaving wool'),
    text('both', LABEL, 'Jacquard'),
    text('one', LABEL, 'Loom'),
    text('one', COMMENT, 'loom loom loom'),
    text('none', LABEL, 'Abacus'),
  ])
  assert.deepEqual(await find('jacquard wool'), ['both'])
  assert.deepEqual(await find('loom jacquard'), ['both', 'one'])
  assert.deepEqual(await find('sail '), [])
})

test('words in labels rank higher than words in other text', async () => {
  const { say, find } = await searchTenant(app)
  await say([text('b', COMMENT, 'Ship'), text('a', SKOS.concat('altLabel'), 'Ship')])
  assert.deepEqual(await find('ship'), ['a', 'b'])
})

test('typos are tolerated in labels, but not in other text', async () => {
  const { say, find } = await searchTenant(app)
  await say([
    text('ada', LABEL, 'Ada Lovelace'),
    text('x', COMMENT, 'Babbage'),
    text('n', LABEL, 'Volume 1815'),
    text('acme', LABEL, 'Acme Corporation'),
  ])
  for (const q of ['Lovlace ', 'lvoelace ', 'Lovelacce ', 'Luvelace ', 'lovelase ', 'lovleace '])
    assert.deepEqual(await find(q), ['ada'], q)
  assert.deepEqual(await find('corporashun '), [], 'three edits')
  assert.deepEqual(await find('coporatoin '), ['acme'], 'two edits of a long word')
  assert.deepEqual(await find('Babage '), [])
  assert.deepEqual(await find('1816 '), [], 'another number is not a typo')
  assert.deepEqual(await find('adb '), [], 'another short word is not a typo')
})

test('only the last word may be incomplete', async () => {
  const { say, find } = await searchTenant(app)
  await say([text('a', LABEL, 'Analytical Engine'), text('b', LABEL, 'Engineer')])
  assert.deepEqual((await find('engin')).toSorted(), ['a', 'b'])
  assert.deepEqual(await find('engine'), ['a', 'b'], 'the whole word first')
  assert.deepEqual(await find('analytical eng'), ['a', 'b'])
  assert.deepEqual(await find('analyti eng'), ['b', 'a'])
  assert.deepEqual(await find('analyti x'), [])
})

test('accents, case and scripts without spaces do not matter', async () => {
  const { say, find } = await searchTenant(app)
  await say([
    text('z', LABEL, 'Zürich Straße'),
    text('t', LABEL, '東京都庁@ja'),
    text('g', LABEL, 'ΟΔΟΣ'),
    text('k', LABEL, 'Кириллица'),
  ])
  for (const [q, node] of [
    ['zurich', 'z'],
    ['STRASSE', 'z'],
    ['京都', 't'],
    ['οδος', 'g'],
    ['кирил', 'k'],
  ] as const)
    assert.deepEqual(await find(q), [node], q)
})

test('type, predicate and language filter the search', async () => {
  const { say, find } = await searchTenant(app)
  await say([
    text('a', LABEL, 'Mill@en-GB'),
    text('b', LABEL, 'Mill@de'),
    text('c', COMMENT, 'Mill'),
    link('a', TYPE, 'Person'),
    link('c', TYPE, 'Place'),
  ])
  assert.equal((await find('mill')).length, 3)
  assert.deepEqual(await find('mill', { type: iri('Person') }), ['a'])
  assert.deepEqual(await find('mill', { type: iri('Nothing') }), [])
  assert.deepEqual(await find('mill', { predicate: COMMENT }), ['c'])
  assert.deepEqual(await find('mill', { lang: 'en' }), ['a'])
  assert.deepEqual(await find('mill', { lang: 'DE' }), ['b'])
  assert.deepEqual(await find('mill', { lang: 'e' }), [])
  assert.deepEqual(await find('mill', { lang: '*' }), ['a', 'b'])
  assert.deepEqual(await find('mill', { type: iri('Person'), lang: 'de' }), [])
})

test('new statements are found immediately, retracted ones are not', async () => {
  const { say, find, as, at } = await searchTenant(app)
  assert.deepEqual(await find('kettle'), [])
  const { ids } = await say([text('a', LABEL, 'Kettle'), link('a', TYPE, 'Thing')])
  assert.deepEqual(await find('kettle', { type: iri('Thing') }), ['a'])
  await as().delete({ params: { id: ids[1]! }, headers: at() })
  assert.deepEqual(await find('kettle', { type: iri('Thing') }), [])
  assert.deepEqual(await find('kettel '), ['a'])
  await as().delete({ params: { id: ids[0]! }, headers: at() })
  assert.deepEqual(await find('kettle'), [])
  await say([text('b', LABEL, 'Kettles')])
  assert.deepEqual(await find('kettle '), ['b'], 'a word that no label has anymore is a typo again')
  await say([text('a', LABEL, 'Kettle')])
  assert.deepEqual(await find('kettle '), ['a'])
})

test('every search sees earlier writes, even while others write', async () => {
  const { say, find } = await searchTenant(app)
  await find('warm')
  const others = Array.from({ length: 15 }, (_, i) => say([text(`other${i}`, LABEL, `noise ${i}`)]))
  for (let i = 0; i < 15; i++) {
    await say([text(`n${i}`, LABEL, `unique${i}x`)])
    assert.deepEqual(await find(`unique${i}x `), [`n${i}`])
  }
  await Promise.all(others)
  assert.equal((await find('noise ')).length, 15)
})

test('consecutive pages have no gaps or repetitions', async () => {
  const { say, searcher, at } = await searchTenant(app)
  const names = Array.from({ length: 25 }, (_, i) => `n${String(i).padStart(2, '0')}`)
  await say(names.map((name) => text(name, LABEL, 'Same words')))
  const seen: string[] = []
  const pages: number[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = { q: 'same', limit: 10, ...(cursor && { cursor }) }
    const { items, next } = await searcher.find({ query, headers: at() })
    seen.push(...items.map(({ nodeId }) => nodeId))
    pages.push(items.length)
    cursor = next || undefined
  }
  assert.deepEqual(seen, names.map(iri))
  assert.deepEqual(pages, [10, 10, 5])
})

/** All pages; `between` runs after the second. */
async function readPages(
  { searcher, at }: Pick<Awaited<ReturnType<typeof searchTenant>>, 'searcher' | 'at'>,
  query: { q: string; limit: number },
  between: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  for (let [page, cursor] = [1, '']; page === 1 || cursor !== ''; page++) {
    const { items, next } = await searcher.find({ query: { ...query, ...(cursor && { cursor }) }, headers: at() })
    assert.ok(next.length <= 8_192)
    seen.push(...items.map(({ nodeId }) => nodeId.replace('http://e.test/', '')))
    if (page === 2) await between()
    cursor = next
  }
  return seen
}
const items = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => text(`pg${from + i}`, LABEL, `page item ${from + i}`))
const names = Array.from({ length: 55 }, (_, i) => `pg${i}`).toSorted()

test('writes between two pages cause no gaps or repetitions', async () => {
  const changes = {
    'a text with another word': [text('new', LABEL, 'zebra')],
    'a better match': [text('new', LABEL, 'page item page item')],
    'many other texts': Array.from({ length: 200 }, (_, i) =>
      text(`u${i}`, LABEL, `zebra lion ${i} and something else`),
    ),
    'words with a common prefix': Array.from({ length: 60 }, (_, i) => text(`w${i}`, LABEL, `items itemize${i}`)),
    'more text for all nodes': names.map((name) => text(name, COMMENT, 'page item, item page')),
    'better labels for the last nodes': [text('pg9', LABEL, 'page item'), text('pg1', LABEL, 'page item')],
  }
  for (const [what, statements] of Object.entries(changes)) {
    const tenant = await searchTenant(app)
    await tenant.say(items(0, 55))
    const seen = await readPages(tenant, { q: 'page item', limit: 10 }, () => tenant.say(statements))
    assert.deepEqual(seen.toSorted(), names, what)
  }
})

test('only statements that are retracted between two pages are missing', async () => {
  const tenant = await searchTenant(app)
  const { ids } = await tenant.say(items(0, 55))
  const more = await tenant.say(names.map((name) => text(name, COMMENT, 'page item page item page item')))
  const gone = [...ids.slice(50), ...more.ids].filter((id) => id !== null)
  const seen = await readPages(tenant, { q: 'page item', limit: 10 }, async () => {
    for (const id of gone) await tenant.as().delete({ params: { id }, headers: tenant.at() })
    // New labels for nodes on later and on earlier pages.
    await tenant.say(['pg50', 'pg51'].map((name) => text(name, LABEL, 'page item, renamed')))
  })
  assert.equal(new Set(seen).size, seen.length, 'no node appears twice')
  for (const name of [...names.filter((one) => !/^pg5./.test(one)), 'pg50', 'pg51'])
    assert.ok(seen.includes(name), name)
})

test('another process can continue the pages', async () => {
  const { say, tenant } = await searchTenant(app)
  await say(items(0, 55))
  const within = [tenant.id, tenant.id, 'facts'] as const
  const index = () => openTextIndexes(app.platform.db).at(within)
  const query = { q: 'page itme ', limit: 20 }
  const { hits, view } = await (await index()).find(query)
  await say([text('new', LABEL, 'itme page'), text('pg9', COMMENT, 'page page item'), text('pg1', LABEL, 'page')])
  const place = placeOfNode(hits.at(-1)!.score, hits.at(-1)!.node)
  const rest = await (await index()).find({ ...query, limit: 100, after: { place, view } })
  assert.deepEqual([...hits, ...rest.hits].map(({ node }) => node).toSorted(), names.map(iri))
})

test('a cursor can represent many words with a common prefix and long names', async () => {
  const { say, searcher, at } = await searchTenant(app)
  const long = 'y'.repeat(40)
  const name = (i: number) => `${'ü'.repeat(3_000)}${i}`
  await say(Array.from({ length: 60 }, (_, i) => text(name(i), LABEL, `${long}${i} ${'abcd'.repeat(12)}${i}`)))
  const query = { q: `${'abcd'.repeat(12)}x ${'abcd'.repeat(12)}yy ${long}`, limit: 7 }
  const seen: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await searcher.find({ query: { ...query, ...(cursor && { cursor }) }, headers: at() })
    seen.push(...page.items.map(({ nodeId }) => nodeId))
    cursor = page.next || undefined
  }
  // Only half of them, because the cursor has room for the words of that many.
  assert.equal(seen.length, 30)
  assert.equal(new Set(seen).size, seen.length)
})

test('a forged cursor is rejected', async () => {
  const { say, searcher, at, tenant } = await searchTenant(app)
  await say([text('a', LABEL, 'Twin'), text('b', LABEL, 'Twin')])
  const name = JSON.stringify(['search', [tenant.id, tenant.id, 'facts'], { q: 'twin' }])
  const { next } = await searcher.find({ query: { q: 'twin', limit: 1 }, headers: at() })
  const [kind, ...rest] = decodeCursor(name, next)
  const words = rest.at(-1)
  const forged = [
    [],
    [1, 'http://e.test/a'],
    [kind],
    [kind, ...rest.slice(0, -1), 'twin'],
    [kind, ...rest.slice(0, -1), [['twin']]],
    [kind, ...rest.slice(0, -1), [[1, 'twin']]],
    [kind, ...rest.slice(0, -2), 0, words],
    [kind, ...rest.slice(0, -2), null, words],
    ['left', 'aaaaaaaa0101'],
    ['left', 'nonsense'],
    ['left', {}],
  ]
  for (const position of forged)
    await assert.rejects(
      searcher.find({ query: { q: 'twin', limit: 1, cursor: encodeCursor(name, position) }, headers: at() }),
      refused(400, 'invalid_cursor'),
      JSON.stringify(position),
    )
})

test('a long text is cut around the matches, at whole characters', async () => {
  const { say, searcher, at } = await searchTenant(app)
  await say([
    text('a', COMMENT, `${'💡'.repeat(300)} needle ${'😀'.repeat(300)}`),
    text('b', COMMENT, `${'hay '.repeat(100)}needle`),
  ])
  const { items } = await searcher.find({ query: { q: 'needle', limit: 20 }, headers: at() })
  for (const { snippet } of items) {
    assert.ok(snippet.isWellFormed())
    assert.match(snippet, /<mark>needle<\/mark>/)
    assert.ok(snippet.length < 400)
  }
})

test('other tenants, workspaces and contexts find nothing', async () => {
  const [one, two] = [await searchTenant(app), await searchTenant(app)]
  await one.say([text('a', LABEL, 'Canary'), link('a', TYPE, 'Bird')])
  await one.say([text('b', LABEL, 'Canary islands')], one.at('other'))
  for (const mode of ['text', 'hybrid']) {
    assert.deepEqual(await two.find('canary', { mode }), [])
    assert.deepEqual(await two.find('canary', { mode }, two.at('facts', { wide: true })), [])
    assert.deepEqual(await one.find('canary', { mode }, one.at('facts', { workspace: 'elsewhere', wide: true })), [])
    assert.deepEqual(await one.find('canary', { mode }, one.at('third')), [])
    assert.deepEqual(await one.find('canary', { mode }), ['a'])
    assert.deepEqual(await one.find('canary', { mode }, one.at('third', { wide: true })), ['a', 'b'])
  }
  await assert.rejects(one.find('x', {}, one.at(two.iri('facts'))), refused(403, 'graph_out_of_scope'))
})

test('invalid parameters return 400 with their names', async () => {
  const { searcher, at } = await searchTenant(app)
  const cases: [object, string][] = [
    [{ q: '' }, 'q'],
    [{ q: ' \t ' }, 'q'],
    [{ q: 'x'.repeat(501) }, 'q'],
    [{ q: 'x', limit: 0 }, 'limit'],
    [{ q: 'x', limit: 101 }, 'limit'],
    [{ q: 'x', mode: 'magic' }, 'mode'],
    [{ q: 'x', colour: 'red' }, 'colour'],
    [{ q: 'x', lang: 'bad!' }, 'lang'],
    [{ q: 'x', lang: '' }, 'lang'],
    [{ q: 'x', lang: 'en_GB' }, 'lang'],
    [{ q: 'x', type: 'Person' }, 'type'],
    [{ q: 'x', type: 'http://e.test/a b' }, 'type'],
    [{ q: 'x', predicate: 'rdfs label' }, 'predicate'],
    [{ q: 'x', predicate: '_:b', mode: 'hybrid' }, 'predicate'],
  ]
  for (const [query, path] of cases)
    await assert.rejects(
      searcher.find({ query: { limit: 20, ...query } as never, headers: at() }),
      (error: ApiError) => {
        refused(400, 'invalid_query')(error)
        return (error.problem.errors as { path: string }[]).some((one) => one.path === path)
      },
    )
  await assert.rejects(searcher.find({ query: {} as never, headers: at() }), refused(400, 'invalid_query'))
  const cursor = { q: 'x', limit: 20, cursor: 'bm9uc2Vuc2U' }
  await assert.rejects(searcher.find({ query: cursor, headers: at() }), refused(400, 'invalid_cursor'))
})

test('a cursor is only valid for its own search', async () => {
  const { say, searcher, at } = await searchTenant(app)
  await say([text('a', LABEL, 'Twin'), text('b', LABEL, 'Twin')])
  const { next } = await searcher.find({ query: { q: 'twin', limit: 1 }, headers: at() })
  assert.ok(next)
  for (const query of [{ q: 'twins' }, { q: 'twin', type: iri('T') }])
    await assert.rejects(
      searcher.find({ query: { ...query, limit: 1, cursor: next }, headers: at() }),
      refused(400, 'invalid_cursor'),
    )
})

test('a query without words is not an error', async () => {
  const { say, find } = await searchTenant(app)
  await say([text('a', LABEL, 'C++ & "quotes"')])
  for (const q of ["'; drop table graph.statements; --", '%_\\', '***', '((((', '\u{1F600}', '"']) await find(q)
  assert.deepEqual(await find('quotes'), ['a'])
})

test('text without spaces is found by any part of it, even one character, and by embedded words and emoji', async () => {
  const { say, find, searcher, at } = await searchTenant(app)
  await say([
    text('tokyo', LABEL, '東京都@ja'),
    text('kyoto', LABEL, '京都府@ja'),
    text('phone', LABEL, 'iPhone手机2024年款@zh'),
    text('cat', LABEL, 'ฉันรักแมวมาก@th'),
    text('coffee', LABEL, 'コーヒー@ja'),
    text('rocket', LABEL, 'Start 🚀 now'),
    text('heart', LABEL, 'I ❤️ graphs'),
    text('mark', LABEL, 'Graph™'),
  ])
  for (const [q, ...found] of [
    ['東', 'tokyo'],
    ['都', 'kyoto', 'tokyo'],
    ['京都', 'kyoto', 'tokyo'],
    ['京 府', 'kyoto', 'tokyo'],
    ['手机', 'phone'],
    ['款', 'phone'],
    ['iphone', 'phone'],
    ['2024', 'phone'],
    ['แมว', 'cat'],
    ['ก', 'cat'],
    ['ヒ', 'coffee'],
    ['🚀', 'rocket'],
    ['❤', 'heart'],
    ['❤️', 'heart'],
    ['犬'],
    ['🛰️'],
  ] as const)
    assert.deepEqual((await find(q)).toSorted(), found, q)
  assert.deepEqual(await find('graph™'), ['mark', 'heart'], 'a trademark sign is not a word')
  const marked = async (q: string) =>
    (await searcher.find({ query: { q, limit: 1 }, headers: at() })).items.map(({ snippet }) => snippet)
  assert.deepEqual(await marked('東'), ['<mark>東</mark>京都'])
  assert.deepEqual(await marked('iphone'), ['<mark>iPhone</mark>手机2024年款'])
  assert.deepEqual(await marked('❤'), ['I <mark>❤️</mark> graphs'])
})

test('a character whose text was retracted finds nothing', async () => {
  const { say, find, as, at } = await searchTenant(app)
  const { ids } = await say([text('a', LABEL, '東京都'), text('b', LABEL, '京都府')])
  assert.deepEqual((await find('京')).toSorted(), ['a', 'b'])
  await as().delete({ params: { id: ids[0]! }, headers: at() })
  assert.deepEqual(await find('京'), ['b'])
})
