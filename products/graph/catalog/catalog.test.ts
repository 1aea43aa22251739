// The catalog through HTTP: created, found, updated, visible only in its own context, and described in RDF.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import type { DatasetPatch, DistributionPatch, NewDataset } from '@veritrace/contract/graph/catalog'
import type { TestApp } from '@veritrace/platform/testing/app'
import oxigraph from 'oxigraph'
import { refused } from '../statements/testing.ts'
import { type ClockedApp, clockedGraphApp } from '../testing.ts'
import { PREFIXES } from './syntaxes/vocabulary.ts'
import { catalogTenant } from './testing.ts'

let app: TestApp
let clock: ClockedApp['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

const FIELDS: NewDataset = {
  title: 'Cats of “Vienna”',
  description: 'All of\nthem.',
  keywords: ['cats', 'Wien'],
  themes: ['http://e.test/theme/animals', 'Pets', 'skos:Concept', 'constructor:x'],
  publisher: 'City of Vienna',
  contactPoint: { name: 'Cat office', email: 'cats+all@e.test', url: 'https://e.test/cats' },
  license: 'https://creativecommons.org/licenses/by/4.0/',
  accessRights: 'public',
  issued: '2026-01-31',
  temporal: { startDate: '2020-01-01', endDate: '2020-12-31T23:59:59Z' },
  spatial: 'https://sws.e.test/vienna',
  conformsTo: ['https://e.test/standard'],
}
const wrong = (...paths: string[]) => {
  return (error: unknown) => {
    assert.ok(error instanceof ApiError && error.status === 422, String(error))
    const errors = error.problem.errors as { path: string }[]
    assert.deepEqual([...new Set(errors.map(({ path }) => path))].toSorted(), paths.toSorted(), error.message)
    return true
  }
}

test('a dataset is returned as entered, with derived fields', async () => {
  const { as, at, iri } = await catalogTenant(app)
  const made = await as().createDataset({ body: { ...FIELDS, contextId: 'facts' }, headers: at() })
  assert.match(made.id, /^urn:graph:dataset:[0-9a-z]{26}$/)
  const { id, version, distributions, createdAt, updatedAt, createdBy, modified, contextId, ...fields } = made
  assert.deepEqual(fields, { ...FIELDS })
  assert.deepEqual([version, distributions, contextId, modified], [1, [], iri('facts'), clock.now().toISOString()])
  assert.deepEqual([createdAt, updatedAt, typeof createdBy], [clock.now().toISOString(), createdAt, 'string'])
  assert.deepEqual(await as('viewer').getDataset({ params: { id }, headers: at() }), made)
  assert.deepEqual(await as('viewer').getDataset({ params: { id: id.slice(-26) }, headers: at() }), made)
})

test('invalid fields are rejected by name, and nothing is stored', async () => {
  const { as, at } = await catalogTenant(app)
  const cases: [object, ...string[]][] = [
    [{ title: ' ' }, 'title'],
    [{ title: 'x', issued: '2026-02-30' }, 'issued'],
    [{ title: 'x', issued: 'yesterday' }, 'issued'],
    [{ title: 'x', temporal: {} }, 'temporal'],
    [{ title: 'x', temporal: { startDate: '2020-01-02', endDate: '2020-01-01' } }, 'temporal.endDate'],
    [
      { title: 'x', temporal: { startDate: '2020-01-01T10:00:00Z', endDate: '2020-01-01T11:00:00+02:00' } },
      'temporal.endDate',
    ],
    [{ title: 'x', temporal: { startDate: '2020-01-02T00:00:00Z', endDate: '2020-01-01' } }, 'temporal.endDate'],
    [{ title: 'x', contactPoint: { email: 'nobody', url: 'ftp://e.test' } }, 'contactPoint.email', 'contactPoint.url'],
    [{ title: 'x', keywords: ['a', 'a'] }, 'keywords'],
    [{ title: 'x', contextId: 'a b' }, 'contextId'],
    [{ name: 'x' }, 'name', 'title'],
  ]
  for (const [body, ...paths] of cases)
    await assert.rejects(as().createDataset({ body: body as NewDataset, headers: at() }), wrong(...paths))
  assert.deepEqual((await as().listDatasets({ headers: at() })).items, [])
})

test('a contextId outside the scope is rejected; in workspace scope it may name another context', async () => {
  const { as, at, iri } = await catalogTenant(app)
  const make = (contextId: string, headers: Record<string, string>) =>
    as().createDataset({ body: { title: 'x', contextId }, headers })
  const foreign = ['urn:tenant:other:ws:other:graph:facts', iri('facts', 'elsewhere'), iri('more'), 'more']
  for (const contextId of foreign) await assert.rejects(make(contextId, at()), refused(403, 'graph_out_of_scope'))
  await assert.rejects(make(foreign[0]!, at('facts', { wide: true })), refused(403, 'graph_out_of_scope'))
  assert.equal((await make('more', at('facts', { wide: true }))).contextId, iri('more'))
})

test('lists are paged, newest first, and searched by text, keyword and theme', async () => {
  const { as, at } = await catalogTenant(app)
  const make = (title: string, more: Partial<NewDataset> = {}) =>
    as().createDataset({ body: { title, ...more }, headers: at() })
  await make('One', { keywords: ['red', '100%'] })
  await make('Two', { description: 'a one-off', themes: ['http://e.test/t'] })
  await make('Three')
  const titles = async (query: object) =>
    (await as('viewer').listDatasets({ query, headers: at() })).items.map(({ title }) => title)
  assert.deepEqual(await titles({}), ['Three', 'Two', 'One'])
  assert.deepEqual(await titles({ q: 'ONE' }), ['Two', 'One'])
  assert.deepEqual(await titles({ q: '0%' }), ['One'])
  assert.deepEqual(await titles({ q: '_' }), [])
  assert.deepEqual(await titles({ keyword: 'red' }), ['One'])
  assert.deepEqual(await titles({ theme: 'http://e.test/t' }), ['Two'])
  const first = await as().listDatasets({ query: { limit: 2 }, headers: at() })
  const second = await as().listDatasets({ query: { limit: 2, cursor: first.next }, headers: at() })
  assert.deepEqual([first.items.length, second.items.map(({ title }) => title), second.next], [2, ['One'], ''])
  await assert.rejects(as().listDatasets({ query: { cursor: 'x' }, headers: at() }), refused(400, 'invalid_cursor'))
  const elsewhere = as().listDatasets({ query: { cursor: first.next }, headers: at('more') })
  await assert.rejects(elsewhere, refused(400, 'invalid_cursor'))
})

test('an update increments the version, respects If-Match, and is recorded', async () => {
  const { as, at, tenant } = await catalogTenant(app)
  const { id } = await as().createDataset({ body: FIELDS, headers: at() })
  clock.advance(60_000)
  const changed = await as().updateDataset({
    params: { id },
    body: { title: 'Dogs', contactPoint: null, keywords: [] },
    headers: { ...at(), 'if-match': '"1"' },
  })
  assert.deepEqual([changed.title, changed.contactPoint, changed.keywords], ['Dogs', null, []])
  assert.deepEqual(
    [changed.version, changed.modified, changed.publisher],
    [2, clock.now().toISOString(), FIELDS.publisher],
  )
  const stale = as().updateDataset({ params: { id }, body: { title: 'x' }, headers: { ...at(), 'if-match': '"1"' } })
  await assert.rejects(stale, refused(412, 'stale_version'))
  await as().deleteDataset({ params: { id }, headers: at() })
  await assert.rejects(as().getDataset({ params: { id }, headers: at() }), refused(404, 'dataset_not_found'))
  const events = (await app.audit(tenant)).map(({ action, resource }) => [action, resource.id])
  assert.deepEqual(
    events,
    ['create', 'update', 'delete'].map((verb) => [`dataset.${verb}`, id]),
  )
})

test('a patch changes the given members, removes those set to null, and its result is validated', async () => {
  const { as, at } = await catalogTenant(app)
  const { id } = await as().createDataset({ body: FIELDS, headers: at() })
  const patch = (body: DatasetPatch) => as().updateDataset({ params: { id }, body, headers: at() })
  const { name: _, ...others } = FIELDS.contactPoint!
  assert.deepEqual((await patch({ contactPoint: { name: 'Z' } })).contactPoint, { ...others, name: 'Z' })
  assert.deepEqual((await patch({ contactPoint: { email: null, url: null } })).contactPoint, { name: 'Z' })
  assert.deepEqual((await patch({ contactPoint: {} })).contactPoint, { name: 'Z' })
  await assert.rejects(patch({ contactPoint: { name: null } }), wrong('contactPoint'))
  assert.deepEqual((await patch({ temporal: { endDate: '2021-01-01' } })).temporal, {
    startDate: '2020-01-01',
    endDate: '2021-01-01',
  })
  await assert.rejects(patch({ temporal: { startDate: '2021-01-02' } }), wrong('temporal.endDate'))
  await assert.rejects(patch({ temporal: { startDate: null, endDate: null } }), wrong('temporal'))
  assert.deepEqual((await patch({ temporal: { startDate: null } })).temporal, { endDate: '2021-01-01' })
  const bare = await patch({ temporal: null, description: null, keywords: null, themes: null, conformsTo: null })
  assert.deepEqual(
    [bare.temporal, bare.description, bare.keywords, bare.themes, bare.conformsTo],
    [null, '', [], [], []],
  )
  await assert.rejects(patch({ temporal: {} }), wrong('temporal'))
  assert.deepEqual((await patch({ temporal: { startDate: '2020-01-01' } })).temporal, { startDate: '2020-01-01' })
  assert.deepEqual((await patch({ title: 'Still' })).contactPoint, { name: 'Z' })
})

test('a checksum can be patched in parts, and its result is validated', async () => {
  const { as, at } = await catalogTenant(app)
  const { id: datasetId } = await as().createDataset({ body: FIELDS, headers: at() })
  const checksum = { algorithm: 'md5', value: 'a'.repeat(32) } as const
  const body = { datasetId, downloadURL: 'https://e.test/a', title: 'A', checksum }
  const { id } = await as().createDistribution({ body, headers: at() })
  const patch = (changes: DistributionPatch) =>
    as().updateDistribution({ params: { id }, body: changes, headers: at() })
  const value = 'b'.repeat(32)
  const changed = await patch({ checksum: { value }, title: null })
  assert.deepEqual([changed.checksum, changed.title], [{ algorithm: 'md5', value }, ''])
  await assert.rejects(patch({ checksum: { algorithm: 'sha256' } }), wrong('checksum.value'))
  await assert.rejects(patch({ checksum: { algorithm: null } }), wrong('checksum.algorithm'))
  assert.equal((await patch({ checksum: null })).checksum, null)
  await assert.rejects(patch({ checksum: { value } }), wrong('checksum.algorithm'))
})

test('the name of a built-in property is not a known format', async () => {
  const { as, at } = await catalogTenant(app)
  const { id: datasetId } = await as().createDataset({ body: { title: 'x', contextId: 'facts' }, headers: at() })
  const make = (more: object) => as().createDistribution({ body: { datasetId, ...more }, headers: at() })
  await assert.rejects(make({ format: 'constructor' }), wrong('accessURL'))
  const made = await make({ mediaType: 'const/ructor', accessURL: 'https://e.test/a' })
  assert.deepEqual([made.hosted, made.mediaType], [false, 'const/ructor'])
})

test('a patch may be sent as application/merge-patch+json, other bodies may not', async () => {
  const { as, at, tenant } = await catalogTenant(app)
  const { id } = await as().createDataset({ body: FIELDS, headers: at() })
  const send = async (method: string, path: string, body: string) =>
    fetch(`${app.url}/graph/catalog/datasets${path}`, {
      method,
      body,
      headers: {
        ...at(),
        authorization: `Bearer ${await app.key(tenant, 'member')}`,
        'content-type': 'application/merge-patch+json; charset=utf-8',
      },
    })
  const answer = await send('PATCH', `/${id}`, '{"title":"Patched"}')
  assert.deepEqual([answer.status, ((await answer.json()) as { title: string }).title], [200, 'Patched'])
  assert.equal((await send('PATCH', `/${id}`, '{"title":')).status, 400)
  assert.equal((await send('PATCH', `/${id}`, '{"titel":"x"}')).status, 422)
  assert.equal((await send('POST', '', '{"title":"x"}')).status, 415)
})

test('an outdated version cannot be deleted', async () => {
  const { as, at } = await catalogTenant(app)
  const { id: datasetId } = await as().createDataset({ body: FIELDS, headers: at() })
  const body = { datasetId, accessURL: 'https://e.test/a' }
  const { id } = await as().createDistribution({ body, headers: at() })
  await as().updateDistribution({ params: { id }, body: { title: 'B' }, headers: at() })
  const { version } = await as().getDataset({ params: { id: datasetId }, headers: at() })
  const is = (tag: number) => ({ ...at(), 'if-match': `"${tag}"` })
  const ask = {
    distribution: (tag: number) => as().deleteDistribution({ params: { id }, headers: is(tag) }),
    dataset: (tag: number) => as().deleteDataset({ params: { id: datasetId }, headers: is(tag) }),
  }
  await assert.rejects(ask.distribution(1), refused(412, 'stale_version'))
  await assert.rejects(ask.dataset(1), refused(412, 'stale_version'))
  await ask.distribution(2)
  await assert.rejects(ask.dataset(version), refused(412, 'stale_version'), 'the dataset has lost a distribution')
  await ask.dataset(version + 1)
  await assert.rejects(as().getDataset({ params: { id: datasetId }, headers: at() }), refused(404, 'dataset_not_found'))
})

test('other tenants, workspaces and contexts see and change nothing', async () => {
  const { as, at, tenant } = await catalogTenant(app)
  const { id } = await as().createDataset({ body: FIELDS, headers: at() })
  const elsewhere = { accessURL: 'https://e.test/a', datasetId: id }
  const distribution = await as().createDistribution({ body: elsewhere, headers: at() })
  const stranger = await catalogTenant(app)
  const others: [ReturnType<typeof as>, Record<string, string>][] = [
    [stranger.as('owner'), stranger.at('facts', { wide: true })],
    [as('owner'), at('facts', { workspace: 'elsewhere', wide: true })],
    [as('owner'), at('more')],
  ]
  for (const [client, headers] of others) {
    assert.deepEqual((await client.listDatasets({ headers })).items, [])
    const dataset = { params: { id }, headers }
    const missing = refused(404, 'dataset_not_found')
    await assert.rejects(client.getDataset(dataset), missing)
    await assert.rejects(client.updateDataset({ ...dataset, body: { title: 'x' } }), missing)
    await assert.rejects(client.deleteDataset(dataset), missing)
    const gone = refused(404, 'distribution_not_found')
    const one = { params: { id: distribution.id }, headers }
    await assert.rejects(client.getDistribution(one), gone)
    await assert.rejects(client.updateDistribution({ ...one, body: { title: 'x' } }), gone)
    await assert.rejects(client.deleteDistribution(one), gone)
    await assert.rejects(client.download(one), gone)
    await assert.rejects(client.createDistribution({ body: elsewhere, headers }), refused(422, 'unknown_reference'))
  }
  const wide = await as('viewer').getDataset({ params: { id }, headers: at('more', { wide: true }) })
  assert.deepEqual([wide.title, wide.distributions.length, wide.id.includes(tenant.id)], [FIELDS.title, 1, false])
})

/** The triples of a document as text, with prefixed names and anonymous blank nodes. */
const triplesIn = (document: string, format: string): string[] => {
  const short = (value: string) =>
    Object.entries(PREFIXES).reduce(
      (text, [prefix, iri]) => (text.startsWith(iri) ? `${prefix}:${text.slice(iri.length)}` : text),
      value,
    )
  return oxigraph
    .parse(document, { format })
    .map(({ subject, predicate, object }) => {
      const kind =
        object.termType === 'Literal' ? `"${object.value}"^^${short(object.datatype.value)}` : short(object.value)
      return `${subject.termType === 'BlankNode' ? '_' : short(subject.value)} ${short(predicate.value)} ${object.termType === 'BlankNode' ? '_' : kind}`
    })
    .toSorted()
}

test('a dataset is available as DCAT 3 in Turtle and JSON-LD with the same triples', async () => {
  const { as, at, ask } = await catalogTenant(app)
  const { id } = await as().createDataset({ body: FIELDS, headers: at() })
  await as().createDistribution({
    body: {
      datasetId: id,
      title: 'CSV',
      accessURL: 'https://e.test/cats',
      downloadURL: 'https://e.test/cats.csv',
      mediaType: 'text/csv',
      format: 'CSV',
      byteSize: 12,
      checksum: { algorithm: 'sha256', value: 'a'.repeat(64) },
      license: 'CC0',
      issued: '2026-02-01',
    },
    headers: at(),
  })
  const read = async (type: string) => {
    const response = await ask(`/catalog/datasets/${id}`, { ...at(), accept: type })
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, `${type}; charset=utf-8`])
    assert.equal(response.headers.get('vary'), 'accept, accept-encoding')
    return triplesIn(await response.text(), type)
  }
  const turtle = await read('text/turtle')
  assert.deepEqual(await read('application/ld+json'), turtle)
  const distribution = turtle.find((line) => line.includes('dcat:distribution '))!.split(' ')[2]
  const expected = [
    `${id} rdf:type dcat:Dataset`,
    `${id} dct:title "Cats of “Vienna”"^^xsd:string`,
    `${id} dct:description "All of\nthem."^^xsd:string`,
    `${id} dcat:keyword "Wien"^^xsd:string`,
    `${id} dcat:theme http://e.test/theme/animals`,
    `${id} dcat:theme skos:Concept`,
    `${id} dcat:theme constructor:x`,
    `${id} dct:publisher _`,
    '_ foaf:name "City of Vienna"^^xsd:string',
    '_ vcard:hasEmail mailto:cats%2Ball@e.test',
    `${id} dct:license https://creativecommons.org/licenses/by/4.0/`,
    `${id} dct:accessRights _`,
    `${id} dct:issued "2026-01-31"^^xsd:date`,
    `${id} dct:modified "${clock.now().toISOString()}"^^xsd:dateTime`,
    '_ dcat:endDate "2020-12-31T23:59:59Z"^^xsd:dateTime',
    `${id} dct:spatial https://sws.e.test/vienna`,
    `${id} dct:conformsTo https://e.test/standard`,
    `${id} dcat:version "2"^^xsd:string`,
    `${distribution} rdf:type dcat:Distribution`,
    `${distribution} dcat:downloadURL https://e.test/cats.csv`,
    `${distribution} dcat:accessURL https://e.test/cats`,
    `${distribution} dcat:mediaType https://www.iana.org/assignments/media-types/text/csv`,
    `${distribution} dct:format _`,
    `${distribution} dcat:byteSize "12"^^xsd:nonNegativeInteger`,
    `${distribution} spdx:checksum _`,
    '_ spdx:algorithm spdx:checksumAlgorithm_sha256',
    `_ spdx:checksumValue "${'a'.repeat(64)}"^^xsd:hexBinary`,
  ]
  for (const line of expected) assert.ok(turtle.includes(line), `${line}\nis not in\n${turtle.join('\n')}`)
  const one = await ask(`/catalog/distributions/${distribution}`, { ...at(), accept: 'text/turtle' })
  assert.ok(triplesIn(await one.text(), 'text/turtle').includes(`${distribution} rdf:type dcat:Distribution`))
})

test('the list is a dcat:Catalog with the next page in Link; unsupported types return 406', async () => {
  const { as, at, ask } = await catalogTenant(app)
  for (const title of ['a', 'b']) await as().createDataset({ body: { title }, headers: at() })
  const first = await ask('/catalog/datasets?limit=1', { ...at(), accept: 'text/turtle;q=0.5, application/json;q=0.1' })
  const triples = triplesIn(await first.text(), 'text/turtle')
  assert.equal(triples.filter((line) => line.endsWith('rdf:type dcat:Catalog')).length, 1)
  assert.equal(triples.filter((line) => line.includes(' dcat:dataset ')).length, 1)
  const link = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')![1]!
  const second = await ask(`/catalog/datasets${link}`, { ...at(), accept: 'application/json' })
  assert.deepEqual([second.headers.get('link'), ((await second.json()) as { items: [] }).items.length], [null, 1])
  const refusal = await ask('/catalog/datasets', { ...at(), accept: 'text/html' })
  assert.deepEqual([refusal.status, ((await refusal.json()) as { code: string }).code], [406, 'not_acceptable'])
})
