// The docs as a reader finds them: every file, every link, every operation.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { contract, operationsOf } from '@veritrace/contract'
import type { SiteAnswer, SitePage } from '@veritrace/platform/pages/site'
import { openLibrary, ROOT } from './library.ts'
import { render, slugOf } from './markdown.ts'
import { docsPages } from './open-docs.ts'
import { addSchemas } from './reference/catalog.ts'
import { recordedExamples } from './reference/examples.ts'
import { sampleOf } from './reference/sample.ts'
import { limitsOf, typeOf } from './reference/schema.ts'

const PRODUCTS = ['provenance', 'graph', 'casework'] as const
const pages = docsPages({ products: PRODUCTS, isServed: () => true })

async function read(address: string, query: Record<string, string> = {}): Promise<SiteAnswer | undefined> {
  const at = pages.find(({ path }) => path === address) ?? pages.find(({ path }) => path === '/docs/*')!
  const request = { params: { '*': address.slice('/docs/'.length) }, query } as unknown as Parameters<
    SitePage['render']
  >[0]
  return (await at.render(request)) as SiteAnswer | undefined
}

const textOf = async (address: string, query?: Record<string, string>): Promise<string> =>
  (await read(address, query))?.body.text ?? assert.fail(`${address} does not exist`)

test('every Markdown file in docs/ has a page with a title, and no two share an address', () => {
  const { pages: known } = openLibrary()
  const files = globSync('docs/**/*.md', { cwd: ROOT }).filter((file) => !/^docs\/(?:errors|events)\.md$/.test(file))
  assert.deepEqual(
    [...new Set(files)].filter((file) => ![...known.values()].some((page) => page.file === file)),
    [],
  )
  for (const page of known.values()) assert.ok(page.title, `${page.file} has no title`)
  assert.equal(new Set([...known.values()].map(({ file }) => file)).size, known.size)
})

