// Fetching from addresses, with canned responses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fetched, OutsideError, type SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import type { Casework } from '../../deps.ts'
import type { Pack, SourceSpec } from '../../packs/pack.ts'
import type { SourceState } from '../tables.ts'
import { gatherOnline, openIndexesOf } from './online.ts'
import { type Piece, SourceFailed } from './piece.ts'
import { namedIn } from './source-index.ts'

const license = { spdx: 'CC0-1.0', attribution: '', url: '', may_store_text: true, may_redistribute: true }
const LIST: SourceSpec = {
  id: 'list',
  kind: 'catalog',
  title: 'A list',
  uri: 'https://lists.test/a.json',
  list_id: 'a',
  importer: 'facts-json',
  version_label: '1',
  license,
  refresh_hours: 24,
  used_for: [],
}
const PAGE: SourceSpec = {
  ...LIST,
  id: 'page',
  kind: 'guidance',
  uri: 'https://pages.test/guide',
  importer: 'document',
}

const RAW = 'https://raw.githubusercontent.com/someone/lists/main'
const INDEX = 'https://api.github.com/repos/someone/lists/git/trees/main?recursive=1'
const REPOSITORY: SourceSpec = { ...LIST, id: 'release', uri: `${RAW}/src/list_2025_1.json`, complete: true }
const FAMILY: SourceSpec = { ...LIST, id: 'newer', uri: `${RAW}/src/list_2*.json`, list_id: 'pce-2*' }
const treeOf = (...paths: string[]) => ({
  status: 200,
  body: JSON.stringify({ tree: [{ type: 'tree', path: 'src' }, ...paths.map((path) => ({ type: 'blob', path }))] }),
})

type Answers = Record<string, { status: number; headers?: Record<string, string>; body?: string } | OutsideError>

async function gather(source: SourceSpec, answers: Answers, known?: Partial<SourceState>) {
  const asked: { url: string; headers: Readonly<Record<string, string>> }[] = []
  const safeFetch = (async (url, options = {}): Promise<Fetched> => {
    asked.push({ url, headers: options.headers ?? {} })
    const answer = answers[url] ?? { status: 404 }
    if (answer instanceof OutsideError) throw answer
    return { url, redirects: [], headers: {}, ...answer, body: Buffer.from(answer.body ?? '') }
  }) as SafeFetch
  const packs = {
    builtIn: () => [{ sources: [LIST, PAGE, REPOSITORY, FAMILY] } as unknown as Pack],
  } as unknown as Casework['packs']
  const pieces: Piece[] = []
  const deps = { safeFetch, packs, publicUrl: 'https://us.test' }
  const indexes = openIndexesOf(deps)
  const named = namedIn([LIST, PAGE, REPOSITORY, FAMILY])
  const parts = gatherOnline(deps, source, { known: known as SourceState, indexes, named, signal: undefined })
  for (let part = await parts.next(); ; part = await parts.next()) {
    if (part.done) return { asked, pieces, response: part.value }
    pieces.push(part.value)
  }
}
const failed = (kind: string, detail: RegExp) => (error: unknown) =>
  error instanceof SourceFailed && error.class === kind && detail.test(error.message)

test('a file is stored with its date and ETag, and fetched again only if it has changed', async () => {
  const headers = { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }
  const first = await gather(LIST, { [LIST.uri]: { status: 200, headers, body: '{}' } })
  assert.deepEqual(
    first.pieces.map(({ listId, asOf, bytes }) => [listId, asOf?.toISOString(), Buffer.from(bytes).toString()]),
    [['a', '2026-01-01T00:00:00.000Z', '{}']],
  )
  assert.deepEqual([first.response.etag, first.response.robots, first.asked.length], ['"1"', 'not_applicable', 1])
  const again = await gather(
    LIST,
    { [LIST.uri]: { status: 304 } },
    { etag: '"1"', last_modified: headers['last-modified'] },
  )
  assert.deepEqual([again.pieces, again.response.http_status, again.response.etag], [[], 304, '"1"'])
  assert.deepEqual(again.asked[0]?.headers['if-none-match'], '"1"')
})

test('only hosts named by a source are fetched from, also after a redirect', async () => {
  const to = (location: string) => ({ status: 302, headers: { location } })
  const moved = await gather(LIST, {
    [LIST.uri]: to('/b.json'),
    'https://lists.test/b.json': { status: 200, body: 'b' },
  })
  assert.equal(moved.pieces.length, 1)
  await assert.rejects(
    gather(LIST, { [LIST.uri]: to('https://other.test/') }),
    failed('network', /No source names the host other\.test/),
  )
  await assert.rejects(gather(LIST, { [LIST.uri]: to(LIST.uri) }), failed('http', /too many times/))
})

test('each outside failure has a class', async () => {
  const tooLarge = new OutsideError('too_large', 'The body is too large.')
  await assert.rejects(gather(LIST, { [LIST.uri]: { status: 500 } }), failed('http', /answered with 500/))
  await assert.rejects(
    gather(LIST, { [LIST.uri]: new OutsideError('dns', 'No such host.') }),
    failed('network', /No such/),
  )
  await assert.rejects(gather(LIST, { [LIST.uri]: tooLarge }), failed('too_large', /too large/))
  const folder = { ...LIST, importer: 'markdown-folder' }
  await assert.rejects(gather(folder, {}), failed('network', /mirror folder/))
})

test('a page of a site is fetched only if robots.txt allows it', async () => {
  const robots = 'https://pages.test/robots.txt'
  const page = { [PAGE.uri]: { status: 200, body: 'x' } }
  assert.equal((await gather(PAGE, page)).response.robots, 'allowed')
  const no = { ...page, [robots]: { status: 200, body: 'User-agent: *\nDisallow: /guide' } }
  await assert.rejects(gather(PAGE, no), failed('robots', /does not allow/))
  await assert.rejects(gather(PAGE, { ...page, [robots]: { status: 503 } }), failed('robots', /503/))
})

test('a star matches the files in the repository index that no other source names', async () => {
  const { asked, pieces } = await gather(FAMILY, {
    [INDEX]: treeOf('src/list_2025_1.json', 'src/list_2025_3.json', 'src/list_latest.json', 'old/list_2025_4.json'),
    [`${RAW}/src/list_2025_3.json`]: { status: 200, body: '{}' },
  })
  assert.deepEqual(
    pieces.map(({ listId, title }) => [listId, title]),
    [['pce-2025-3', 'A list: list_2025_3.json']],
  )
  assert.equal(asked.length, 2)
  await assert.rejects(gather(FAMILY, { [INDEX]: { status: 403 } }), failed('http', /answered with 403/))
  await assert.rejects(
    gather(FAMILY, { [INDEX]: { status: 200, body: '{"tree":[' } }),
    failed('parse', /cannot be read/),
  )
  const cut = { status: 200, body: '{"tree":[],"truncated":true}' }
  await assert.rejects(gather(FAMILY, { [INDEX]: cut }), failed('parse', /cut off/))
})

test('a moved list is found by the index, in another folder or format', async () => {
  const { pieces } = await gather(REPOSITORY, {
    [INDEX]: treeOf('src/archive/list_2025_1.csv', 'src/archive/list_2025_1.toon', 'README.md'),
    [`${RAW}/src/archive/list_2025_1.csv`]: { status: 200, body: 'csv' },
  })
  assert.deepEqual(
    pieces.map(({ importer, uri }) => [importer, uri]),
    [['cloudification-csv', REPOSITORY.uri]],
  )
  await assert.rejects(gather(REPOSITORY, { [INDEX]: treeOf('README.md') }), failed('http', /answered with 404/))
})
