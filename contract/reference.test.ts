// Schemas in the API reference. Two different schemas with one name would overwrite each other.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { endpoint, t } from './endpoint.ts'
import type { Product } from './index.ts'
import { openapi } from './openapi.ts'
import { named } from './wire.ts'

const documentOf = (product: string) =>
  JSON.parse(readFileSync(new URL(`../docs/api/${product}.json`, import.meta.url), 'utf8'))
const shapesOf = (product: string): Record<string, unknown> => documentOf(product).components.schemas

test('two products share a schema name only for identical schemas', () => {
  const products = ['provenance', 'graph', 'casework'].map((product) => ({ product, shapes: shapesOf(product) }))
  for (const { product, shapes } of products)
    for (const other of products)
      for (const [name, shape] of Object.entries(other.shapes))
        if (name in shapes) assert.deepEqual(shapes[name], shape, `${name} of ${product} and ${other.product}`)
})

/** The named schemas of an API whose operations return these. */
function schemasOf(...returned: Parameters<typeof named>[1][]): string[] {
  const calls = returned.map((ok, at) => [
    `call${at}`,
    endpoint(`GET /things/${at}`, { summary: 'Get a thing', auth: 'public', ok }),
  ])
  const product: Product = {
    title: 'Test',
    description: '',
    version: '1',
    base: '',
    slices: { things: Object.fromEntries(calls) },
  }
  const { components } = openapi([product], { title: 'Test', version: '1', description: '' })
  return Object.keys((components as { schemas: object }).schemas)
}

test('a second, different schema of the same name is refused', () => {
  const thing = (properties: Record<string, Parameters<typeof named>[1]>) => named('TestThing', t.Object(properties))
  const list = (item: ReturnType<typeof thing>) => t.Object({ items: t.Array(item) })
  const text = { id: t.String() }
  assert.deepEqual(schemasOf(thing(text), list(thing(text))), ['TestThing', 'Problem'])
  for (const other of [thing({ id: t.Integer() }), list(thing({ id: t.String(), more: t.String() }))])
    assert.throws(() => schemasOf(thing(text), other), /^Error: Two different schemas are named TestThing\. Give one/)
  // The same at first sight: only the schemas in it differ.
  const outer = (inner: ReturnType<typeof thing>) => named('TestOuter', t.Object({ inner }))
  assert.throws(() => schemasOf(outer(thing(text)), outer(thing({ id: t.Integer() }))), /named TestThing\./)
})

test('JSON that is passed through unchanged is not described as a string', () => {
  const { paths } = documentOf('provenance')
  const [path] = Object.keys(paths).filter((name) => name.endsWith('/app/me/export'))
  assert.deepEqual(paths[path!].get.responses[200].content, { 'application/json': { schema: {} } })
})

test('tags have display names in plain words without the product name', () => {
  const { tags } = documentOf('provenance') as { tags: { name: string; 'x-displayName': string }[] }
  const named = Object.fromEntries(tags.map((tag) => [tag.name, tag['x-displayName']]))
  assert.deepEqual(
    ['Provenance: profileFiles', 'Provenance: apiKeys'].map((name) => named[name]),
    ['Profile files', 'API keys'],
  )
})
