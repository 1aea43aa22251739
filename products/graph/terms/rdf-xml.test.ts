import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { rdfXmlWriter } from './rdf-xml.ts'
import type { Term } from './term.ts'

/** All kinds of characters that labels may have, and labels that resemble encoded ones. */
const LABELS = ['a', 'a.b-c·d', 'a.b-c_b7_d', 'a.b-c__b7__d', 'a_b', 'a__b', '0', '_', '·', '··', 'größe', '😀', 'x‿y']

test('blank nodes with any label survive RDF/XML, and remain distinct', async () => {
  const { head, chunk, tail } = rdfXmlWriter()
  const predicate = { kind: 'iri', value: 'a:p' } as const
  const nodes = LABELS.map((value) => ({ kind: 'bnode', value }) satisfies Term)
  const document = head + chunk(nodes.map((node) => ({ subject: node, predicate, object: node }))) + tail
  for (const [, name] of document.matchAll(/rdf:nodeID="([^"]*)"/g)) assert.match(name!, /^[A-Za-z][A-Za-z0-9_.-]*$/)
  const parser = new RdfXmlParser()
  parser.write(document)
  parser.end()
  const quads = await Array.fromAsync(parser as unknown as AsyncIterable<ReadQuad>)
  assert.equal(quads.length, LABELS.length)
  for (const { subject, object } of quads) assert.equal(subject.value, object.value)
  assert.equal(new Set(quads.map(({ subject }) => subject.value)).size, LABELS.length)
})
interface ReadQuad {
  subject: { value: string }
  object: { value: string }
}
