// Both embedders: the built-in model for real, the HTTP one against a server of this test.
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

test('the built-in model takes whatever comes, in order, and puts texts of one meaning near each other', async () => {
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
  // Its thread has ended, and begins again when it is needed.
  await new Promise((done) => setTimeout(done, 30))
  const [again] = await builtIn.embed(['the last'], BY)
  assert.ok(dot(again!, vectors.at(-1)!) > 0.9999)
  await builtIn.close()
  await assert.rejects(builtIn.embed(['one'], BY), EmbedderError)
})

test('while two tenants have many texts to embed, a third does not wait', async (t) => {
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

test('a vector without direction, or with what is no number, is none', () => {
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

/** An endpoint that answers what `answer` says. */
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

test('the HTTP embedder sends model and key, and sorts what comes back', async () => {
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
  ['no JSON', { body: 'oops' }],
  ['null', { body: null }],
  ['too few', { body: { data: [] } }],
  ['too long', { body: { data: [{ index: 0, embedding: [1, 2, 3] }] } }],
  ['no numbers', { body: { data: [{ index: 0, embedding: ['1', null] }] } }],
  ['nothing but zeros', { body: { data: [{ index: 0, embedding: [0, 0] }] } }],
  ['a wrong place', { body: { data: [{ index: 7, embedding: [1, 2] }] } }],
]
for (const [what, answer] of bad)
  test(`the HTTP embedder refuses ${what}`, async () => {
    const { embedder, close } = await endpoint(() => answer)
    await assert.rejects(embedder.embed(['x'], BY), EmbedderError).finally(close)
  })

test('a search does not wait for an endpoint that takes the connection and never answers', async () => {
  const mute = await openMute()
  const embedder = openHttpEmbedder({ url: `http://127.0.0.1:${mute.port}/v1`, key: 'k', model: 'm', dimension: 2 })
  const began = performance.now()
  await assert.rejects(embedder.embed(['one'], BY), /The embeddings endpoint does not answer/)
  assert.ok(performance.now() - began < 10_000)
  await embedder.close()
  await mute.close()
})

test('the HTTP embedder fails like one when nobody is there', async () => {
  const nobody = openHttpEmbedder({ url: 'http://127.0.0.1:1', key: undefined, model: 'm', dimension: 2 })
  await assert.rejects(nobody.embed(['x'], BY), EmbedderError)
  await nobody.close()
})
