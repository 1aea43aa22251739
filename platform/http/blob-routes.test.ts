import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Blobs, UploadLink } from '../blobs/blobs.ts'
import { bytesBelow, type DiskUnderTest, openTestDisk } from '../testing/blob-stores.ts'

let disk: DiskUnderTest
let blobs: Blobs
const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const termsOf = (body: string | Uint8Array, contentType = 'text/plain') => ({
  contentType,
  size: Buffer.byteLength(body),
  sha256: sha256Of(body),
  expiresIn: 60,
})
const putLink = (key: string, body: string | Uint8Array, contentType?: string): Promise<UploadLink> =>
  blobs.presignPut(key, termsOf(body, contentType))
const downloadOf = async (key: string, body: string, contentType = 'text/plain'): Promise<string> => {
  await blobs.put(key, Buffer.from(body), { contentType })
  return (await blobs.presignGet(key, { expiresIn: 60 })).url
}
const codeOf = async (answer: Response): Promise<[number, string]> => {
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  return [answer.status, ((await answer.json()) as { code: string }).code]
}
/** Sends the path unchanged; fetch would normalize it. */
const raw = (url: string, options: RequestOptions): Promise<IncomingMessage> =>
  new Promise((done, broken) => {
    const { hostname, port } = new URL(url)
    const request = httpRequest({ hostname, port, ...options }, (answer) => done(answer.resume()))
    request.on('error', broken).end()
  })

