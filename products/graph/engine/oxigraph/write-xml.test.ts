import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import { rdfXml } from './write-xml.ts'

/** Each kind of character that a label has, and labels that look like the names of others. */
const LABELS = ['a', 'a.b-c·d', 'a.b-c_b7_d', 'a.b-c__b7__d', 'a_b', 'a__b', '0', '_', '·', '··', 'größe', '😀', 'x‿y']

test('a blank node of any label is read again in RDF/XML, and no two become one', async () => {
  const document = rdfXml(LABELS.map((label) => `_:${label} <a:p> _:${label} .\n`).join(''), 100_000)
  for (const [, name] of document.matchAll(/rdf:nodeID="([^"]*)"/g)) assert.match(name!, /^[A-Za-z][A-Za-z0-9_.-]*$/)
  const parser = new RdfXmlParser()
  parser.write(document)
  parser.end()
  const quads = await Array.fromAsync(parser as unknown as AsyncIterable<Quad>)
  assert.equal(quads.length, LABELS.length)
  for (const { subject, object } of quads) assert.equal(subject.value, object.value)
  assert.equal(new Set(quads.map(({ subject }) => subject.value)).size, LABELS.length)
})
interface Quad {
  subject: { value: string }
  object: { value: string }
}
