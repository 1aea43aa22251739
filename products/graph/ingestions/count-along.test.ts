import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAlong } from './count-along.ts'
import { readOrderOf } from './read-order.ts'

const order = readOrderOf({
  ...{ id: 'ing_1', tenant_id: 't', workspace_id: 'w', context: 'c', width: 'context', mode: 'add', chunks: 0 },
  content_type: 'application/n-triples',
})
const LINES = Array.from({ length: 3_000 }, (_, i) => `<urn:s> <urn:p> "${i} ä" .\n`).join('')

/** In pieces that end in the middle of lines and letters. */
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001)
}

async function countedIn(text: string, type = order.type) {
  const along = countAlong({ ...order, type }, piecesOf(text), 60_000)
  const passed = Buffer.concat(await Array.fromAsync(along.bytes)).toString()
  const total = await along.total()
  along.close()
  return { total, isWhole: passed === text }
}

test('statements are counted while their bytes pass by as they are', async () => {
  assert.deepEqual(await countedIn(LINES), { total: 3_000, isWhole: true })
})

test('of a document that is broken, or not in lines, there is no count, and its bytes pass by all the same', async () => {
  assert.deepEqual(await countedIn(`${LINES}<urn:s> <urn:p> .\n`), { total: null, isWhole: true })
  assert.deepEqual(await countedIn('<urn:s> <urn:p> 1 .', 'text/turtle'), { total: null, isWhole: true })
})

test('two are counted at a time, and whoever goes away makes room', async () => {
  const begun = [countAlong(order, piecesOf(LINES), 60_000), countAlong(order, piecesOf(LINES), 60_000)]
  assert.deepEqual(await countedIn(LINES), { total: null, isWhole: true })
  // One has been read in part, the other not at all.
  for await (const _ of begun[0]!.bytes) break
  for (const along of begun) along.close()
  assert.equal(await begun[0]!.total(), null)
  assert.deepEqual(await countedIn(LINES), { total: 3_000, isWhole: true })
})

test('nobody waits long for a count', async () => {
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(LINES)
    await new Promise(() => {})
  }
  const along = countAlong(order, slow(), 10)
  for await (const _ of along.bytes) break
  assert.equal(await along.total(), null)
  along.close()
})
