// Documents and guidance through HTTP: found and quoted, but only by callers who may read them.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type DocumentQuery, documents } from '@veritrace/contract/casework/documents'
import { type GuidanceQuery, guidance } from '@veritrace/contract/casework/guidance'
import { ApiError } from '@veritrace/contract/client'
import { type ImportOrder, importFile } from '../corpus/import-file.ts'
import type { Casework } from '../deps.ts'
import { evidenceTenant } from '../evidence/testing.ts'
import { spaceOf } from '../model/space.ts'
import { type CaseworkApp, openCaseworkApp, openTestDeps, ownCorpus } from '../testing.ts'
import { rankTexts } from './ranking/rules.ts'
import { searchPassages } from './search-passages.ts'

const REAL = new URL('../../../../shared/data/guidance/dsag-abap-guide/', import.meta.url)
const LICENSE = {
  spdx: 'CC-BY-4.0',
  attribution: 'The Lantern Society',
  url: 'https://creativecommons.org/licenses/by/4.0/',
  may_store_text: true,
  may_redistribute: true,
}
let app: CaseworkApp
let beside: Awaited<ReturnType<typeof openTestDeps>>
let deps: Casework
before(async () => {
  const corpusSpace = ownCorpus()
  app = await openCaseworkApp({ corpusSpace })
  beside = await openTestDeps(app, corpusSpace)
  deps = beside.deps
})
after(async () => {
  await app.close()
  await beside.close()
})

async function member(workspace?: string) {
  const tenant = await app.tenant()
  const headers = { 'x-tenant-id': tenant.id, 'x-workspace-id': workspace ?? tenant.id, 'x-context-id': 'facts' }
  const scope = { tenant: tenant.id, workspace: headers['x-workspace-id'] }
  const [one, other] = [app.client(documents, tenant, 'viewer'), app.client(guidance, tenant, 'viewer')]
  return {
    scope,
    tenant,
    list: (query: Partial<DocumentQuery> = {}) => one.list({ headers, query: { limit: 50, ...query } }),
    get: (id: string, query: { format?: 'text' | 'html'; highlight?: string } = {}) =>
      one.get({ headers, params: { id }, query: { format: 'text', ...query } }),
    guidance: (query: Partial<GuidanceQuery> = {}) => other.list({ headers, query: { limit: 20, ...query } }),
  }
}
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

/** Imports a page of a test source, as the collector would. */
function bring(space: string, path: string, text: string | Uint8Array, license = LICENSE, source = 'lantern-guide') {
  const order: ImportOrder = {
    space,
    pack: 'clean-core',
    source: { id: source, kind: 'guidance', title: path, importer: 'document', version_label: '', license },
    bytes: typeof text === 'string' ? Buffer.from(text) : text,
    uri: `https://guide.example.com/${path}`,
    asOf: new Date('2026-01-02T00:00:00Z'),
  }
  return importFile(deps, order)
}

const LANTERNS = `---
title: Not shown
---
# Keeping lanterns

Some words before the first part.

## Filling

A lantern is filled with VBAK oil at dusk. Never fill a burning lantern.

## Trimming

Trim the wick of the lantern with CL_BCS_MAIL_MESSAGE scissors & care.

\`\`\`
SELECT * FROM wick.
\`\`\`
`

test('a document is found by its text, with position and highlights', async () => {
  const { list, get, scope } = await member()
  await bring(spaceOf(scope), 'lanterns.md', LANTERNS)
  const { items, total } = await list({ q: 'trimming wicks' })
  assert.equal(total, 1)
  const [found] = items
  assert.equal(found!.title, 'Keeping lanterns')
  assert.equal(found!.path, 'lanterns.md')
  assert.equal(found!.is_own, true)
  assert.equal(found!.snippet!.section, 'Trimming')
  const marked = found!.snippet!.highlights.map(([start, end]) => found!.snippet!.text.slice(start, end))
  assert.deepEqual(marked.slice(0, 2), ['Trim', 'wick'])
  const { start, end } = found!.snippet!
  const read = await get(found!.id, { highlight: `${start},${end}` })
  assert.ok(read.text!.startsWith('Keeping lanterns'))
  assert.deepEqual(
    read.sections.map(({ heading, level }) => [heading, level]),
    [
      ['Keeping lanterns', 1],
      ['Filling', 2],
      ['Trimming', 2],
    ],
  )
  assert.ok(read.highlight!.text.startsWith('Trim the wick'))
  assert.equal((await list({ q: 'zeppelin' })).total, 0)
})

