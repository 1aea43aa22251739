// Reads documents in every syntax as the worker does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentType } from '@veritrace/contract/graph/ingestions'
import { bareId } from '@veritrace/platform/rdf/statement-id'
import { columnsAt, linesOf } from '../../statements/packed-rows.ts'
import { CHUNK } from '../rules.ts'
import { DocumentError } from './document-error.ts'
import type { Chunk, ReadOrder } from './messages.ts'
import { readDocument } from './read-document.ts'

const CONTEXT = 'urn:tenant:t:ws:w:graph:facts'
const scope = { tenant: 't', workspace: 'w', context: 'facts', contextId: CONTEXT, width: 'context' } as const

/** Reads the document in small pieces, which split tokens and characters. */
async function read(type: DocumentType, text: string | Uint8Array, more: Partial<ReadOrder> & { piece?: number } = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const { piece = 7, ...order } = more
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
  }
  const chunks: Chunk[] = []
  const whole: ReadOrder = { type, scope, blankPrefix: 'x', countOnly: false, skip: 0, size: CHUNK, ...order }
  const total = await readDocument(whole, pieces(), async (chunk) => void chunks.push(chunk))
  const lines = chunks.flatMap(linesIn).toSorted()
  return { total, chunks, lines, errors: chunks.flatMap((chunk) => chunk.errors) }
}
const linesIn = ({ packed, rows }: Chunk): string[] => (packed ? linesOf(packed) : rows.map(({ line }) => line))
const columnsIn = ({ chunks }: { chunks: Chunk[] }) => columnsAt(chunks[0]!.packed!, [0, 1, 2, 3, 4])
const refusedAt = (line: number | null, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DocumentError, String(error))
  assert.equal(error.line, line, error.message)
  assert.match(error.message, words)
  return true
}
const inGraph = (triple: string, graph = CONTEXT) => `${triple} <${graph}> .`

test('a statement becomes the same line in every syntax', async () => {
  const same = inGraph('<http://e.test/s> <http://e.test/p> "Grüße\\n"@de-at')
  const documents: [DocumentType, string][] = [
    ['text/turtle', '@prefix e: <http://e.test/> .\ne:s e:p "Grüße\\n"@de-AT .'],
    ['application/trig', 'PREFIX e: <http://e.test/>\n{ e:s e:p "Grüße\\n"@de-AT }'],
    ['application/n-triples', '<http://e.test/s> <http://e.test/p> "Gr\\u00FC\\u00DFe\\n"@de-AT .'],
    ['application/n-quads', `<http://e.test/s> <http://e.test/p> "Grüße\\n"@de-AT <${CONTEXT}> .\n`],
    ['application/ld+json', '{"@id":"http://e.test/s","http://e.test/p":{"@value":"Grüße\\n","@language":"de-AT"}}'],
    [
      'application/rdf+xml',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.test/"><r:Description r:about="http://e.test/s"><e:p xml:lang="de-AT">Grüße&#10;</e:p></r:Description></r:RDF>',
    ],
    [
      'application/json',
      '{"statements":[{"subject":"http://e.test/s","predicate":"http://e.test/p","object":"Grüße\\n","objectType":"literal","language":"de-AT"}]}',
    ],
    [
      'application/x-ndjson',
      '\n{"subject":"http://e.test/s","predicate":"http://e.test/p","object":"Grüße\\n","objectType":"literal","language":"de-AT"}\r\n',
    ],
  ]
  for (const [type, text] of documents) {
    const { lines, chunks, total } = await read(type, text)
    assert.deepEqual([type, lines, total], [type, [same], 1])
    const columns = columnsAt(chunks[0]!.packed!, [0])
    assert.equal(columns.id, `{"${bareId(same)}"}`)
    // The RDF/XML parser lowercases tags.
    assert.equal(columns.language, type === 'application/rdf+xml' ? '{"de-at"}' : '{"de-AT"}', type)
  }
})

test('blank nodes are local to the document and the same each time it is read', async () => {
  const turtle = '_:a <http://e.test/p> [ <http://e.test/q> _:a ], ( 1 ) .'
  const first = await read('text/turtle', turtle)
  assert.deepEqual((await read('text/turtle', turtle, { piece: 1_000 })).lines, first.lines)
  assert.ok(first.lines.some((line) => line.startsWith('_:xua ')))
  assert.ok(first.lines.some((line) => line.startsWith('_:xg0 <http://e.test/q> _:xua ')))
  const other = await read('text/turtle', turtle, { blankPrefix: 'y' })
  assert.equal(other.lines.filter((line) => first.lines.includes(line)).length, 0)
  const jsonLd = await read('application/ld+json', '{"@id":"_:g0","http://e.test/p":{"http://e.test/q":1}}')
  assert.deepEqual(jsonLd.lines.map((line) => line.split(' ')[0]).toSorted(), ['_:xg0', '_:xug0'])
})

