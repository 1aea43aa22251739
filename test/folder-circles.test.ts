import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderCircles, type Module } from '../scripts/folder-circles.ts'

const importing = (...imports: readonly (readonly [string, string])[]): Module[] =>
  imports.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] }))

test('arrows that go one way are no circle', () => {
  assert.deepEqual(
    folderCircles(
      importing(
        ['products/shop/orders/a.ts', 'products/shop/model/b.ts'],
        ['products/shop/bills/a.ts', 'products/shop/orders/b.ts'],
        ['products/shop/bills/a.ts', 'products/shop/model/b.ts'],
        ['products/shop/orders/deep/a.ts', 'products/shop/orders/b.ts'],
        ['products/shop/index.ts', 'products/shop/orders/b.ts'],
        ['products/shop/orders/b.ts', 'products/shop/deps.ts'],
      ),
    ),
    [],
  )
})

test('a circle of folders is found with the imports that close it', () => {
  const [circle, ...others] = folderCircles(
    importing(
      ['products/shop/orders/a.ts', 'products/shop/bills/deep/b.ts'],
      ['products/shop/bills/a.ts', 'products/shop/model/b.ts'],
      ['products/shop/model/c.ts', 'products/shop/orders/d.ts'],
      ['products/shop/view/c.ts', 'products/shop/orders/d.ts'],
    ),
  )
  assert.deepEqual(others, [])
  assert.match(circle!, /^a circle of folders: products\/shop\/bills, products\/shop\/model, products\/shop\/orders\n/)
  assert.match(circle!, /products\/shop\/model\/c\.ts → products\/shop\/orders\/d\.ts/)
  assert.doesNotMatch(circle!, /view/)
})

test('tests and what they share do not count', () => {
  assert.deepEqual(
    folderCircles(
      importing(
        ['products/shop/orders/a.ts', 'products/shop/bills/b.ts'],
        ['products/shop/bills/b.test.ts', 'products/shop/orders/a.ts'],
        ['products/shop/bills/testing.ts', 'products/shop/orders/a.ts'],
      ),
    ),
    [],
  )
})