test('every link between pages leads to a page and a heading that exist', async () => {
  const ids = new Map<string, Set<string>>()
  const idsAt = async (address: string): Promise<Set<string> | undefined> => {
    if (!ids.has(address)) {
      const page = await read(address)
      if (!page) return undefined
      ids.set(address, new Set([...page.body.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
    }
    return ids.get(address)
  }
  const broken: string[] = []
  for (const { address, html, file } of openLibrary().pages.values())
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const [path = '', anchor] = href.startsWith('#') ? [address, href.slice(1)] : href.split('#')
      if (!path.startsWith('/docs')) continue
      const known = await idsAt(path)
      if (!known || (anchor && !known.has(anchor))) broken.push(`${file}: ${href}`)
    }
  assert.deepEqual(broken, [])
})

test('pages show their pictures, and the release notes have some', async () => {
  const all = [...openLibrary().pages.values()].map(({ html }) => html).join('\n')
  const sources = [...all.matchAll(/<img src="([^"]+)"/g)].map(([, source]) => source!)
  assert.deepEqual(
    sources.filter((source) => !source.startsWith('data:image/png;base64,iVBOR')),
    [],
  )
  assert.ok(sources.length >= 3)
  assert.match(await textOf('/docs/releases/0.2.0'), /<img src="data:image\/png;base64,/)
})

test('the table of decision records names every record', () => {
  const { pages: known } = openLibrary()
  const table = known.get('/docs/adr')!.html
  const records = [...known.keys()].filter((address) => /^\/docs\/adr\/\d{4}-/.test(address))
  assert.ok(records.length > 60)
  assert.deepEqual(
    records.filter((address) => !table.includes(`href="${address}"`)),
    [],
  )
})

test('every operation of the contract is in the reference, in the list of its product and in search', async () => {
  for (const id of PRODUCTS) {
    const product = contract[id]
    const list = await textOf(`/docs/api/${id}`)
    const links = [...list.matchAll(/<tr><td>.*?<a href="([^"]+)"/g)].map(([, href]) => href!)
    assert.equal(links.length, operationsOf(product).length, id)
    for (const address of new Set(links.map((link) => link.split('#')[0]!))) {
      const page = await textOf(address)
      for (const link of links.filter((one) => one.startsWith(`${address}#`)))
        assert.ok(page.includes(`<section class="op" id="${link.split('#')[1]}">`), link)
    }
  }
  assert.match(await textOf('/docs/search', { q: 'assert statement' }), /href="\/docs\/api\/graph\/statements#/)
})

test('search finds the beginning of a word and a word with a typo, and says when it finds nothing', async () => {
  assert.match(await textOf('/docs/search', { q: 'configu' }), /href="\/docs\/configuration/)
  assert.match(await textOf('/docs/search', { q: 'postgersql' }), /PostgreSQL/)
  assert.match(await textOf('/docs/search', { q: 'zzzqqq' }), /No page matches “zzzqqq”/)
  assert.doesNotMatch(await textOf('/docs/search', { q: '<script>alert(1)</script>' }), /<script/)
})

test('a page that does not exist is not found', async () => {
  for (const address of ['/docs/nothing', '/docs/api/nothing', '/docs/api/graph/nothing', '/docs/../package.json'])
    assert.equal(await read(address), undefined, address)
})

test('a server that leaves out operations does not document them', async () => {
  const [some] = operationsOf(contract.graph)
  const few = docsPages({ products: ['graph'], isServed: (endpoint) => endpoint === some!.endpoint })
  const request = { params: { '*': 'api' }, query: {} } as unknown as Parameters<SitePage['render']>[0]
  const { body } = (await few[1]!.render(request)) as SiteAnswer
  assert.match(body.text, /1 operation</)
  assert.doesNotMatch(body.text, /docs\/api\/casework/)
})

test('headings get the ids that GitHub gives them, each once', () => {
  const { headings, html } = render('# A\n\n## What’s new?\n\n## `code` & more\n\n## What’s new?\n', (href) => href)
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['a', 'whats-new', 'code--more', 'whats-new-1'],
  )
  assert.match(html, /<h2 id="code--more">/)
  assert.equal(slugOf('Ä b_c-d'), 'ä-b_c-d')
})

test('text in code, links and raw HTML cannot become markup', () => {
  const { html } = render(
    '# T\n\n`<b>` [x](javascript:alert"1) <img src=x onerror=y>\n\n```html\n<script>\n```\n',
    (href) => href,
  )
  assert.doesNotMatch(html, /<script|<img|<b>/)
})

test('a type is described in one line with its limits', () => {
  const schemas = { Thing: { type: 'object', properties: { a: { type: 'string' } } } }
  const cases = [
    [{ type: 'string', maxLength: 5 }, 'string', ['at most 5 characters']],
    [{ type: 'array', items: { $ref: '#/components/schemas/Thing' } }, 'array of Thing', []],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] }, '"a" or "b" or null', []],
    [{ type: 'integer', minimum: 1, maximum: 10, default: 5 }, 'integer', ['1 to 10', 'default 5']],
    [{}, 'anything', []],
  ] as const
  for (const [schema, type, limits] of cases)
    assert.deepEqual([typeOf(schema as object, schemas), limitsOf(schema as object, schemas)], [type, [...limits]])
})

test('two products cannot give one name to different schemas', () => {
  const schemas = { Thing: { type: 'object' } }
  addSchemas(schemas, { Thing: { type: 'object' }, Other: { type: 'string' } })
  assert.deepEqual(Object.keys(schemas), ['Thing', 'Other'])
  assert.throws(() => addSchemas(schemas, { Thing: { type: 'string' } }), /different schemas named Thing\. Give one/)
})

test('a schema that contains itself has a finite example', () => {
  const node = { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/Node' } } }
  assert.ok(JSON.stringify(sampleOf({ $ref: '#/components/schemas/Node' }, { Node: node }, true)).length < 200)
})

test('recorded examples belong to operations that exist', () => {
  const ids = new Set(PRODUCTS.flatMap((id) => operationsOf(contract[id]).map(({ name }) => `${id}.${name}`)))
  assert.deepEqual(
    Object.keys(recordedExamples()).filter((id) => !ids.has(id)),
    [],
  )
})
