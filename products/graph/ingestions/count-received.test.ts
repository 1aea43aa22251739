import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countReceived } from './count-received.ts'
import { readOrderOf } from './read-order.ts'

const order = readOrderOf({
  ...{ id: 'ing_1', tenant_id: 't', workspace_id: 'w', context: 'c', width: 'context', mode: 'add', chunks: 0 },
  content_type: 'application/n-triples',
})
const LINES = Array.from({ length: 3_000 }, (_, i) => `<urn:s> <urn:p> "${i} ä" .\n`).join('')

/** Pieces that end in the middle of lines and characters. */
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001)
}

async function countedIn(text: string, type = order.type) {
  const counting = countReceived({ ...order, type }, piecesOf(text), 60_000)
  const passed = Buffer.concat(await Array.fromAsync(counting.bytes)).toString()
  const total = await counting.total()
  counting.close()
  return { total, isWhole: passed === text }
}

test('statements are counted while their bytes pass through unchanged', async () => {
  assert.deepEqual(await countedIn(LINES), { total: 3_000, isWhole: true })
})

test('a broken document, or one that is not line-based, has no count, but its bytes pass through', async () => {
  assert.deepEqual(await countedIn(`${LINES}<urn:s> <urn:p> .\n`), { total: null, isWhole: true })
  assert.deepEqual(await countedIn('<urn:s> <urn:p> 1 .', 'text/turtle'), { total: null, isWhole: true })
})

test('two documents are counted at a time, and closing one makes room for another', async () => {
  const begun = [countReceived(order, piecesOf(LINES), 60_000), countReceived(order, piecesOf(LINES), 60_000)]
  assert.deepEqual(await countedIn(LINES), { total: null, isWhole: true })
  // Read one in part, the other not at all.
  for await (const _ of begun[0]!.bytes) break
  for (const counting of begun) counting.close()
  assert.equal(await begun[0]!.total(), null)
  assert.deepEqual(await countedIn(LINES), { total: 3_000, isWhole: true })
})

test('the wait for a count is limited', async () => {
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(LINES)
    await new Promise(() => {})
  }
  const counting = countReceived(order, slow(), 10)
  for await (const _ of counting.bytes) break
  assert.equal(await counting.total(), null)
  counting.close()
})
