// Files of hosted distributions: every syntax has the same triples as the context, and the checksum matches the bytes.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { type NewDistribution, RDF_TYPES, type RdfSyntax } from '@veritrace/contract/graph/catalog'
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { TestApp } from '@veritrace/platform/testing/app'
import oxigraph from 'oxigraph'
import type { Graph } from '../deps.ts'
import { fact, refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { updateDistributionRow } from './distribution-store.ts'
import { deleteFiles } from './forget-files.ts'
import { prepareFile } from './prepare-file.ts'
import { catalogTenant } from './testing.ts'
import { writeFile, writeSnapshot } from './write-file.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const literal = (object: string, more: Partial<NewStatement> = {}): NewStatement => ({ ...fact('s', object), ...more })
/** Values that have caused bugs in some syntax before. */
const ODD: NewStatement[] = [
  literal('a "quoted" \\ text\nwith\r\n lines,\ttabs & <tags> ]]> 😀 ü \u2028'),
  literal(''),
  literal('Katze', { language: 'de-AT' }),
  literal('01', { datatype: `${XSD}integer` }),
  literal('1.0E0', { datatype: `${XSD}double` }),
  literal('true', { datatype: `${XSD}boolean` }),
  literal('{"a":1}', { datatype: `${RDF}JSON` }),
  literal('x', { datatype: 'http://e.test/type?a=1&b="2'.replace('"', '%22') }),
  { ...literal('typed'), predicate: `${RDF}type` },
  { ...literal('http://e.test/Cat'), predicate: `${RDF}type`, objectType: 'iri' },
  { ...literal('_:0.b-1'), objectType: 'bnode' },
  { ...literal('x'), subject: '_:0.b-1', predicate: 'http://e.test/ns#é' },
  { ...literal('http://e.test/?q=1&r=%3C#frag'), objectType: 'iri', predicate: 'urn:e:p' },
  { ...literal('http://e.test/o'), objectType: 'iri', subject: 'dct:odd', predicate: 'http://purl.org/dc/terms/title' },
]

async function hosting(statements: NewStatement[], context = 'facts') {
  const own = await catalogTenant(app)
  if (statements.length > 0) await own.statements().createBatch({ body: { statements }, headers: own.at(context) })
  const dataset = await own.as().createDataset({ body: { title: 'All', contextId: context }, headers: own.at(context) })
  const host = (body: Partial<NewDistribution>, headers = own.at(context)) =>
    own.as().createDistribution({ body: { datasetId: dataset.id, ...body }, headers })
  const download = (id: string) => own.ask(`/catalog/distributions/${id}/download`, own.at(context))
  return { ...own, dataset, host, download }
}

/** The triples as sorted lines, with anonymous blank nodes. */
const linesOf = (text: string, format: string, graphName?: string) =>
  oxigraph
    .parse(text, { format })
    .map((quad) => {
      assert.equal(quad.graph.value, graphName ?? '')
      return oxigraph.quad(quad.subject, quad.predicate, quad.object).toString().replaceAll(/_:\S+/g, '_:b')
    })
    .toSorted()

test('a context is available in every RDF syntax, with count, size and checksum', async () => {
  const { host, download, iri } = await hosting(ODD)
  const found: Record<string, string[]> = {}
  for (const [syntax, mediaType] of Object.entries(RDF_TYPES)) {
    const made = await host({ mediaType })
    assert.deepEqual([made.hosted, made.status, made.format, made.statementCount], [true, 'ready', syntax, ODD.length])
    assert.ok(made.downloadURL?.startsWith(`${app.url}/graph/catalog/distributions/`), made.downloadURL ?? '')
    const response = await download(made.id)
    const bytes = Buffer.from(await response.arrayBuffer())
    const sha256 = createHash('sha256').update(bytes)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, mediaType])
    assert.deepEqual(
      [made.byteSize, made.checksum],
      [bytes.length, { algorithm: 'sha256', value: sha256.copy().digest('hex') }],
    )
    assert.equal(response.headers.get('repr-digest'), `sha-256=:${sha256.digest('base64')}:`)
    assert.match(response.headers.get('content-disposition')!, /^attachment; filename="[A-Za-z0-9.-]+\.[a-z]+"$/)
    const named = syntax === 'n-quads' || syntax === 'trig' ? iri('facts') : undefined
    found[syntax] = linesOf(bytes.toString(), mediaType, named)
  }
  assert.equal(found['n-triples']!.length, ODD.length)
  for (const [syntax, lines] of Object.entries(found)) assert.deepEqual(lines, found['n-triples'], syntax)
})