test('HTML is sanitized and marks the cited position', async () => {
  const { list, get, scope } = await member()
  const page = `${LANTERNS}\n<script>alert(1)</script><a href="javascript:x">bad</a> <b onclick="x">bold</b>\n\n<!-- hidden -->`
  await bring(spaceOf(scope), 'lanterns.md', page)
  const [found] = (await list({ q: 'scissors' })).items
  const { start } = found!.snippet!
  const plain = await get(found!.id, { format: 'html' })
  assert.equal(plain.text, null)
  assert.doesNotMatch(plain.html!, /script|javascript|onclick|hidden/)
  assert.match(plain.html!, /<h2 id="s3">Trimming<\/h2>/)
  const text = (await get(found!.id)).text!
  const at = text.indexOf('scissors & care')
  const { html } = await get(found!.id, { format: 'html', highlight: `${at},${at + 15}` })
  assert.match(html!, /<mark>scissors &amp; care<\/mark>/)
  const { highlight } = await get(found!.id, { highlight: 's3' })
  assert.equal(highlight!.text.startsWith('Trimming'), true)
  assert.ok(start > 0)
})

test('a document whose license forbids storing its text is found by its title and links to its address', async () => {
  const { list, get, scope } = await member()
  await bring(spaceOf(scope), 'paper.md', '# Secret varnish\n\nBoil the resin.', { ...LICENSE, may_store_text: false })
  const [found] = (await list({ q: 'varnish' })).items
  assert.equal(found!.snippet, null)
  const read = await get(found!.id)
  assert.deepEqual([read.text, read.html, read.reason], [null, null, 'license'])
  assert.equal(read.url, 'https://guide.example.com/paper.md')
  assert.deepEqual((await get(found!.id, { format: 'html' })).html, null)
  assert.equal((await list({ q: 'resin' })).total, 0)
  assert.equal((await list({ entry_id: found!.entry_id! })).total, 1)
})

test('documents of a workspace are neither found nor read by others', async () => {
  const { list, scope, tenant } = await member()
  const { id } = await bring(spaceOf(scope), 'lanterns.md', LANTERNS)
  const [mine] = (await list({ q: 'lantern' })).items
  const stranger = await member()
  const elsewhere = app.client(documents, tenant, 'viewer')
  const headers = { 'x-tenant-id': tenant.id, 'x-workspace-id': 'elsewhere', 'x-context-id': 'facts' }
  for (const query of [{ q: 'lantern' }, { entry_id: id }, { mentions: 'TABL:VBAK', source_id: 'lantern-guide' }]) {
    assert.equal((await stranger.list(query)).total, 0)
    assert.equal((await elsewhere.list({ headers, query: { limit: 50, ...query } })).total, 0)
  }
  await assert.rejects(stranger.get(mine!.id), refused(404, 'document_not_found'))
  await assert.rejects(
    elsewhere.get({ headers, params: { id: mine!.id }, query: { format: 'text' } }),
    refused(404, 'document_not_found'),
  )
  const passages = await searchPassages(deps, stranger.scope, { q: 'lantern', packId: 'clean-core', limit: 5 })
  assert.deepEqual(passages, [])
})

test('names that lists know are mentions, wherever they appear; words in capitals are not', async () => {
  const { list, get, scope } = await member()
  const { id } = await bring(spaceOf(scope), 'lanterns.md', LANTERNS)
  const [found] = (await list({ mentions: 'TABL:VBAK', entry_id: id })).items
  const { mentions, text } = await get(found!.id)
  const names = mentions.map(({ artifact, start, end, confidence }) => [
    `${artifact.type}:${artifact.name}`,
    text!.slice(start, end),
    confidence,
  ])
  assert.deepEqual(names, [
    ['TABL:VBAK', 'VBAK', 0.6],
    ['CLAS:CL_BCS_MAIL_MESSAGE', 'CL_BCS_MAIL_MESSAGE', 0.6],
  ])
  assert.equal((await list({ mentions: 'TABL:MARA', entry_id: id })).total, 0)
})

test('the database ranks by BM25 over everything that the workspace can read', async () => {
  const { scope } = await member()
  const texts = [
    'The harbour master counts the ships. Ships come at noon.',
    'Ships, ships, ships: nothing but ships in the harbour and more ships beyond the bridge where the old crane stands.',
    'A crane lifts stones.',
    'Nobody counts stones at the harbour.',
  ]
  for (const [place, text] of texts.entries()) await bring(spaceOf(scope), `${place}.txt`, `${place}\n${text}`)
  // An empty shared corpus, so that these documents are the only ones.
  const alone = { ...deps, corpusSpace: ownCorpus() }
  const search = (q: string) => searchPassages(alone, scope, { q, packId: 'clean-core', limit: 10 })
  for (const q of ['count ships harbours', 'crane', 'stones of the bridge', 'ships zeppelin']) {
    const expected = rankTexts(texts, (text) => `${texts.indexOf(text)}\n${text}`, q).map(
      ({ item, score, coverage }) => `${texts.indexOf(item)} ${score.toFixed(5)} ${coverage.toFixed(5)}`,
    )
    const found = (await search(q)).map(
      ({ title, score, coverage }) => `${title} ${score.toFixed(5)} ${coverage.toFixed(5)}`,
    )
    assert.deepEqual(found, expected, q)
  }
  assert.deepEqual(await search('the of and'), [])
})

