import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLine } from '../terms/nquads.ts'
import { assertedRow } from './asserted-row.ts'
import { columnsAt, countOf, idOf, linesOf } from './packed-rows.ts'
import { openPacker } from './packer.ts'

const rowOf = (text: string, context: string) =>
  assertedRow(readLine(`<http://e.test/s> <http://e.test/p> "${text}" <urn:tenant:t:ws:w:graph:${context}> .`), context)

test('packed statements are sorted by id and distinct, however often they were added', () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => rowOf(`Grüße ${i % 2_000}`, i % 4 === 0 ? 'a' : 'b'))
  const packer = openPacker(64)
  for (const row of rows) packer.add(row)
  const packed = packer.finish()
  const ids = Array.from({ length: countOf(packed) }, (_, index) => idOf(packed, index))
  assert.deepEqual(ids, [...new Set(rows.map(({ id }) => id))].toSorted())
  assert.deepEqual(linesOf(packed).toSorted(), [...new Set(rows.map(({ line }) => line))].toSorted())
  assert.deepEqual(packed.contexts.toSorted(), [
    ['a', 500],
    ['b', 1_500],
  ])
  assert.equal(packed.assertions!.filter((times) => times === 2).length, 1_000)
  assert.equal(linesOf(packed, new Set(ids.slice(1))).length, 1)
  // The packer starts again after finish.
  packer.add(rows[0]!)
  const { id, object, language } = columnsAt(packer.finish(), [0])
  assert.deepEqual([id, object, language], [`{"${rows[0]!.id}"}`, '{"Grüße 0"}', '{NULL}'])
})
