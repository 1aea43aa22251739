import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import zlib from 'node:zlib'
import { OutsideError, openSafeFetch } from './safe-fetch.ts'

// The server listens on every loopback address. `guarded` must never reach it; `allowed` may.
let server: Server
let port: number
const hits: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
const guarded = openSafeFetch({ allow: [] })
const allowed = openSafeFetch({ allow: ['127.0.0.0/8'] })
/** Host names for the tests with their addresses; others do not resolve. */
const NAMES: Record<string, string[]> = {
  'inside.test': ['127.0.0.1'],
  'half.test': ['10.0.0.1', '127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'empty.test': [],
}
const notFound = Object.assign(new Error('no'), { code: 'ENOTFOUND' })
const named = openSafeFetch({
  allow: [],
  lookup: async (host) => NAMES[host] ?? Promise.reject(notFound),
})

before(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '::', done))
  port = (server.address() as AddressInfo).port
})
after(async () => {
  await Promise.all([guarded.close(), allowed.close(), named.close()])
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const here = (path = '/') => `http://127.0.0.1:${port}${path}`
const kindOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'reached'
  } catch (error) {
    assert.ok(error instanceof OutsideError, String(error))
    return error.kind
  }
}

test('no spelling of a loopback or metadata address is reached', async () => {
  answer = (_, response) => response.end('secret')
  hits.length = 0
  const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::1]', 'LOCALHOST']
  hosts.push('[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '0.0.0.0', '[::]', '127.0.0.1。', '①②⑦.⓪.⓪.①', 'localhost.')
  hosts.push('a.localhost', '[::7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '127.0.0.1.', '0', '[64:ff9b::7f00:1]')
  hosts.push('169.254.169.254', '[fd00:ec2::254]', '100.64.0.1', '[2002:7f00:1::]', '10.0.0.1', '192.168.0.1')
  const kinds = await Promise.all(
    hosts.map((host) => kindOf(guarded(`http://${host}:${port}/a`, { timeoutMs: 3_000 }))),
  )
  assert.deepEqual(new Set(kinds), new Set(['blocked_address']))
  assert.deepEqual(hits, [])
})

test('if one port of loopback is allowed, names that resolve there reach only that port', async () => {
  answer = (request, response) => response.end(request.headers.host)
  const one = openSafeFetch({ allow: [`127.0.0.1:${port}`] })
  try {
    assert.equal(String((await one(`http://shop.localhost:${port}/`)).body), `shop.localhost:${port}`)
    const others = [`http://shop.localhost:${port + 1}/`, 'http://127.0.0.1/', `http://127.0.0.2:${port}/`]
    for (const url of [...others, `http://[::1]:${port}/`, `http://169.254.169.254:${port}/`])
      assert.equal(await kindOf(one(url)), 'blocked_address', url)
  } finally {
    await one.close()
  }
})

test('open and closed ports give the same response, without a delay', async () => {
  const failures = await Promise.all(
    [port, 1, 80, 443].map((at) => guarded(`http://127.0.0.1:${at}/`).catch((error: OutsideError) => error.message)),
  )
  assert.equal(new Set(failures).size, 1)
})

test('a name is rejected if any of its addresses is not allowed', async () => {
  hits.length = 0
  for (const name of ['inside.test', 'half.test', 'metadata.test', 'mapped.test'])
    for (const url of [`http://${name}/`, `https://${name}/`])
      assert.equal(await kindOf(named(url, { timeoutMs: 3_000 })), 'blocked_address', url)
  assert.deepEqual(
    [await kindOf(named('http://empty.test/')), await kindOf(named('http://nowhere.test/'))],
    ['dns', 'dns'],
  )
  assert.deepEqual(hits, [])
})

test('a name that first resolves to an allowed address and later to loopback never reaches loopback', async () => {
  hits.length = 0
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1']]
  // 127.0.0.2 acts as the public address, so that no test leaves this machine.
  const rebinding = openSafeFetch({ allow: ['127.0.0.2/32'], lookup: async () => answers.shift() ?? [] })
  answer = (_, response) => response.writeHead(200, { connection: 'close' }).end()
  const kinds: string[] = []
  for (const path of ['/first', '/second', '/third'])
    kinds.push(await kindOf(rebinding(`http://rebind.test:${port}${path}`)))
  await rebinding.close()
  assert.deepEqual([kinds, hits], [['reached', 'blocked_address', 'blocked_address'], ['/first']])
})

test('the connection uses the address that was checked, without resolving the name again', async () => {
  let asked = 0
  const pinned = openSafeFetch({ allow: ['127.0.0.2/32'], lookup: async () => [asked++ ? '127.0.0.1' : '127.0.0.2'] })
  answer = (request, response) => response.end(`${request.socket.localAddress} ${request.headers.host}`)
  const { body } = await pinned(`http://pinned.test:${port}/`)
  await pinned.close()
  assert.deepEqual([body.toString(), asked], [`::ffff:127.0.0.2 pinned.test:${port}`, 1])
})

test('only http and https with the usual ports and without credentials are allowed', async () => {
  const urls = [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'nonsense',
    '',
  ]
  for (const url of [...urls, 'https://user:pw@example.com/', 'http://user@example.com/'])
    assert.equal(await kindOf(guarded(url)), 'bad_url', url)
  for (const url of ['https://example.com:8443/', 'http://8.8.8.8:22/', 'http://example.com:25/'])
    assert.throws(() => guarded.check(url), { kind: 'blocked_address' })
  assert.throws(() => guarded.check('http://example.com/', { https: true }), { kind: 'bad_url' })
  guarded.check('https://example.com/', { https: true })
  allowed.check(here(), { https: true })
})

test('redirects are followed, recorded and checked one by one', async () => {
  const publicly = openSafeFetch({ allow: ['127.0.0.2/32'] })
  hits.length = 0
  const targets: Record<string, string> = {
    '/one': '/two',
    '/two': '/end?q=1',
    '/inside': `http://127.0.0.1:${port}/secret`,
    '/file': 'file:///etc/passwd',
    '/metadata': 'http://169.254.169.254/latest/',
    '/loop': '/loop',
  }
  answer = (request, response) => {
    const location = targets[request.url ?? '']
    response.writeHead(location ? 302 : 200, location ? { location } : {}).end('end')
  }
  const at = (path: string) => `http://127.0.0.2:${port}${path}`
  const done = await publicly(at('/one'))
  assert.deepEqual([done.status, done.url, done.redirects.length], [200, at('/end?q=1'), 2])
  assert.equal(await kindOf(publicly(at('/inside'))), 'blocked_address')
  assert.equal(await kindOf(publicly(at('/file'))), 'bad_url')
  assert.equal(await kindOf(publicly(at('/metadata'))), 'blocked_address')
  hits.length = 0
  assert.equal(await kindOf(publicly(at('/loop'))), 'redirect_loop')
  assert.equal(hits.length, 6)
  assert.equal((await publicly(at('/one'), { redirects: 0 })).status, 302)
  await publicly.close()
  assert.ok(!hits.includes('/secret'))
})

test('a redirect to another origin drops the credentials, and a POST becomes a GET', async () => {
  const seen: [string, string | undefined, string | undefined][] = []
  answer = (request, response) => {
    seen.push([request.method ?? '', request.headers.authorization, request.headers['content-type']])
    const to = { '/away': `http://127.0.0.3:${port}/end`, '/same': '/end' }[request.url ?? '']
    response.writeHead(to ? 302 : 200, to ? { location: to } : {}).end()
  }
  const headers = { Authorization: 'Bearer x', 'Content-Type': 'text/plain' }
  await allowed(here('/away'), { method: 'POST', body: 'x', headers })
  await allowed(here('/same'), { headers })
  assert.deepEqual(seen, [
    ['POST', 'Bearer x', 'text/plain'],
    ['GET', undefined, undefined],
    ['GET', 'Bearer x', 'text/plain'],
    ['GET', 'Bearer x', 'text/plain'],
  ])
})

test('every content coding is decoded, even nested ones', async () => {
  const text = Buffer.from('evidence '.repeat(1000))
  const coded: Record<string, Buffer> = {
    gzip: zlib.gzipSync(text),
    br: zlib.brotliCompressSync(text),
    zstd: zlib.zstdCompressSync(text),
    deflate: zlib.deflateSync(text),
    'gzip, br': zlib.brotliCompressSync(zlib.gzipSync(text)),
    identity: text,
  }
  const rawDeflate = zlib.deflateRawSync(text)
  for (const [coding, bytes] of [...Object.entries(coded), ['deflate', rawDeflate] as const]) {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes)
    assert.deepEqual((await allowed(here())).body, text, coding)
  }
  answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip')
  assert.equal(await kindOf(allowed(here())), 'protocol')
  for (const unknown of ['rot13', 'constructor', 'valueof', '__proto__']) {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': unknown }).end('x')
    assert.equal(await kindOf(allowed(here())), 'protocol', unknown)
  }
})