test('search pages follow each other without gaps, and a cursor of another search is rejected', async () => {
  const { list, scope } = await member()
  for (let place = 0; place < 5; place++)
    await bring(spaceOf(scope), `${place}.txt`, `page ${place}\nmarmalade ${'and bread '.repeat(place)}`)
  const seen: string[] = []
  let cursor = ''
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ q: 'marmalade', limit: 2, ...(cursor && { cursor }) })
    assert.equal(page.total, 5)
    seen.push(...page.items.map(({ path }) => path))
    cursor = page.next
  } while (cursor)
  assert.deepEqual(seen, ['0.txt', '1.txt', '2.txt', '3.txt', '4.txt'])
  const { next } = await list({ q: 'marmalade', limit: 2 })
  await assert.rejects(list({ q: 'bread', limit: 2, cursor: next }), refused(400, 'invalid_cursor'))
  const { items } = await list({ source_id: 'lantern-guide', limit: 3 })
  assert.deepEqual(
    items.map(({ path }) => path),
    ['4.txt', '3.txt', '2.txt'],
  )
})

test('a new version replaces the old one, which remains readable for existing citations', async () => {
  const { list, get, scope } = await member()
  const first = await bring(spaceOf(scope), 'a.md', '# Anchors\n\nDrop the anchor in mud.')
  const [old] = (await list({ q: 'anchor' })).items
  await bring(spaceOf(scope), 'a.md', '# Anchors\n\nDrop the anchor in sand.')
  const { items, total } = await list({ q: 'anchor' })
  assert.equal(total, 1)
  assert.match(items[0]!.snippet!.text, /sand/)
  assert.equal((await list({ q: 'mud' })).total, 0)
  assert.match((await get(old!.id)).text!, /mud/)
  assert.equal((await list({ entry_id: first.id })).total, 1)
})

test('an unreadable file leaves the previous version in place', async () => {
  const { list, scope } = await member()
  await bring(spaceOf(scope), 'a.md', '# Anchors\n\nDrop the anchor in mud.')
  const broken = await bring(spaceOf(scope), 'a.md', new Uint8Array([0x41, 0xff, 0xfe, 0x41]))
  assert.deepEqual([broken.status, broken.status_reason], ['failed', 'The file is not UTF-8.'])
  assert.equal((await list({ q: 'anchor' })).total, 1)
})

test('an uploaded text is found in its workspace only, and disappears with its project', async () => {
  const own = await evidenceTenant(app)
  const project = await own.projects().create({ body: { name: 'ERP' }, headers: own.at() })
  const { document_ids, status } = await own.read(
    project.id,
    'handover.md',
    '# Handover\n\nThe gangway squeaks at MARA.',
  )
  assert.deepEqual([status, document_ids.length], ['parsed', 1])
  const api = app.client(documents, own.tenant, 'viewer')
  const search = (workspace?: string) => api.list({ headers: own.at(workspace), query: { limit: 5, q: 'gangway' } })
  const { items } = await search()
  assert.deepEqual([items[0]!.id, items[0]!.kind, items[0]!.is_own], [document_ids[0], 'evidence', true])
  const { mentions } = await api.get({ headers: own.at(), params: { id: document_ids[0]! }, query: { format: 'text' } })
  assert.deepEqual(
    mentions.map(({ artifact }) => artifact.name),
    ['MARA'],
  )
  assert.equal((await search('elsewhere')).total, 0)
  await own.projects('admin').remove({ headers: own.at(), params: { id: project.id }, query: {} })
  assert.equal((await search()).total, 0)
})

test('the guidance of a pack can be searched and cited from the start', async () => {
  const { list, get } = await member()
  const { items } = await list({ q: 'number ranges', source_id: 'pack-guidance', pack: 'clean-core' })
  assert.ok(items.length > 0)
  assert.equal(items[0]!.is_own, false)
  const { text, html } = await get(items[0]!.id, { format: 'html' })
  assert.equal(text, null)
  assert.ok(html!.length > 100)
})

