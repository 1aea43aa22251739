// Both embedders: the real built-in model, and the HTTP embedder with a local server.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { openMute } from '@veritrace/platform/testing/faults'
import { flood } from '@veritrace/platform/testing/flood'
import { keepsItsPace } from '@veritrace/platform/testing/starving'
import { openBuiltIn } from './built-in.ts'
import { EmbedderError, unitVector } from './embedder.ts'
import { openHttpEmbedder } from './http.ts'

const BY = { tenant: 'one' }

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, i) => sum + number * b[i]!, 0)

test('the built-in model accepts any text, keeps the order, and gives similar vectors to texts of similar meaning', async () => {
  const builtIn = openBuiltIn({ log: openLog('silent'), idleMs: 1 })
  const meanings = ['A cat on a mat', 'A feline on a rug', 'Quarterly revenue grew']
  const texts = [...meanings, '', '  ', '日本語', '\ud800', 'x'.repeat(50_000)]
  const vectors = await builtIn.embed([...texts, 'the last'], BY)
  assert.equal(vectors.length, 9)
  assert.ok(vectors.every((vector) => vector.length === builtIn.dimension && vector.every(Number.isFinite)))
  const [cat, feline, revenue] = vectors
  assert.ok(Math.abs(dot(cat!, cat!) - 1) < 1e-5)
  assert.ok(dot(cat!, feline!) > dot(cat!, revenue!) + 0.2)
  assert.deepEqual(await builtIn.embed([], BY), [])
  // Its thread has ended, and starts again when needed.
  await new Promise((done) => setTimeout(done, 30))
  const [again] = await builtIn.embed(['the last'], BY)
  assert.ok(dot(again!, vectors.at(-1)!) > 0.9999)
  await builtIn.close()
  await assert.rejects(builtIn.embed(['one'], BY), EmbedderError)
})

test('while two tenants embed many texts, a third does not wait', async (t) => {
  const builtIn = openBuiltIn({ log: openLog('silent'), idleMs: 1_000 })
  const long = Array.from({ length: 20 }, () => 'a long text '.repeat(80))
  const much = (tenant: string) => flood(4, (signal) => builtIn.embed(long, { tenant, signal }))
  await keepsItsPace(t, {
    tenant: 'third',
    light: async () => void (await builtIn.embed(['few words'], { tenant: 'third' })),
    heavy: () => [much('one'), much('two')],
  })
  await builtIn.close()
})

test('a vector without direction or with non-finite numbers is invalid', () => {
  for (const numbers of [[], [0, 0], [Number.NaN, 1], [Number.POSITIVE_INFINITY], [1, Number.NEGATIVE_INFINITY]])
    assert.equal(unitVector(numbers), undefined)
  assert.deepEqual([...unitVector([3e300, 4e300])!], [...Float32Array.of(0.6, 0.8)])
  assert.deepEqual([...unitVector([3e-300, 4e-300])!], [...Float32Array.of(0.6, 0.8)])
})

interface Asked {
  url: string
  headers: IncomingHttpHeaders
  body: { model: string; input: string[] }
}

/** An endpoint with the answers of `answer`. */
async function endpoint(answer: (asked: Asked) => { status?: number; body: unknown }) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    const one = { url: request.url!, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) }
    asked.push(one)
    const { status = 200, body } = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const embedder = openHttpEmbedder({ url, key: 'secret', model: 'm', dimension: 2 })
  const close = async () => {
    await embedder.close()
    await new Promise((done) => server.close(done))
  }
  return { asked, embedder, close }
}

test('the HTTP embedder sends model and key, and orders the results by index', async () => {
  const { asked, embedder, close } = await endpoint(({ body }) => ({
    body: { data: body.input.map((text, index) => ({ index, embedding: [Number(text), 1] })).toReversed() },
  }))
  try {
    const texts = Array.from({ length: 100 }, (_, i) => String(i))
    const vectors = await embedder.embed(texts, BY)
    assert.deepEqual(
      vectors.map((vector) => Math.round(vector[0]! / vector[1]!)),
      texts.map(Number),
    )
    assert.deepEqual(
      asked.map(({ url, headers, body }) => [url, headers.authorization, body.model, body.input.length]),
      [64, 36].map((count) => ['/v1/embeddings', 'Bearer secret', 'm', count]),
    )
  } finally {
    await close()
  }
})

const bad: [string, { status?: number; body: unknown }][] = [
  ['an error', { status: 500, body: {} }],
  ['a redirect', { status: 307, body: {} }],
  ['invalid JSON', { body: 'oops' }],
  ['null', { body: null }],
  ['too few vectors', { body: { data: [] } }],
  ['a vector that is too long', { body: { data: [{ index: 0, embedding: [1, 2, 3] }] } }],
  ['a vector without numbers', { body: { data: [{ index: 0, embedding: ['1', null] }] } }],
  ['a vector of zeros', { body: { data: [{ index: 0, embedding: [0, 0] }] } }],
  ['a wrong index', { body: { data: [{ index: 7, embedding: [1, 2] }] } }],
]
for (const [what, answer] of bad)
  test(`the HTTP embedder rejects ${what}`, async () => {
    const { embedder, close } = await endpoint(() => answer)
    await assert.rejects(embedder.embed(['x'], BY), EmbedderError).finally(close)
  })

test('a search does not wait for an endpoint that accepts connections but never answers', async () => {
  const mute = await openMute()
  const embedder = openHttpEmbedder({ url: `http://127.0.0.1:${mute.port}/v1`, key: 'k', model: 'm', dimension: 2 })
  const began = performance.now()
  await assert.rejects(embedder.embed(['one'], BY), /The embeddings endpoint did not answer/)
  assert.ok(performance.now() - began < 10_000)
  await embedder.close()
  await mute.close()
})

test('the HTTP embedder fails with an EmbedderError if the endpoint is down', async () => {
  const down = openHttpEmbedder({ url: 'http://127.0.0.1:1', key: undefined, model: 'm', dimension: 2 })
  await assert.rejects(down.embed(['x'], BY), EmbedderError)
  await down.close()
})
