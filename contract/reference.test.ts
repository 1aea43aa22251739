// Schemas in the API reference. Two different schemas with one name would overwrite each other.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

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
