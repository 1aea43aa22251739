// Search by words, through HTTP.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ApiError } from '@veritrace/contract/client'
import type { TestApp } from '@veritrace/platform/testing/app'
import { refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { COMMENT, iri, LABEL, link, SKOS, searchTenant, TYPE, text } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

test('a result names the node, its label and types, and the statement with the words marked', async () => {
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

test('a node comes once, and one with all the words before one with some of them', async () => {
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

test('words of a label weigh more than those of a text', async () => {
  const { say, find } = await searchTenant(app)
  await say([text('b', COMMENT, 'Ship'), text('a', SKOS.concat('altLabel'), 'Ship')])
  assert.deepEqual(await find('ship'), ['a', 'b'])
})

test('a typo in a label is forgiven, in a text it is not', async () => {
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
  assert.deepEqual(await find('1816 '), [], 'another number is no typo')
  assert.deepEqual(await find('adb '), [], 'nor is another short word')
})

test('the last word may be unfinished, the others may not', async () => {
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

test('type, predicate and language narrow the search', async () => {
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
  assert.deepEqual(await find('mill', { type: iri('Person'), lang: 'de' }), [])
})

test('what was just said is found, what was retracted is not', async () => {
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
  assert.deepEqual(await find('kettle '), ['b'], 'a word that is gone from the labels is a typo again')
  await say([text('a', LABEL, 'Kettle')])
  assert.deepEqual(await find('kettle '), ['a'])
})

test('every search sees the write before it, also while others write', async () => {
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

test('pages follow each other without gaps or repetitions', async () => {
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

test('a long text is shown around the words, cut at whole characters', async () => {
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

test('strangers find nothing: other tenants, other workspaces, other contexts', async () => {
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

test('parameters that do not fit are 400, each by its name', async () => {
  const { searcher, at } = await searchTenant(app)
  const cases: [object, string][] = [
    [{ q: '' }, 'q'],
    [{ q: ' \t ' }, 'q'],
    [{ q: 'x'.repeat(501) }, 'q'],
    [{ q: 'x', limit: 0 }, 'limit'],
    [{ q: 'x', limit: 101 }, 'limit'],
    [{ q: 'x', mode: 'magic' }, 'mode'],
    [{ q: 'x', colour: 'red' }, 'colour'],
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

test('the cursor of one search is none of another', async () => {
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

test('words that are no words are no error', async () => {
  const { say, find } = await searchTenant(app)
  await say([text('a', LABEL, 'C++ & "quotes"')])
  for (const q of ["'; drop table graph.statements; --", '%_\\', '***', '((((', '\u{1F600}', '"']) await find(q)
  assert.deepEqual(await find('quotes'), ['a'])
})