test('an invalid statement is rejected with its line, and the rest is read', async () => {
  const document = [
    '<http://e.test/a> <http://e.test/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .',
    '<relative> <http://e.test/p> "b" .',
    '<http://e.test/a> <http://e.test/p> "x"^^<http://www.w3.org/2001/XMLSchema#integer> .',
    '<http://e.test/a> <http://e.test/p> "x"@a .',
    '<http://e.test/a> <http://e.test/p> "\\u0000" .',
    '<http://e.test/a> <http://e.test/p> <http://e.test/%zz> .',
    `<http://e.test/a> <http://e.test/p> "${'x'.repeat(262_145)}" .`,
    '<http://e.test/a> <http://e.test/p> "last" .',
  ].join('\n')
  const { lines, errors, chunks } = await read('text/turtle', document, { piece: 65_536 })
  assert.equal(lines.length, 2)
  assert.deepEqual(
    errors.map(({ line }) => line),
    [2, 3, 4, 5, 6, 7],
  )
  assert.deepEqual([chunks[0]!.received, chunks[0]!.rejected], [8, 6])
})

test('a graph must be a context of the workspace, and other contexts need workspace scope', async () => {
  const quad = (graph: string) => `<http://e.test/s> <http://e.test/p> "o" <${graph}> .`
  const graphs = [CONTEXT, 'urn:tenant:t:ws:w:graph:b', 'urn:tenant:t:ws:x:graph:b', 'http://e.test/g']
  const document = [...graphs.map(quad), '<http://e.test/s> <http://e.test/p> "o" _:b .'].join('\n')
  const narrow = await read('application/n-quads', document)
  assert.deepEqual([narrow.lines, narrow.chunks[0]!.rejected], [[quad(CONTEXT)], 4])
  const wide = await read('application/n-quads', document, { scope: { ...scope, width: 'workspace' } })
  assert.deepEqual([wide.lines, wide.chunks[0]!.rejected], [graphs.slice(0, 2).map(quad).toSorted(), 3])
  assert.match(narrow.errors[0]!.message, /X-Graph-Scope/)
})

test('statements about a triple are rejected counted_bytes with it', async () => {
  const prefix = '@prefix ex: <http://e.test/> .\n'
  for (const said of [
    'ex:bob ex:knows ex:eve {| ex:since 2001 ; ex:by [ ex:name "Ann" ] |} .',
    '<< ex:bob ex:knows ex:eve >> ex:since 2001 . ex:bob ex:knows ex:eve .',
  ]) {
    const { lines, errors } = await read('text/turtle', `${prefix}${said} ex:bob ex:age 7 .`)
    assert.ok(
      lines.every((line) => !line.includes('since')),
      lines.join('\n'),
    )
    assert.equal(lines.filter((line) => line.startsWith('<http://e.test/bob>')).length, 2)
    assert.ok(errors.some(({ message }) => /about a triple/.test(message)))
  }
})

/** An RDF/XML document with these declarations. */
const withEntities = (declarations: string, inside: string) =>
  `<?xml version="1.0"?>\n<!DOCTYPE r:RDF [\n${declarations}\n]>\n<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.test/">\n<r:Description r:about="http://e.test/s">${inside}</r:Description></r:RDF>`

test('entities of RDF/XML are expanded in text and in names', async () => {
  const declarations = [
    '<!ENTITY eacute "&#233;"><!ENTITY eacute "wrong">',
    '<!ENTITY ex "http://e.test/"><!ENTITY thing "&ex;thing">',
    '<!ENTITY lt "&#38;#60;"><!ENTITY amp "&#38;#38;">',
    '<!ENTITY its "it\'s"><!ENTITY said \'"so"\'>',
  ].join('\n')
  const inside = [
    '<e:p>caf&eacute;</e:p><e:p>&thing;</e:p><e:p r:resource="&thing;"/>',
    '<e:p>a &lt; b &amp; c</e:p><e:p>&its; &said;</e:p>',
  ].join('')
  for (const piece of [1, 7, 65_536]) {
    const { lines } = await read('application/rdf+xml', withEntities(declarations, inside), { piece })
    const objects = ['"café"', '"http://e.test/thing"', '<http://e.test/thing>', '"a < b & c"', '"it\'s \\"so\\""']
    assert.deepEqual(
      lines,
      objects.map((object) => inGraph(`<http://e.test/s> <http://e.test/p> ${object}`)).toSorted(),
    )
  }
})