test('a response without a body is accepted, whatever coding it names', async () => {
  for (const coding of ['gzip', 'x-gzip', 'br', 'zstd', 'deflate', 'gzip, br'])
    for (const status of [200, 204, 304]) {
      answer = (_, response) => response.writeHead(status, { 'content-encoding': coding }).end()
      const { body } = await allowed(here())
      assert.equal(body.length, 0, `${status} ${coding}`)
    }
  answer = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync('evidence').subarray(0, 15))
  assert.equal(await kindOf(allowed(here())), 'protocol')
})

test('a compression bomb stops at the limit of decompressed bytes', async () => {
  const zeros = Buffer.alloc(200_000_000)
  for (const [coding, pack] of [
    ['gzip', (b: Buffer) => zlib.gzipSync(b, { level: 1 })],
    ['deflate', (b: Buffer) => zlib.deflateSync(b, { level: 1 })],
    ['br', (b: Buffer) => zlib.brotliCompressSync(b, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ] as const) {
    const bomb = pack(zeros)
    answer = (_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb)
    const base = process.memoryUsage().rss
    assert.equal(await kindOf(allowed(here(), { maxBytes: 1_000_000, maxWireBytes: 5_000_000 })), 'too_large', coding)
    assert.ok(process.memoryUsage().rss - base < 100_000_000, coding)
  }
})

test('an endless response stops at the limit, and its connection is closed', async () => {
  let closed: Promise<void> | undefined
  answer = (_, response) => {
    closed = new Promise((done) => response.once('close', done))
    const more = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more)))
    more()
  }
  const failure = await allowed(here(), { maxBytes: 300_000 }).catch((error: OutsideError) => error)
  assert.ok(failure instanceof OutsideError)
  assert.deepEqual([failure.kind, failure.status, failure.retryable], ['too_large', 200, false])
  await closed
})

