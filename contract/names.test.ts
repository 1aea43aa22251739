// What the reference of all products calls a shape: the same name for two would give one of them the other's fields.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Shapes = Record<string, unknown>
const shapesOf = (product: string): Shapes =>
  JSON.parse(readFileSync(new URL(`../docs/api/${product}.json`, import.meta.url), 'utf8')).components.schemas

test('no shape of a product has the name of another one of another product', () => {
  const products = ['provenance', 'graph', 'casework'].map((product) => ({ product, shapes: shapesOf(product) }))
  for (const { product, shapes } of products)
    for (const other of products)
      for (const [name, shape] of Object.entries(other.shapes))
        if (name in shapes) assert.deepEqual(shapes[name], shape, `${name} of ${product} and ${other.product}`)
})