test('invalid entities of RDF/XML are rejected with the line of their use', async () => {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
  const wrong: [declarations: string, name: string, words: RegExp][] = [
    [`<!ENTITY l0 "lol">${laughs}`, 'l9', /longer than/],
    ['<!ENTITY a "&b;"><!ENTITY b "&a;">', 'a', /itself/],
    ['<!ENTITY a "<e:b/>">', 'a', /markup/],
    ['<!ENTITY a SYSTEM "file:///etc/passwd">', 'a', /undefined entity/],
    ['<!ENTITY % a "x">', 'a', /undefined entity/],
  ]
  for (const [declarations, name, words] of wrong)
    for (const inside of [`<e:p>&${name};</e:p>`, `<e:p r:resource="&${name};"/>`])
      await assert.rejects(
        read('application/rdf+xml', withEntities(declarations, inside), { piece: 65_536 }),
        refusedAt(6, words),
      )
})

test('many uses of a long RDF/XML entity are rejected, many uses of a short one are not', async () => {
  const used = '<e:p>&a;</e:p>'.repeat(4_000)
  const long = withEntities(`<!ENTITY a "${'x'.repeat(60_000)}">`, used)
  await assert.rejects(read('application/rdf+xml', long, { piece: 65_536 }), refusedAt(6, /times as long/))
  const short = withEntities(`<!ENTITY a "http://e.test/${'x'.repeat(450)}">`, used)
  assert.equal((await read('application/rdf+xml', short, { piece: 65_536 })).total, 4_000)
})

test('a syntax error is reported with its line', async () => {
  const wrong: [DocumentType, string, number | null, RegExp][] = [
    ['text/turtle', '<http://e.test/s> <http://e.test/p> "o" .\n<http://e.test/s> oops "o" .', 2, /./],
    ['text/turtle', '<http://e.test/s> <http://e.test/p> "o"', 1, /./],
    ['application/n-triples', 'nonsense', 1, /./],
    ['application/n-quads', '<http://e.test/s> <http://e.test/p> .', 1, /./],
    ['application/trig', '<http://e.test/g> { <http://e.test/s> ', 1, /./],
    ['application/rdf+xml', '<a>\n<b></a>', 2, /./],
    ['application/rdf+xml', '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n', 2, /unclosed/],
    ['application/rdf+xml', 'no markup', 1, /./],
    ['application/ld+json', '{"@id": ', null, /./],
    ['application/ld+json', '{"@context":"https://example.com/context","@id":"_:a"}', null, /not fetched/],
    ['application/ld+json', '{"@context":{"@import":"https://example.com/context"},"@id":"_:a"}', null, /not fetched/],
    ['application/json', '[]', 1, /statements/],
    ['application/json', '{"statements":[{}\n{}]}', 1, /JSON/],
    ['application/json', '{"statements":[{},]}', 1, /JSON/],
    ['application/json', '{"statements":[{"a":}]}', 1, /JSON/],
    ['application/json', '{"statements":[{}], "more": 1}', 1, /nothing else/],
    ['application/json', '{"statements":[],"extra":1}', 1, /nothing else/],
    ['application/json', '{"statements":[]}}', 1, /nothing else/],
    ['application/json', '{"statements":[] ', 1, /early/],
    ['application/json', '{"statements":[{}', 1, /early/],
    ['application/json', '', 1, /statements/],
    ['application/x-ndjson', '{}\n{"a"', 2, /JSON/],
  ]
  for (const [type, text, line, words] of wrong)
    await assert.rejects(
      read(type, text).then(({ lines }) => assert.fail(`${type} ${text} gave ${lines}`)),
      (error) => {
        try {
          return refusedAt(line, words)(error)
        } catch (difference) {
          throw new Error(`${type} ${text}: ${(difference as Error).message}`)
        }
      },
    )
  for (const type of ['text/turtle', 'application/json', 'application/x-ndjson', 'application/n-quads'] as const)
    await assert.rejects(read(type, Uint8Array.of(0x20, 0xff, 0x20)), refusedAt(1, /UTF-8/))
})

test('statements in JSON follow the rules of single statements and have metadata', async () => {
  const good = { subject: 'http://e.test/s', predicate: 'http://e.test/p', object: 'o', objectType: 'literal' }
  let deep: unknown = 1
  for (let level = 0; level < 100; level++) deep = [deep]
  const said = { confidence: 0.5, note: 'a "quoted" ] } text' }
  const statements = [
    { ...good, metadata: said },
    { ...good, subject: 'no' },
    1,
    { ...good, metadata: { deep } },
    { ...good, object: 'two' },
  ]
  const { lines, chunks, errors } = await read('application/json', JSON.stringify({ statements }, null, 1))
  assert.deepEqual([lines.length, chunks[0]!.rejected], [2, 3])
  assert.deepEqual(
    chunks[0]!.rows.map(({ object, metadata }) => [object, metadata]),
    [
      ['o', said],
      ['two', {}],
    ],
  )
  assert.match(errors.map(({ message }) => message).join(), /subject must be.*must be object.*deeper/)
})

