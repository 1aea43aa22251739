// What the reference of all products calls a shape: the same name for two would give one of them the other's fields.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Shapes = Record<string, unknown>
const shapesOf = (product: string): Shapes =>
  JSON.parse(readFileSync(new URL(`../../docs/api/${product}.json`, import.meta.url), 'utf8')).components.schemas

test('no shape of casework has the name of another one of another product', () => {
  const own = shapesOf('casework')
  for (const product of ['provenance', 'graph'])
    for (const [name, shape] of Object.entries(shapesOf(product)))
      if (name in own) assert.deepEqual(own[name], shape, `${name} of ${product}`)
})
