// Answers in XML: well-formed and complete, or rejected.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { openSparqlApp, problem, type SparqlApp, type Tenant } from './testing.ts'

let app: SparqlApp
before(async () => {
  app = await openSparqlApp()
})
after(() => app.close())

const RDF_XML = { headers: { accept: 'application/rdf+xml' } }
const ROWS_XML = { headers: { accept: 'application/sparql-results+xml' } }
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const ALL = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }'

async function holding(statements: string): Promise<Tenant> {
  const tenant = await app.tenant()
  const done = await app.update(tenant, `INSERT DATA { ${statements} }`)
  assert.equal(done.status, 200, await done.clone().text())
  return tenant
}

/** Property and object of each triple that a parser finds in the answer. */
async function triplesIn(answer: Response): Promise<[property: string, object: string][]> {
  assert.equal(answer.status, 200, await answer.clone().text())
  const parser = new RdfXmlParser()
  parser.write(await answer.text())
  parser.end()
  const quads = (await Array.fromAsync(parser as unknown as AsyncIterable<Quad>)) as Quad[]
  return quads.map(({ predicate, object }) => [predicate.value, object.value])
}
interface Quad {
  predicate: { value: string }
  object: { value: string }
}

const NARROW: [what: string, statement: string][] = [
  ['ends in a number', '<a:s> <http://ex.org/prop/1234> "x"'],
  ['ends in a slash', '<a:s> <http://ex.org/prop/> "x"'],
  ['ends in a colon', '<a:s> <urn:x:> "x"'],
  ['is reserved in RDF/XML', `<a:s> <${RDF}li> "x"`],
  ['is a reserved attribute', `<a:s> <${RDF}about> "x"`],
  ['was reserved in an earlier version', `<a:s> <${RDF}aboutEach> "x"`],
  ['belongs to an XML namespace', '<a:s> <http://www.w3.org/2000/xmlns/p> "x"'],
]
for (const [what, statement] of NARROW)
  test(`a property whose name ${what} is rejected in RDF/XML, and written in Turtle`, async () => {
    const tenant = await holding(statement)
    assert.deepEqual(await problem(await app.ask(tenant, ALL, RDF_XML)), [422, 'syntax_too_narrow'])
    assert.deepEqual(await problem(await app.ask(tenant, 'DESCRIBE <a:s>', RDF_XML)), [422, 'syntax_too_narrow'])
    assert.match(await (await app.ask(tenant, ALL)).text(), /x/)
  })

for (const character of ['\\u0001', '\\uFFFE', '\\uFFFF'])
  test(`a text with ${character} is rejected in XML, and written in JSON`, async () => {
    const tenant = await holding(`<a:s> <a:p> "before${character}after"`)
    const rows = 'SELECT ?o { ?s ?p ?o }'
    assert.deepEqual(await problem(await app.ask(tenant, ALL, RDF_XML)), [422, 'syntax_too_narrow'])
    assert.deepEqual(await problem(await app.ask(tenant, rows, ROWS_XML)), [422, 'syntax_too_narrow'])
    assert.equal((await app.ask(tenant, rows)).status, 200)
  })

test('a class is written in RDF/XML whatever its name is', async () => {
  const classes = ['http://ex.org/1', `${RDF}aboutEach`, `${RDF}li`, 'http://ex.org/T']
  const tenant = await holding(classes.map((one) => `<a:s> a <${one}>`).join(' . '))
  const found = await triplesIn(await app.ask(tenant, ALL, RDF_XML))
  assert.deepEqual(found.toSorted(), classes.map((one) => [`${RDF}type`, one]).toSorted())
})

/** SPARQL spelling and value: line ends of every kind, markup, and patterns that earlier bugs produced. */
const TEXTS: [written: string, value: string][] = [
  ['a\\rb\\r\\nc\\nd\\te', 'a\rb\r\nc\nd\te'],
  [' <oxprefix: xmlns:oxprefix=\\"x\\"/> ', ' <oxprefix: xmlns:oxprefix="x"/> '],
  ['<b>&amp;]]></b>&#xD;', '<b>&amp;]]></b>&#xD;'],
  ["it's \\u2028 \\u0085 \\uFFFD 😀", "it's \u2028 \u0085 \uFFFD 😀"],
  ['', ''],
]

test('a text survives RDF/XML unchanged', async () => {
  const tenant = await holding(TEXTS.map(([written]) => `<a:s> <http://ex.org/größe> "${written}"`).join(' . '))
  const found = await triplesIn(await app.ask(tenant, ALL, RDF_XML))
  assert.deepEqual(found.toSorted(), TEXTS.map(([, value]) => ['http://ex.org/größe', value]).toSorted())
})

test('a text survives XML rows unchanged', async () => {
  const tenant = await app.tenant()
  const rows = TEXTS.map(([written]) => `"${written}"`).join(' ')
  const answer = await app.ask(tenant, `SELECT ?o { VALUES ?o { ${rows} } }`, ROWS_XML)
  assert.equal(answer.status, 200)
  const text = await answer.text()
  // XML parsers normalize line ends first (XML 1.0 §2.11).
  const read = text.replace(/\r\n?/g, '\n')
  const values = [...read.matchAll(/<literal>([^<]*)<\/literal>|<literal\/>/g)].map(([, value = '']) =>
    unescaped(value),
  )
  assert.deepEqual(
    values,
    TEXTS.map(([, value]) => value),
  )
})

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9A-F]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, name?: string) =>
    name ? ENTITIES[name]! : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )

test('languages, datatypes and blank nodes are written in RDF/XML', async () => {
  const tenant = await holding('<a:s> <a:p> "x"@de-AT, 7, <a:o?a&b>, [ <a:q> "y"^^<a:t> ]')
  const text = await (await app.ask(tenant, ALL, RDF_XML)).text()
  for (const part of ['xml:lang="de-at"', 'XMLSchema#integer', 'rdf:resource="a:o?a&amp;b"', 'rdf:datatype="a:t"'])
    assert.ok(text.includes(part), text)
  const [made, used] = [/rdf:Description rdf:nodeID="(\w+)"/, /<p:p [^>]*rdf:nodeID="(\w+)"/].map((one) =>
    one.exec(text),
  )
  assert.deepEqual([made?.[1] !== undefined, made?.[1]], [true, used?.[1]])
})

test('an answer without triples is an empty document', async () => {
  const tenant = await app.tenant()
  assert.deepEqual(await triplesIn(await app.ask(tenant, ALL, RDF_XML)), [])
})

test('many triples are all written', async () => {
  const tenant = await holding(Array.from({ length: 1_200 }, (_, i) => `<a:s${i % 300}> <a:p> ${i}`).join(' . '))
  const found = await triplesIn(await app.ask(tenant, ALL, RDF_XML))
  assert.equal(new Set(found.map(([, object]) => object)).size, 1_200)
})