test('the time limit covers the resolver, the headers and a slow body', async () => {
  const slowNames = openSafeFetch({ allow: [], lookup: () => new Promise(() => {}) })
  assert.equal(await kindOf(slowNames('http://slow.test/', { timeoutMs: 100 })), 'timeout')
  await slowNames.close()
  answer = () => {}
  assert.equal(await kindOf(allowed(here(), { timeoutMs: 100 })), 'timeout')
  answer = (_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 20)
    response.once('close', () => clearInterval(drip))
  }
  assert.equal(await kindOf(allowed(here(), { timeoutMs: 200 })), 'timeout')
  const giveUp = AbortSignal.timeout(100)
  assert.equal(await kindOf(allowed(here(), { signal: giveUp })), 'timeout')
})

test('network failures are typed errors that say whether to retry', async () => {
  answer = (request) => request.socket.destroy()
  const reset = await allowed(here()).catch((error: OutsideError) => error)
  assert.deepEqual([(reset as OutsideError).kind, (reset as OutsideError).retryable], ['connect', true])
  answer = (request) => void request.socket.end('nonsense\r\n\r\n')
  assert.equal(await kindOf(allowed(here())), 'protocol')
  assert.equal(await kindOf(allowed(`https://127.0.0.1:${port}/`)), 'tls')
  const free = createServer()
  await new Promise<void>((done) => free.listen(0, '127.0.0.1', done))
  const closedPort = (free.address() as AddressInfo).port
  await new Promise((done) => free.close(done))
  assert.equal(await kindOf(allowed(`http://127.0.0.1:${closedPort}/`)), 'connect')
})

test('a body can be read as a stream with the same limits', async () => {
  answer = (_, response) => response.end('a'.repeat(1000))
  const small = await allowed.stream(here())
  let length = 0
  for await (const chunk of small.body) length += chunk.length
  assert.equal(length, 1000)
  const large = await allowed.stream(here(), { maxBytes: 10 })
  await assert.rejects(
    async () => {
      for await (const _ of large.body);
    },
    { kind: 'too_large' },
  )
})

test('silence ends a request, before the response and within it, but a slow body does not', async () => {
  answer = () => {}
  const began = performance.now()
  assert.equal(await kindOf(allowed(here(), { timeoutMs: 60_000, silenceMs: 1_000 })), 'timeout')
  answer = (_, response) => void response.write('some')
  assert.equal(await kindOf(allowed(here(), { timeoutMs: 60_000, silenceMs: 1_000 })), 'timeout')
  assert.ok(performance.now() - began < 10_000)
  answer = (_, response) => {
    let left = 6
    const timer = setInterval(() => {
      response.write('x')
      if (--left > 0) return
      clearInterval(timer)
      response.end()
    }, 400)
  }
  assert.equal((await allowed(here(), { timeoutMs: 60_000, silenceMs: 1_500 })).body.toString(), 'xxxxxx')
})