test('chunks do not depend on how the bytes are split, and skipped chunks are not built again', async () => {
  const triple = (i: number) => `<http://e.test/s> <http://e.test/p> "${i}" .\n`
  const document = Array.from({ length: 2 * CHUNK + 5 }, (_, i) => triple(i)).join('')
  const whole = await read('application/n-triples', document, { piece: 1_000_003 })
  const again = await read('application/n-triples', document, { piece: 4_099 })
  assert.deepEqual(
    whole.chunks.map(({ number, received }) => [number, received]),
    [
      [0, CHUNK],
      [1, CHUNK],
      [2, 5],
    ],
  )
  assert.deepEqual(again.chunks, whole.chunks)
  const rest = await read('application/n-triples', document, { piece: 65_536, skip: 2 })
  assert.deepEqual([rest.chunks, rest.total], [whole.chunks.slice(2), 2 * CHUNK + 5])
  const count = await read('application/n-triples', document, { piece: 65_536, countOnly: true })
  assert.deepEqual([count.chunks, count.total], [[], 2 * CHUNK + 5])
})

test('a line gives the same statement in canonical and in other spelling', async () => {
  const graph = `<${CONTEXT}>`
  const plain = [
    `<http://e.test/s> <http://e.test/p> <http://e.test/o> ${graph} .`,
    `_:a <http://e.test/p> _:b ${graph} .`,
    `<http://e.test/s> <http://e.test/p> "a \\"b\\" \\\\ c\\n"^^<http://e.test/t> ${graph} .`,
    `<http://e.test/s> <http://e.test/p> "x"@en-GB ${graph} .`,
    `<http://e.test/s> <http://e.test/p> "" .`,
  ]
  const odd = [
    `  <http://e.test/s>\t<http://e.test/p><http://e.test/o>${graph}.`,
    `_:a   <http://e.test/p>  _:b ${graph}  . # said`,
    `<http://e.test/s> <http://e.test/p> "a \\u0022b\\" \\\\ c\\n"^^<http://e.test/t>  ${graph}.`,
    `<http://e.test/\\u0073> <http://e.test/p> "x"@en-GB ${graph} .`,
    `<http://e.test/s> <http://e.test/p> "".`,
  ]
  const whole = await read('application/n-quads', `${plain.join('\n')}\n`)
  assert.equal(whole.total, 5)
  for (const document of [odd.join('\n'), ['', '# said', ...odd, '', ''].join('\r\n')]) {
    const again = await read('application/n-quads', document)
    assert.deepEqual([again.total, again.lines, columnsIn(again)], [5, whole.lines, columnsIn(whole)])
  }
  const broken = [...plain, '', '<http://e.test/s> <http://e.test/p> <relative> .', ...plain].join('\n')
  await assert.rejects(read('application/n-quads', broken), refusedAt(7, /line 7/))
  // Only N-Quads has graphs.
  await assert.rejects(read('application/n-triples', plain.slice(0, 2).join('\n')), refusedAt(1, /line 1/))
})

test('20,000 nested lists are read', async () => {
  const { total } = await read(
    'text/turtle',
    `<http://e.test/s> <http://e.test/p> ${'('.repeat(20_000)}${')'.repeat(20_000)} .`,
    {
      piece: 65_536,
    },
  )
  assert.ok(total > 20_000)
})

/** Objects nested this deep, and brackets inside a string, which must not count. */
const jsonLdOf = (levels: number): string =>
  `${'{"http://e.test/p":'.repeat(levels)}"${'[{\\"'.repeat(levels)}"${'}'.repeat(levels)}`
const rdfXmlOf = (levels: number): string => {
  const inner = levels / 2 - 1
  const [open, close] = ['<r:Description><e:p>', '</e:p></r:Description>']
  return `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.test/">${open}\n${open.repeat(inner)}o${close.repeat(inner)}${close}</r:RDF>`
}

test('a document is rejected if it is nested so deeply that reading it would take too long', async () => {
  const deepest: [DocumentType, levels: number, of: (levels: number) => string, line: number][] = [
    ['application/ld+json', 128, jsonLdOf, 1],
    ['application/rdf+xml', 2_000, rdfXmlOf, 2],
  ]
  for (const [type, levels, of, line] of deepest) {
    for (const piece of [101, 65_536])
      await assert.rejects(
        read(type, of(levels + 2), { piece }),
        refusedAt(line, new RegExp(`nested deeper than ${levels} levels`)),
      )
    const { total } = await read(type, of(levels), { piece: 65_536 })
    assert.ok(total >= levels / 2, `${type}: ${total}`)
  }
  const wide = `[${'{"@id":"http://e.test/s","http://e.test/p":[["o"]]},\n'.repeat(200)}[{}]]`
  assert.equal((await read('application/ld+json', wide, { piece: 65_536 })).total, 200)
})
