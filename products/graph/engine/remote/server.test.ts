// A fake server that misbehaves, which a real one rarely does on demand.
import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { answerChallenge, readChallenge } from './digest.ts'
import { openServer, Refused, ROWS } from './server.ts'

let answer: RequestListener
let http: Server
let url: string
let asked = 0
before(async () => {
  http = createServer((request, response) => {
    asked += 1
    request.resume()
    answer(request, response)
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/sparql`
})
after(() => {
  http.closeAllConnections()
  http.close()
})

const ask = async (timeoutMs = 5_000, signal?: AbortSignal): Promise<string> => {
  let text = ''
  const body = await openServer({ url }).query('ASK {}', { accept: ROWS, timeoutMs, signal })
  for await (const piece of body) text += Buffer.from(piece).toString()
  return text
}

test('a partial result is rejected, even with status 200', async () => {
  answer = (_, response) => response.writeHead(200, { 'x-sql-state': 'S1TAT' }).end('{}')
  await assert.rejects(ask(), { kind: 'timeout' })
  answer = (_, response) => response.writeHead(200, { 'x-sparql-maxrows': '10000' }).end('{}')
  await assert.rejects(ask(), { kind: 'too_large' })
})

test('a request to a server that stops answering ends at its time limit or abort signal', async () => {
  answer = () => undefined
  await assert.rejects(ask(100), { kind: 'timeout' })
  answer = (_, response) => response.writeHead(200).write('{"head"')
  await assert.rejects(ask(100), { kind: 'timeout' })
  const stop = new AbortController()
  const given = assert.rejects(ask(5_000, stop.signal), { name: 'AbortError' })
  stop.abort()
  await given
})

test('a server that is unreachable, overloaded or not a SPARQL server is unavailable', async () => {
  for (const status of [401, 403, 404, 429, 502, 503, 504]) {
    answer = (_, response) => response.writeHead(status).end()
    await assert.rejects(ask(), { kind: 'unavailable' }, `${status}`)
  }
  answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  await assert.rejects(ask(), { kind: 'unavailable' })
  answer = (_, response) => response.writeHead(200, { 'content-length': '100' }).write('{}', () => response.destroy())
  await assert.rejects(ask(), { kind: 'unavailable' })
  await assert.rejects(openServer({ url: 'http://127.0.0.1:1/' }).rows('ASK {}'), { kind: 'unavailable' })
})

test('a rejected query is distinguished from a failure', async () => {
  answer = (_, response) => response.writeHead(400).end('Virtuoso 37000 Error')
  await assert.rejects(ask(), Refused)
})

test('a request is repeated when the server closes an idle connection', async () => {
  let first = true
  answer = (request, response) => {
    if (first) request.socket.destroy()
    else response.end('{}')
    first = false
  }
  asked = 0
  assert.equal(await ask(), '{}')
  assert.equal(asked, 2)
})

test('Basic credentials are sent only after the server asks for them', async () => {
  const shown: (string | undefined)[] = []
  answer = (request, response) => {
    shown.push(request.headers.authorization)
    if (request.headers.authorization) response.end('{"results":{"bindings":[]}}')
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
  }
  const server = openServer({ url, user: 'me', password: 'secret' })
  await server.rows('ASK {}')
  await server.rows('ASK {}')
  const basic = `Basic ${btoa('me:secret')}`
  assert.deepEqual(shown, [undefined, basic, basic])
})

test('the digest matches the example of RFC 2617 §3.5', () => {
  const challenge = readChallenge(
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
  )
  assert.ok(challenge)
  const call = { user: 'Mufasa', password: 'Circle Of Life', method: 'GET', path: '/dir/index.html', count: 1 }
  assert.match(
    answerChallenge(challenge, { ...call, cnonce: '0a4f113b' }),
    /response="6629fae49393a05397450978507c4ef1"/,
  )
  for (const other of [null, 'Basic realm="x"', 'Digest realm="x", nonce="y", algorithm=SHA-256'])
    assert.equal(readChallenge(other), undefined)
})