test('common spellings of formats are accepted', async () => {
  const { host } = await hosting([fact(1)])
  const names: [string, RdfSyntax][] = [
    ['TTL', 'turtle'],
    ['JSON-LD', 'json-ld'],
    ['RDF/XML', 'rdf-xml'],
    ['nq', 'n-quads'],
  ]
  for (const [format, syntax] of names) {
    const made = await host({ format })
    assert.deepEqual([made.format, made.mediaType, made.hosted], [syntax, RDF_TYPES[syntax], true])
  }
})

test('a file never changes: later statements are in the next file', async () => {
  const { host, download, statements, at } = await hosting([fact(1)])
  const first = await host({ format: 'turtle' })
  await statements().create({ body: fact(2), headers: at() })
  const second = await host({ format: 'turtle' })
  assert.deepEqual([first.statementCount, second.statementCount, second.seq! > first.seq!], [1, 2, true])
  assert.ok(!(await (await download(first.id)).text()).includes('http://e.test/2'))
  assert.ok((await (await download(second.id)).text()).includes('http://e.test/2'))
})

test('an empty context gives an empty document in every syntax', async () => {
  const { host, download } = await hosting([])
  for (const mediaType of Object.values(RDF_TYPES)) {
    const made = await host({ mediaType })
    assert.equal(made.statementCount, 0)
    assert.deepEqual(linesOf(await (await download(made.id)).text(), mediaType), [])
  }
})

test('a context that RDF/XML cannot represent is rejected, and no file is stored', async () => {
  const odd: Partial<NewStatement>[] = [
    { predicate: 'http://e.test/1' },
    { predicate: `${RDF}li` },
    { predicate: 'http://e.test/' },
    { object: 'a\u0001b' },
  ]
  for (const more of odd) {
    const { host, as, at, dataset, tenant } = await hosting([{ ...fact(1), ...more }])
    await assert.rejects(host({ format: 'rdf-xml' }), refused(422, 'syntax_too_narrow'))
    assert.equal((await host({ format: 'turtle' })).statementCount, 1)
    const { distributions } = await as().getDataset({ params: { id: dataset.id }, headers: at() })
    assert.equal(distributions.length, 1)
    assert.equal((await Array.fromAsync(app.platform.blobs.list(`graph/${tenant.id}/`))).length, 1)
  }
})

test('a distribution that is neither hosted nor linked is rejected by field', async () => {
  const { host, as, at } = await hosting([fact(1)])
  const cases: Partial<NewDistribution>[] = [
    { title: 'nowhere' },
    { mediaType: 'text/csv' },
    { mediaType: 'text/turtle', format: 'trig' },
    { mediaType: 'text/turtle', byteSize: 3 },
    { downloadURL: 'https://e.test/x', checksum: { algorithm: 'sha256', value: 'a'.repeat(32) } },
    { downloadURL: 'e.test/x' },
    { downloadURL: 'https://' },
    { accessURL: 'https:///x' },
    { downloadURL: 'file:///etc/passwd' },
    { downloadURL: 'https://e.test/x', byteSize: -1 },
  ]
  for (const body of cases) await assert.rejects(host(body), refused(422, 'invalid_body'))
  const bare = await as().createDataset({ body: { title: 'no context' }, headers: at() })
  const asked = as().createDistribution({ body: { datasetId: bare.id, format: 'turtle' }, headers: at() })
  await assert.rejects(asked, refused(422, 'invalid_body'))
})

test('a call in context scope cannot download the file of another context, even if the catalog lists it', async () => {
  const { as, at, statements } = await hosting([fact(1)])
  await statements().create({ body: fact('secret'), headers: at('more') })
  const wide = at('facts', { wide: true })
  const { id: datasetId } = await as().createDataset({ body: { title: 'x', contextId: 'more' }, headers: wide })
  const asked = as().createDistribution({ body: { datasetId, format: 'turtle' }, headers: at() })
  await assert.rejects(asked, refused(403, 'graph_out_of_scope'))
  const { id } = await as().createDistribution({ body: { datasetId, format: 'turtle' }, headers: wide })
  await assert.rejects(as().download({ params: { id }, headers: at() }), refused(403, 'graph_out_of_scope'))
  const stream = (await as().download({ params: { id }, headers: wide })) as AsyncIterable<Uint8Array>
  assert.ok(Buffer.concat(await Array.fromAsync(stream)).includes('http://e.test/secret'))
})