test('guidance for an artifact says why it matches, sorted by strength, and quotes its document exactly', async () => {
  const { guidance: ask, get } = await member()
  const { items, target } = await ask({ artifact_id: 'TABL:MARA' })
  assert.equal(target.profile_id, 's4_private:2023_3')
  const chosen = items.find(({ id }) => id === 'choose-among-successors')!
  assert.match(chosen.matched_because, /^It matches MARA/)
  assert.equal(chosen.origin, 'pack')
  const ranks = items.filter(({ origin }) => origin === 'pack').map(({ strength }) => strength)
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
  )
  const [citation] = chosen.citations
  const { text } = await get(citation!.document_id!)
  assert.equal(text!.slice(citation!.locator.start, citation!.locator.end), citation!.quote)
  assert.equal(citation!.quote_hash, `sha256:${createHash('sha256').update(citation!.quote).digest('hex')}`)
  assert.ok(citation!.license)
})
const ORDER = ['required', 'recommended', 'consider', 'avoid']

test('guidance can be filtered by code, action, intent, phase and text, and is listed in full without a filter', async () => {
  const { guidance: ask } = await member()
  const ids = async (query: Parameters<typeof ask>[0]) => (await ask(query)).items.map(({ id }) => id)
  assert.ok((await ids({ code: 'D' })).includes('level-d'))
  assert.equal((await ids({ code: 'D' })).includes('level-a'), false)
  assert.ok((await ids({ action_id: 'retire' })).includes('action-retire'))
  assert.ok((await ids({ intent: 'release.diff' })).includes('release-upgrade'))
  assert.ok((await ids({ phase: 'review' })).includes('exemptions'))
  const asked = await ask({ q: 'how do exemptions expire' })
  assert.ok(asked.items.some(({ id }) => id === 'exemptions'))
  assert.deepEqual((await ask({ q: 'zeppelin mooring' })).items, [])
  assert.equal((await ask({ limit: 5 })).items.length, 5)
  assert.ok((await ids({ pack: 'vendor-trust', code: 'low' })).includes('band-low'))
  await assert.rejects(ask({ target: 'nowhere' }), refused(422, 'unknown_target'))
  await assert.rejects(ask({ case_id: 'cas_of_nobody' }), refused(404, 'case_not_found'))
  await assert.rejects(ask({ artifact_id: 'TABL:NO_SUCH_THING_AT_ALL' }), refused(404, 'artifact_not_found'))
})

test('a passage counts as guidance only if it covers the question, shows its license, and ranks before the pack if it is the workspace’s own', async () => {
  const { guidance: ask, scope } = await member()
  await bring(spaceOf(scope), 'lanterns.md', `${LANTERNS}\n\n# Exemptions\n\nHere exemptions expire on deck.`)
  const { items } = await ask({ q: 'trim the wick' })
  const passage = items.find(({ origin }) => origin === 'tenant')!
  assert.match(passage.summary_md, /^> Trim the wick/)
  assert.match(passage.summary_md, /CC-BY-4\.0, The Lantern Society$/)
  assert.equal(passage.citations[0]!.license, 'CC-BY-4.0, The Lantern Society')
  const { items: both } = await ask({ q: 'how do exemptions expire' })
  assert.deepEqual([both[0]!.origin, both[0]!.title.split(' › ')[1]], ['tenant', 'Exemptions'])
  assert.ok(both.some(({ id, origin }) => id === 'exemptions' && origin === 'pack'))
  const weak = await ask({ q: 'wick zeppelin mooring mast hydrogen' })
  assert.deepEqual(
    weak.items.filter(({ origin }) => origin !== 'pack'),
    [],
  )
  const stranger = await member()
  assert.deepEqual(
    (await stranger.guidance({ q: 'trim the wick' })).items.filter(({ origin }) => origin !== 'pack'),
    [],
  )
})

test('the complete DSAG guide can be imported and searched', {
  skip: !existsSync(REAL) && 'no real data',
}, async () => {
  const { list, scope } = await member()
  const files = (await readdir(REAL, { recursive: true })).filter((name) => name.endsWith('.md')).sort()
  for (const file of files)
    await bring(spaceOf(scope), file, await readFile(new URL(encodeURI(file), REAL)), LICENSE, 'dsag-abap-guide')
  assert.equal((await list({ source_id: 'dsag-abap-guide', limit: 1 })).total, files.length)
  const passages = await searchPassages(deps, scope, { q: 'released API', packId: 'clean-core', limit: 20 })
  const own = passages.filter(({ source_id }) => source_id === 'dsag-abap-guide')
  assert.ok(own.length >= 5, `${own.length} passages`)
  assert.ok(own.some(({ coverage }) => coverage === 1))
  assert.ok(own.every(({ highlights }) => highlights.length > 0))
})
