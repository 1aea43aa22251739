import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from './read-rows.ts'

async function read(text: string, size: number): Promise<{ head: string[]; rows: unknown[] }> {
  const bytes = new TextEncoder().encode(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  }
  const found = { head: [] as string[], rows: [] as unknown[] }
  for await (const part of readRows(pieces())) {
    if ('head' in part) found.head = part.head
    else found.rows.push(...part.rows)
  }
  return found
}

const ROWS = [
  {},
  { s: { type: 'uri', value: 'urn:{a}' }, o: { type: 'typed-literal', value: '}]},{"', datatype: 'urn:"' } },
  { o: { type: 'literal', value: 'ü😀\\\\"\\', 'xml:lang': 'en' } },
]

test('rows are the same wherever the answer is split', async () => {
  for (const indent of [0, 2]) {
    const text = JSON.stringify(
      { head: { link: [], vars: ['s', 'o'] }, results: { distinct: false, bindings: ROWS } },
      null,
      indent,
    )
    for (let size = 1; size < 40; size++)
      assert.deepEqual(await read(text, size), { head: ['s', 'o'], rows: ROWS }, `${size}`)
  }
})

test('an answer without rows has a head', async () => {
  assert.deepEqual(await read('{"head":{"vars":["s"]},"results":{"bindings":[]}}', 7), { head: ['s'], rows: [] })
})

test('a truncated answer is rejected', async () => {
  const text = JSON.stringify({ head: { vars: ['s', 'o'] }, results: { bindings: ROWS } })
  for (let end = 0; end < text.length; end += 3)
    await assert.rejects(read(text.slice(0, end), 16), { kind: 'unavailable' }, `${end}`)
})
