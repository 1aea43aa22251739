import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from './fold.ts'

const node = (id: string, x: number, y: number) => ({
  ...{ id, iri: `urn:${id}`, label: id, kind: 'custom_object', type: 'CLAS', depth: 0, degree_in: 0, degree_out: 0 },
  ...{ x, y },
})

test('layers that fit keep the positions from the server', () => {
  const nodes = [node('a', 0, 0), node('b', 1, 0), node('c', 1, 5)]
  assert.equal(fold(nodes, 1.6), nodes)
})

test('2,000 nodes in one layer are folded to about the shape of the window without overlaps', () => {
  const nodes = [node('root', 0, 0), ...Array.from({ length: 2_000 }, (_, i) => node(`n${i}`, 300, i))]
  const folded = fold(nodes, 1.6)
  assert.equal(new Set(folded.map(({ x, y }) => `${x}/${y}`)).size, 2_001)
  const range = (values: number[]) => Math.max(...values) - Math.min(...values)
  const shape = range(folded.map(({ x }) => x!)) / range(folded.map(({ y }) => y!))
  assert.ok(shape > 1.2 && shape < 2.4, String(shape))
  assert.ok(folded[0]!.id === 'root' && folded.every(({ id, x }) => id === 'root' || x! > folded[0]!.x!))
})
