// Batches in which each line is a statement.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { fact, graphTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

async function tenant() {
  const { as, at, tenant } = await graphTenant(app)
  const post = async (
    body: string | Uint8Array<ArrayBuffer>,
    path = '/statements/batch',
    type = 'application/x-ndjson',
  ) => {
    const authorization = `Bearer ${await app.key(tenant, 'member')}`
    const headers = { ...at(), authorization, 'content-type': type }
    const response = await fetch(`${app.url}/graph${path}`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { post, total: async () => (await as().stats({ headers: at() })).total, as, at }
}
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

test('lines are stored like the statements of a JSON batch, with the same answer', async () => {
  const { post, as, at, total } = await tenant()
  const { status, body } = await post(`\n${lines(fact('a'), fact('b'))}  \r\n${JSON.stringify(fact('a'))}`)
  const again = await as().createBatch({ body: { statements: [fact('a'), fact('b'), fact('a')] }, headers: at() })
  assert.deepEqual([status, body.received, body.inserted, body.duplicates], [200, 3, 2, 1])
  assert.deepEqual([body.ids, await total()], [again.ids, 2])
})

test('a line that is not JSON is reported by its number, and nothing is stored', async () => {
  const { post, total } = await tenant()
  const bad: [string | Uint8Array<ArrayBuffer>, number][] = [
    [`${lines(fact('a'))}\n{"subject": \n`, 3],
    [`${lines(fact('a'), fact('b'))}{} {}`, 3],
    [`${lines(fact('a'))}{"__proto__": 1}`, 2],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 1],
    [Uint8Array.from([...Buffer.from(lines(fact('a'))), 0x22, 0xff, 0x22]), 2],
  ]
  for (const [text, line] of bad) {
    const { status, body } = await post(text)
    assert.deepEqual([status, body.code, body.line], [400, 'malformed_json', line], String(body.detail))
    assert.match(String(body.detail), new RegExp(`^Line ${line}: `))
  }
  assert.equal(await total(), 0)
})

test('in a partial batch a line that is not JSON is reported, and the others are stored', async () => {
  const { post, total } = await tenant()
  const text = `${lines(fact('a'))}\n{"subject": \n${lines(fact('b'))}"\\u0000"\n`
  const { status, body } = await post(text, '/statements/batch?mode=partial')
  assert.deepEqual([status, body.received, body.inserted, body.rejected], [200, 4, 2, 2])
  const errors = body.errors as { index: number; path: string; code: string; message: string }[]
  assert.deepEqual(
    errors.map(({ index, path, code, message }) => [index, path, code, message.slice(0, 7)]),
    [
      [1, '', 'malformed_json', 'Line 3:'],
      [3, '', 'malformed_json', 'Line 5:'],
    ],
  )
  assert.deepEqual([(body.ids as unknown[]).map((id) => id === null), await total()], [[false, true, false, true], 2])
})

test('a body with almost no JSON lines is rejected, even as a partial batch', async () => {
  const { post, total } = await tenant()
  const { status, body } = await post(lines(fact('a')) + '{\n'.repeat(5_000), '/statements/batch?mode=partial')
  assert.deepEqual([status, body.code, await total()], [400, 'malformed_json', 0])
})

test('the limits and answers are those of a JSON batch', async () => {
  const { post, total } = await tenant()
  const tooMany = await post(lines(...Array.from({ length: 10_001 }, (_, i) => fact(i))))
  assert.deepEqual([tooMany.status, tooMany.body.code], [422, 'invalid_body'])
  const none = await post('\n\n')
  assert.deepEqual([none.status, none.body.code], [422, 'invalid_body'])
  const wrong = await post(lines(fact('a'), { ...fact('b'), subject: 'no' }))
  assert.deepEqual([wrong.status, (wrong.body.errors as { path: string }[])[0]!.path], [422, 'statements.1.subject'])
  assert.equal(await total(), 0)
  const partial = await post(lines(fact('a'), { ...fact('b'), subject: 'no' }), '/statements/batch?mode=partial')
  assert.deepEqual([partial.body.inserted, partial.body.rejected, await total()], [1, 1, 1])
})

test('only the batch operation accepts lines', async () => {
  const { post } = await tenant()
  for (const path of ['/statements', '/sparql'])
    assert.equal((await post(lines(fact('a')), path)).body.code, 'unsupported_media_type', path)
})