describe('signed URLs of objects on disk', () => {
  before(async () => {
    disk = await openTestDisk()
    blobs = disk.blobs
  })
  after(() => disk.close())

  test('a download is never displayed, sniffed, scripted or cached', async () => {
    const url = await downloadOf('acme/evil.html', '<script>alert(1)</script>', 'text/html')
    const { headers } = await fetch(url)
    assert.equal(headers.get('content-type'), 'text/html')
    assert.equal(headers.get('content-disposition'), 'attachment; filename="evil.html"')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.equal(headers.get('etag'), `"${sha256Of('<script>alert(1)</script>')}"`)
  })

  test('a method that objects do not support is 405 with the allowed methods', async () => {
    const url = await downloadOf('acme/method', 'x')
    const answer = await fetch(url, { method: 'POST', body: 'y' })
    assert.deepEqual(answer.headers.get('allow')?.split(', ').toSorted(), ['GET', 'HEAD', 'PUT'])
    assert.deepEqual(await codeOf(answer), [405, 'method_not_allowed'])
  })

  test('a range is answered with 206 and exactly its bytes', async () => {
    const url = await downloadOf('acme/range', '0123456789')
    const cases = [
      { range: 'bytes=0-0', bytes: '0', says: 'bytes 0-0/10' },
      { range: 'bytes=2-4', bytes: '234', says: 'bytes 2-4/10' },
      { range: 'bytes=7-', bytes: '789', says: 'bytes 7-9/10' },
      { range: 'bytes=-3', bytes: '789', says: 'bytes 7-9/10' },
      { range: 'bytes=-99', bytes: '0123456789', says: 'bytes 0-9/10' },
      { range: 'bytes=8-99', bytes: '89', says: 'bytes 8-9/10' },
    ]
    for (const { range, bytes, says } of cases) {
      const answer = await fetch(url, { headers: { range } })
      const seen = [answer.status, await answer.text(), answer.headers.get('content-range')]
      assert.deepEqual(seen, [206, bytes, says], range)
      assert.equal(answer.headers.get('content-length'), String(bytes.length))
    }
  })

  test('a range outside the object is 416 with the object size', async () => {
    const url = await downloadOf('acme/range', '0123456789')
    for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
      const answer = await fetch(url, { headers: { range } })
      assert.equal(answer.headers.get('content-range'), 'bytes */10')
      assert.deepEqual(await codeOf(answer), [416, 'range_not_satisfiable'])
    }
  })

  test('an invalid range, or several ranges, return the whole object once', async () => {
    const url = await downloadOf('acme/range', '0123456789')
    const many = `bytes=${Array.from({ length: 500 }, () => '0-9').join(',')}`
    for (const range of [
      'bytes=4-2',
      'bytes=a-b',
      'lines=1-2',
      'bytes=-',
      'bytes=0-1,3-4',
      `bytes=0-${'9'.repeat(30)}`,
      many,
    ]) {
      const answer = await fetch(url, { headers: { range } })
      assert.deepEqual([answer.status, await answer.text()], [200, '0123456789'], range.slice(0, 40))
    }
  })

  test('a range of an outdated version returns the whole new version', async () => {
    const url = await downloadOf('acme/if-range', '0123456789')
    const etag = `"${sha256Of('0123456789')}"`
    const same = await fetch(url, { headers: { range: 'bytes=5-', 'if-range': etag } })
    assert.deepEqual([same.status, await same.text()], [206, '56789'])
    const other = await fetch(url, { headers: { range: 'bytes=5-', 'if-range': '"other"' } })
    assert.deepEqual([other.status, await other.text()], [200, '0123456789'])
  })

  test('HEAD returns the headers of GET, and a known ETag is 304', async () => {
    const url = await downloadOf('acme/head', '0123456789')
    const head = await fetch(url, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', ''])
    const etag = head.headers.get('etag')!
    const known = await fetch(url, { headers: { 'if-none-match': etag } })
    assert.deepEqual([known.status, known.headers.get('etag'), await known.text()], [304, etag, ''])
  })

  test('text is not compressed, because that would falsify its length and ranges', async () => {
    const text = 'evidence '.repeat(1000)
    const answer = await fetch(await downloadOf('acme/text', text), { headers: { 'accept-encoding': 'gzip, br' } })
    assert.deepEqual([answer.headers.get('content-encoding'), answer.headers.get('content-length')], [null, '9000'])
    assert.equal(await answer.text(), text)
  })

  test('a deleted object is 404 although its URL is still valid', async () => {
    const url = await downloadOf('acme/deleted', 'x')
    await blobs.delete('acme/deleted')
    assert.deepEqual(await codeOf(await fetch(url)), [404, 'blob_not_found'])
  })

  test('JSON is stored byte for byte, whatever its size and format', async () => {
    const body = `{"a": 1,\n "__proto__": [${'1,'.repeat(700_000)}1]}`
    const link = await putLink('acme/sbom.json', body, 'application/json')
    assert.equal((await fetch(link.url, { method: 'PUT', headers: link.headers, body })).status, 201)
    assert.equal((await blobs.head('acme/sbom.json'))?.sha256, sha256Of(body))
  })

  test('8 MB are stored while they arrive, and sent while they are read', async () => {
    const chunk = Buffer.alloc(256 * 1024, 'x')
    const body = Buffer.concat(Array.from({ length: 32 }, () => chunk))
    const link = await putLink('acme/large', body, 'application/octet-stream')
    let storedBeforeTheLastChunk = 0
    async function* slowly() {
      for (let i = 0; i < 32; i++) {
        if (i === 31) storedBeforeTheLastChunk = await bytesBelow(join(disk.folder, 'blobs/incoming'))
        yield chunk
      }
    }
    const init = { method: 'PUT', headers: link.headers, body: ReadableStream.from(slowly()), duplex: 'half' as const }
    assert.equal((await fetch(link.url, init)).status, 201)
    assert.ok(storedBeforeTheLastChunk > 1024 * 1024, `${storedBeforeTheLastChunk} bytes were on disk`)
    const { url } = await blobs.presignGet('acme/large', { expiresIn: 60 })
    const hash = createHash('sha256')
    for await (const bytes of (await fetch(url)).body!) hash.update(bytes)
    assert.equal(hash.digest('hex'), sha256Of(body))
  })

  test('each violation of the upload terms has its own error, and none of them stores a byte', async () => {
    const link = await putLink('acme/terms', '0123456789')
    const send = (init: { headers?: Record<string, string>; body: string | ReadableStream; duplex?: 'half' }) =>
      fetch(link.url, { method: 'PUT', ...init, headers: { ...link.headers, ...init.headers } })
    const larger = await send({ body: 'x'.repeat(100), headers: { 'content-length': '100' } })
    assert.deepEqual(await codeOf(larger), [413, 'body_too_large'])
    const smaller = await send({ body: '012', headers: { 'content-length': '3' } })
    assert.deepEqual(await codeOf(smaller), [422, 'unacceptable'])
    assert.deepEqual(await codeOf(await send({ body: '9876543210' })), [422, 'checksum_mismatch'])
    const otherType = await send({ body: '0123456789', headers: { 'content-type': 'text/html' } })
    assert.deepEqual(await codeOf(otherType), [403, 'link_invalid'])
    const chunked = await fetch(link.url, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: ReadableStream.from([Buffer.from('0123456789')]),
      duplex: 'half',
    })
    assert.deepEqual(await codeOf(chunked), [400, 'missing_header'])
    assert.equal(await blobs.head('acme/terms'), undefined)
    assert.deepEqual(await readdir(join(disk.folder, 'blobs/incoming')), [])
  })

  test('after an upload the URL is rejected and the stored bytes remain', async () => {
    const link = await putLink('acme/registered', 'approved')
    assert.equal((await fetch(link.url, { method: 'PUT', headers: link.headers, body: 'approved' })).status, 201)
    for (const body of ['approved', 'tampered']) {
      const again = await fetch(link.url, { method: 'PUT', headers: link.headers, body })
      assert.deepEqual(await codeOf(again), [409, 'blob_exists'])
    }
    const second = await putLink('acme/registered', 'tampered')
    const answer = await fetch(second.url, { method: 'PUT', headers: second.headers, body: 'tampered' })
    assert.deepEqual(await codeOf(answer), [409, 'blob_exists'])
    assert.equal((await blobs.head('acme/registered'))?.sha256, sha256Of('approved'))
  })

  test('exactly one of ten simultaneous uploads to one URL is stored', async () => {
    const body = 'z'.repeat(300_000)
    const link = await putLink('acme/race', body)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fetch(link.url, { method: 'PUT', headers: link.headers, body })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)])
    await Promise.all(answers.map((answer) => answer.text()))
  })

  test('an aborted upload leaves nothing, and its URL can be used again', async () => {
    const body = 'q'.repeat(200_000)
    const link = await putLink('acme/aborted', body)
    const { hostname, port, pathname, search } = new URL(link.url)
    const socket = connect(Number(port), hostname)
    const headers = `host: ${hostname}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}`
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\n${body.slice(0, 100_000)}`)
    const incoming = join(disk.folder, 'blobs/incoming')
    const deadline = Date.now() + 30_000
    while ((await bytesBelow(incoming)) === 0 && Date.now() < deadline) await new Promise(setImmediate)
    assert.ok((await bytesBelow(incoming)) > 0)
    socket.destroy()
    while ((await readdir(incoming)).length > 0 && Date.now() < deadline) await new Promise(setImmediate)
    assert.deepEqual(await readdir(incoming), [])
    assert.equal(await blobs.head('acme/aborted'), undefined)
    assert.equal((await fetch(link.url, { method: 'PUT', headers: link.headers, body })).status, 201)
  })

  test('every part of a URL is signed', async () => {
    const get = await downloadOf('acme/signed', 'x')
    const put = (await putLink('acme/upload', 'x')).url
    const tampered = [
      [get, 'expires=', 'expires=9'],
      [get, 'name=signed', 'name=invoice.exe'],
      [get, /&name=[^&]*/, ''],
      [get, /signature=.*/, 'signature='],
      [get, /&signature=.*/, ''],
      [get, 'acme/signed', 'acme/signed%20'],
      [get, /\?.*/, ''],
      [get, /$/, '&expires=9999999999'],
      [put, 'size=1', 'size=2'],
      [put, 'text%2Fplain', 'text%2Fhtml'],
      [put, /sha256=./, 'sha256=g'],
    ] as const
    for (const [url, part, other] of tampered) {
      const changed = url.replace(part, other)
      assert.notEqual(changed, url)
      const init = url === put ? { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' } : {}
      assert.deepEqual(await codeOf(await fetch(changed, init)), [403, 'link_invalid'], changed)
    }
  })

  test('an expired URL is rejected as expired', async () => {
    const { url } = await blobs.presignGet('acme/soon', { expiresIn: 60 })
    disk.clock.advance(59_000)
    assert.deepEqual(await codeOf(await fetch(url)), [404, 'blob_not_found'])
    disk.clock.advance(1_000)
    assert.deepEqual(await codeOf(await fetch(url)), [403, 'link_expired'])
  })

  test('no path leads out of the folder', async () => {
    const url = await downloadOf('acme/inside', 'x')
    const { search } = new URL(url)
    const paths = [
      '/blobs/../healthz',
      '/blobs/acme/../../../../etc/passwd',
      '/blobs/%2e%2e/%2e%2e/etc/passwd',
      '/blobs/',
    ]
    for (const path of [...paths, '/blobs/..%2f..%2fetc%2fpasswd', '/blobs//etc/passwd', '/blobs/acme%5c..%5cinside'])
      for (const method of ['GET', 'PUT']) {
        const { statusCode } = await raw(url, { path: path + search, method })
        assert.ok(statusCode === 403 || statusCode === 404, `${method} ${path} answers ${statusCode}`)
      }
  })
})