test('generated fields cannot be changed, others can, and a deleted file is gone', async () => {
  const { host, as, at, download, dataset } = await hosting([fact(1)])
  const { id } = await host({ format: 'turtle' })
  const change = (body: object) =>
    as().updateDistribution({ params: { id }, body, headers: { ...at(), 'if-match': '"1"' } })
  for (const body of [{ byteSize: 1 }, { checksum: null }, { downloadURL: 'https://e.test/x' }, { format: 'trig' }])
    await assert.rejects(change(body), refused(422, 'unacceptable'))
  assert.deepEqual([(await change({ title: 'T' })).title, (await download(id)).status], ['T', 200])
  await assert.rejects(change({ title: 'U' }), refused(412, 'stale_version'))
  const other = await host({ accessURL: 'https://e.test/x' })
  const elsewhere = { params: { id: other.id }, headers: at() }
  await assert.rejects(as().download(elsewhere), refused(409, 'distribution_not_hosted'))
  await assert.rejects(
    as().updateDistribution({ ...elsewhere, body: { accessURL: null } }),
    refused(422, 'unacceptable'),
  )
  await as().deleteDistribution({ params: { id }, headers: at() })
  assert.equal((await download(id)).status, 404)
  const { version, distributions } = await as().getDataset({ params: { id: dataset.id }, headers: at() })
  assert.deepEqual([distributions.map((one) => one.id), version], [[other.id], 5])
})

test('the file of a large context is written by a job, exactly once, and downloads fail until then', async () => {
  const { host, as, at, download, tenant } = await hosting([fact(1)])
  const { id } = await host({ format: 'n-triples' })
  const deps = app.platform as unknown as Graph
  const bare = id.split(':').at(-1)!
  const place = { tenant: tenant.id, workspace: tenant.id }
  const cleared = { status: 'preparing', byte_size: null, checksum: null, statement_count: null, seq: null } as const
  await updateDistributionRow(deps.db, place, bare, cleared)
  await assert.rejects(as().download({ params: { id }, headers: at() }), refused(409, 'distribution_not_ready'))
  const asked = { ...place, customer: tenant.customer_id, id: bare }
  await prepareFile(deps, asked)
  await prepareFile(deps, asked)
  const ready = await as().getDistribution({ params: { id }, headers: at() })
  assert.deepEqual([ready.status, ready.statementCount, (await download(id)).status], ['ready', 1, 200])
  const events = (await app.audit(tenant)).filter(({ action }) => action === 'distribution.prepare')
  assert.equal(events.length, 1)
  await updateDistributionRow(deps.db, place, bare, { ...cleared, source_context: 'facts' })
  await as().deleteDistribution({ params: { id }, headers: at() })
  await deleteFiles(deps, { keys: [`graph/${tenant.id}/${tenant.id}/distributions/${bare}`] })
  await prepareFile(deps, asked)
  assert.deepEqual(await Array.fromAsync(deps.blobs.list(`graph/${tenant.id}/`)), [])
})

test('a file written during changes of the workspace is a consistent snapshot or is discarded', async () => {
  const { statements, at, tenant } = await hosting([fact(1)])
  const deps = app.platform as unknown as Graph
  const place = { tenant: tenant.id, workspace: tenant.id, context: 'facts' }
  let n = 0
  const busy = {
    ...deps,
    blobs: {
      ...deps.blobs,
      put: async (...given: Parameters<Graph['blobs']['put']>) => {
        await statements().create({ body: fact(`later ${n++}`.replace(' ', '-')), headers: at() })
        return deps.blobs.put(...given)
      },
    },
  }
  assert.equal(await writeFile(busy, place, 'n-quads', 'graph/test/busy'), undefined)
  const facts = await writeSnapshot(deps, place, 'n-quads', 'graph/test/busy')
  assert.deepEqual([n, facts.statement_count, facts.seq], [2, 3, 3])
  await deps.blobs.delete('graph/test/busy')
})
