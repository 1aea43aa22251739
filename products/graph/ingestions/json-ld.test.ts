// JSON-LD through HTTP: text values in every form that JSON-LD allows, and values that cannot be stored.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { ingestingTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const JSON_LD = 'application/ld+json'
const S = 'http://e.test/s'
const P = 'http://e.test/p'

/** A tenant that sends documents and queries the result. */
async function sender() {
  const tenant = await ingestingTenant(app)
  const { send, run, api, at } = tenant
  const ingest = async (type: string, document: string, context = 'facts') => {
    const { id } = await send(type, document, { context })
    await run(app.product, id)
    return api().get({ params: { id }, headers: at(context) })
  }
  const ask = async (query: string, accept: string, context = 'facts'): Promise<string> => {
    const response = await fetch(`${app.url}/graph/sparql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await app.key(tenant.tenant, 'member')}`,
        'content-type': 'application/sparql-query',
        accept,
        ...at(context),
      },
      body: query,
    })
    assert.equal(response.status, 200, await response.clone().text())
    return response.text()
  }
  return { ...tenant, ingest, ask }
}

const ALL = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }'
const lines = (text: string): string[] => text.trimEnd().split('\n').toSorted()

const TEXTS: [what: string, document: unknown, objects: string[]][] = [
  ['a plain string', { '@id': S, [P]: 's' }, ['"s"']],
  ['a value object', { '@id': S, [P]: [{ '@value': 's' }] }, ['"s"']],
  ['several values', { '@id': S, [P]: ['a', { '@value': 'b' }, 'a'] }, ['"a"', '"b"']],
  ['a vocabulary prefix', { '@context': { '@vocab': 'http://e.test/' }, '@id': S, p: 's' }, ['"s"']],
  ['the default language of the context', { '@context': { '@language': 'de' }, '@id': S, [P]: 's' }, ['"s"@de']],
  [
    'a term without language in a context that has one',
    { '@context': { '@language': 'de', p: { '@id': P, '@language': null } }, '@id': S, p: 's' },
    ['"s"'],
  ],
  [
    'a language map',
    { '@context': { p: { '@id': P, '@container': '@language' } }, '@id': S, p: { en: 's', '@none': 't' } },
    ['"s"@en', '"t"'],
  ],
  [
    'a datatype from the context',
    { '@context': { p: { '@id': P, '@type': 'http://e.test/t' } }, '@id': S, p: 's' },
    ['"s"^^<http://e.test/t>'],
  ],
  ['a boolean and a number', { '@id': S, [P]: [true, 1] }, ['"1"^^xsd:integer', '"true"^^xsd:boolean']],
]
for (const [what, document, objects] of TEXTS)
  test(`a text in JSON-LD is stored: ${what}`, async () => {
    const { ingest, ask } = await sender()
    const { status, errors } = await ingest(JSON_LD, JSON.stringify(document))
    assert.deepEqual([status, errors], ['succeeded', []])
    const stored = lines(await ask(ALL, 'application/n-triples'))
    const xsd = (object: string) => object.replace(/xsd:(\w+)/, '<http://www.w3.org/2001/XMLSchema#$1>')
    assert.deepEqual(
      stored,
      objects.map((object) => `<${S}> <${P}> ${xsd(object)} .`),
    )
  })

test('a list of texts in JSON-LD is stored', async () => {
  const { ingest, ask } = await sender()
  const { status, inserted } = await ingest(JSON_LD, JSON.stringify({ '@id': S, [P]: { '@list': ['a', 'b'] } }))
  assert.deepEqual([status, inserted], ['succeeded', 5])
  const firsts = await ask(`SELECT ?o { <${S}> <${P}>/rdf:rest*/rdf:first ?o }`.replace(/^/, RDF), 'text/csv')
  assert.deepEqual(lines(firsts.replaceAll('\r', '')), ['a', 'b', 'o'])
})
const RDF = 'PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> '

for (const type of [JSON_LD, 'text/turtle', 'application/n-triples', 'application/rdf+xml'])
  test(`the result of a query as ${type} can be sent back`, async () => {
    const { ingest, ask } = await sender()
    const objects = ['"plain"', '"tagged"@de-at', '7', '"typed"^^<http://e.test/t>', '<http://e.test/o>', '"<&>\\r\\n"']
    await ingest('text/turtle', `<${S}> <${P}> ${objects.join(', ')} ; a <http://e.test/T> .`)
    const { status, inserted } = await ingest(type, await ask(ALL, type), 'copy')
    assert.deepEqual([status, inserted], ['succeeded', 7])
    const ntriples = 'application/n-triples'
    assert.deepEqual(lines(await ask(ALL, ntriples, 'copy')), lines(await ask(ALL, ntriples)))
  })

test('a relative IRI without a base is rejected in JSON-LD as in Turtle', async () => {
  const { ingest } = await sender()
  const documents: [type: string, document: string][] = [
    ['text/turtle', `<a> <${P}> "x" . <${S}> <${P}> <b> ; a <c> ; <${P}> "kept" .`],
    [
      JSON_LD,
      JSON.stringify([
        { '@id': 'a', [P]: 'x' },
        { '@id': S, '@type': 'c', [P]: [{ '@id': 'b' }, 'kept'] },
      ]),
    ],
  ]
  for (const [type, document] of documents) {
    const { status, total, inserted, rejected, errors } = await ingest(type, document, type.slice(-2))
    assert.deepEqual([type, status, total, inserted, rejected], [type, 'partially_succeeded', 4, 1, 3])
    assert.match(errors[0]!.message, /not an absolute IRI: “a”/)
  }
  const alone = await ingest(JSON_LD, JSON.stringify({ '@id': 'a', [P]: 'x' }), 'alone')
  assert.deepEqual([alone.status, alone.total, alone.rejected], ['failed', 1, 1])
})

test('unknown JSON-LD keywords and terms that the context maps to null are ignored', async () => {
  const { ingest } = await sender()
  const document = { '@context': { gone: null }, '@id': S, '@type': '@later', gone: { '@id': 'a' }, [P]: 'kept' }
  const { status, total, rejected } = await ingest(JSON_LD, JSON.stringify(document))
  assert.deepEqual([status, total, rejected], ['succeeded', 1, 0])
})

test('a term may have the name of a built-in property of JavaScript objects', async () => {
  for (const term of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
    const { ingest, ask } = await sender()
    const document = { '@context': { [term]: P }, '@id': S, [term]: { '@id': 'http://e.test/o', [term]: ['s'] } }
    const { status, errors } = await ingest(JSON_LD, JSON.stringify(document))
    assert.deepEqual([term, status, errors], [term, 'succeeded', []])
    assert.deepEqual(lines(await ask(ALL, 'application/n-triples')), [
      `<http://e.test/o> <${P}> "s" .`,
      `<${S}> <${P}> <http://e.test/o> .`,
    ])
  }
})

test('a key that the parser would drop is rejected', async () => {
  const { ingest } = await sender()
  const document = `{"@context":{"__proto__":"${P}"},"@id":"${S}","__proto__":{"@id":"http://e.test/o"}}`
  const { status, errors } = await ingest(JSON_LD, document)
  assert.deepEqual([status, errors[0]?.message], ['failed', 'A key cannot be “__proto__”.'])
})
