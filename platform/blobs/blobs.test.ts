// The same tests for both drivers. If the S3 test server deviates from S3, its entry below has a named flag and the
// test asserts the weaker behavior.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { bytesBelow, openTestDisk, openTestS3, type StoreUnderTest } from '../testing/blob-stores.ts'
import { type Blobs, MAX_UPLOAD_BYTES, type UploadLink } from './blobs.ts'
import { digestOf } from './measure.ts'

const MEGABYTE = 1024 * 1024
const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const readAll = async (blobs: Blobs, key: string): Promise<string | undefined> => {
  const blob = await blobs.get(key)
  return blob && Buffer.concat(await blob.stream.toArray()).toString()
}
const upload = (link: UploadLink, body: string, headers: Record<string, string> = {}) =>
  fetch(link.url, { method: link.method, headers: { ...link.headers, ...headers }, body })

const terms = (body: string, expiresIn = 900) => ({
  contentType: 'text/plain',
  size: Buffer.byteLength(body),
  sha256: sha256Of(body),
  expiresIn,
})

const DRIVERS = [
  {
    name: 'disk',
    open: openTestDisk as () => Promise<StoreUnderTest>,
    answersTooLarge: 413,
    checksUploads: true,
    refusesSecondUpload: true,
    replacesAtomically: true,
    rangeOfFirstByteWorks: true,
    takesStarsInParameters: true,
    listsOddKeys: true,
    longestSegment: 500,
  },
  {
    name: 's3',
    open: openTestS3,
    /** S3 has no status for it: the signed length is part of the signature. */
    answersTooLarge: 403,
    /** s3rver ignores x-amz-checksum-sha256; S3 checks it. */
    checksUploads: false,
    /** s3rver ignores If-None-Match; S3 checks it. */
    refusesSecondUpload: false,
    /** s3rver writes bytes and metadata in place, one after the other. */
    replacesAtomically: false,
    /** s3rver reads `bytes=0-0` as the whole object. */
    rangeOfFirstByteWorks: false,
    /** s3rver computes a different signature than S3 if a parameter contains `*` or `'`. */
    takesStarsInParameters: false,
    /** s3rver escapes `&` twice and lists `a/b` before `a`. */
    listsOddKeys: false,
    /** s3rver uses segments as file names. */
    longestSegment: 200,
  },
]

for (const driver of DRIVERS)
  describe(`blobs on ${driver.name}`, () => {
    let store: StoreUnderTest
    let blobs: Blobs
    let clock: StoreUnderTest['clock']
    before(async () => {
      store = await driver.open()
      blobs = store.blobs
      clock = store.clock
    })
    after(() => store.close())

    test('an object is returned with its bytes, size, type and checksum', async () => {
      const stored = await blobs.put('acme/a.txt', Buffer.from('evidence'), { contentType: 'text/plain' })
      const info = { key: 'acme/a.txt', size: 8, sha256: sha256Of('evidence') }
      assert.deepEqual(stored, info)
      assert.deepEqual(await blobs.head('acme/a.txt'), { ...info, contentType: 'text/plain' })
      assert.equal(await readAll(blobs, 'acme/a.txt'), 'evidence')
      assert.deepEqual(await digestOf(blobs, 'acme/a.txt'), { size: 8, sha256: info.sha256 })
    })

    test('an empty object can be stored', async () => {
      await blobs.put('acme/empty', Buffer.alloc(0), { contentType: 'text/plain' })
      assert.equal((await blobs.head('acme/empty'))?.size, 0)
      assert.equal(await readAll(blobs, 'acme/empty'), '')
    })

    test('a missing object is undefined, and deleting it is not an error', async () => {
      assert.equal(await blobs.head('acme/nothing'), undefined)
      assert.equal(await blobs.get('acme/nothing'), undefined)
      assert.equal(await digestOf(blobs, 'acme/nothing'), undefined)
      await blobs.delete('acme/nothing')
    })

    test('a deleted object is gone, and its key can be used again', async () => {
      await blobs.put('acme/gone/x', Buffer.from('1'), { contentType: 'text/plain' })
      await blobs.delete('acme/gone/x')
      assert.equal(await blobs.head('acme/gone/x'), undefined)
      await blobs.put('acme/gone/x', Buffer.from('2'), { contentType: 'text/plain' })
      assert.equal(await readAll(blobs, 'acme/gone/x'), '2')
    })

    for (const known of [true, false])
      test(`12 MB are streamed without buffering, checksum ${known ? 'given' : 'not given'}`, async () => {
        const chunk = randomBytes(256 * 1024)
        const hash = createHash('sha256')
        for (let i = 0; i < 48; i++) hash.update(chunk)
        const sha256 = hash.digest('hex')
        const before = await bytesBelow(store.folder)
        let storedBeforeTheLastChunk = 0
        async function* source() {
          for (let i = 0; i < 48; i++) {
            if (i === 47) storedBeforeTheLastChunk = (await bytesBelow(store.folder)) - before
            yield chunk
          }
        }
        const key = `acme/large-${known}`
        const options = { contentType: 'application/octet-stream', ...(known && { sha256 }) }
        assert.deepEqual(await blobs.put(key, source(), options), { key, size: 12 * MEGABYTE, sha256 })
        assert.ok(
          storedBeforeTheLastChunk >= 5 * MEGABYTE,
          `${storedBeforeTheLastChunk} bytes had been written before the last chunk`,
        )
        assert.equal((await blobs.head(key))?.sha256, sha256)
        assert.deepEqual(await digestOf(blobs, key), { size: 12 * MEGABYTE, sha256 })
        await blobs.delete(key)
        assert.equal(await bytesBelow(store.folder), before)
      })

    test('a range returns the bytes it names, and a range outside the object is rejected', async () => {
      await blobs.put('acme/range', Buffer.from('0123456789'), { contentType: 'text/plain' })
      const cases = [
        { range: { start: 2, end: 4 }, bytes: '234', given: { start: 2, end: 4 } },
        { range: { start: 7 }, bytes: '789', given: { start: 7, end: 9 } },
        { range: { start: 8, end: 99 }, bytes: '89', given: { start: 8, end: 9 } },
        ...(driver.rangeOfFirstByteWorks
          ? [{ range: { start: 0, end: 0 }, bytes: '0', given: { start: 0, end: 0 } }]
          : []),
      ]
      for (const { range, bytes, given } of cases) {
        const blob = (await blobs.get('acme/range', { range }))!
        assert.equal(Buffer.concat(await blob.stream.toArray()).toString(), bytes)
        assert.deepEqual([blob.range, blob.size, blob.sha256], [given, 10, sha256Of('0123456789')])
      }
      await assert.rejects(blobs.get('acme/range', { range: { start: 10 } }), { code: 'range_not_satisfiable' })
    })

    test('bytes that do not match the promised checksum are not stored', async () => {
      const options = { contentType: 'text/plain', sha256: sha256Of('other') }
      await assert.rejects(blobs.put('acme/wrong', Buffer.from('bytes'), options), { code: 'checksum_mismatch' })
      async function* large() {
        for (let i = 0; i < 12; i++) yield Buffer.alloc(MEGABYTE)
      }
      await assert.rejects(blobs.put('acme/wrong', large(), options), { code: 'checksum_mismatch' })
      assert.equal(await blobs.head('acme/wrong'), undefined)
    })

    test('a body larger than allowed is stopped midway and not stored', async () => {
      let pulled = 0
      async function* endless() {
        for (;;) {
          pulled++
          yield Buffer.alloc(1000)
        }
      }
      const putting = blobs.put('acme/endless', endless(), { contentType: 'text/plain', maxBytes: 5000 })
      await assert.rejects(putting, { code: 'body_too_large' })
      assert.ok(pulled < 20)
      assert.equal(await blobs.head('acme/endless'), undefined)
    })

    test('a source that fails midway leaves nothing', async () => {
      const before = await bytesBelow(store.folder)
      async function* broken() {
        for (let i = 0; i < 3; i++) yield Buffer.alloc(MEGABYTE)
        throw new Error('the connection broke')
      }
      await assert.rejects(blobs.put('acme/broken', broken(), { contentType: 'text/plain' }), /the connection broke/)
      assert.equal(await blobs.head('acme/broken'), undefined)
      assert.equal(await bytesBelow(store.folder), before)
    })

    test('with ifAbsent a key can be written only once', async () => {
      const options = { contentType: 'text/plain', ifAbsent: true }
      await blobs.put('acme/once', Buffer.from('first'), options)
      await assert.rejects(blobs.put('acme/once', Buffer.from('second'), options), { code: 'blob_exists' })
      assert.equal(await readAll(blobs, 'acme/once'), 'first')
    })

    test('when two puts of one key run at the same time, one complete object wins', async () => {
      const bodies = ['a', 'b'].map((letter) => letter.repeat(driver.replacesAtomically ? 3 * MEGABYTE : 10_000))
      await Promise.all(bodies.map((body) => blobs.put('acme/both', Buffer.from(body), { contentType: 'text/plain' })))
      const { sha256 } = (await digestOf(blobs, 'acme/both'))!
      assert.ok(bodies.map(sha256Of).includes(sha256))
      if (driver.replacesAtomically) assert.equal((await blobs.head('acme/both'))?.sha256, sha256)
    })

    test('keys may contain any character that file names contain', async () => {
      const keys = ['Ünï/cödé 文.pdf', 'a b+c%41&d=e?f#g;h', 'A', 'a', 'a/b', `${'x'.repeat(driver.longestSegment)}/y`]
      for (const key of keys) {
        await blobs.put(`odd/${key}`, Buffer.from(key), { contentType: 'text/plain' })
        assert.equal(await readAll(blobs, `odd/${key}`), key)
        const { url } = await blobs.presignGet(`odd/${key}`, { expiresIn: 60, filename: 'x' })
        assert.equal(await (await fetch(url)).text(), key)
      }
      if (!driver.listsOddKeys) return
      const listed = await Array.fromAsync(blobs.list('odd/'), (entry) => entry.key)
      assert.deepEqual(listed.sort(), keys.map((key) => `odd/${key}`).sort())
    })

    test('invalid keys are rejected before anything is written', async () => {
      const bad = [
        '',
        '/a',
        'a/',
        'a//b',
        '..',
        'a/../b',
        '../../etc/passwd',
        'a/./b',
        'a\0b',
        'a\r\nb',
        '\ud800',
        '.incoming/a',
      ]
      for (const key of [...bad, 'x'.repeat(513), '文'.repeat(400)]) {
        await assert.rejects(blobs.put(key, Buffer.from('x'), { contentType: 'text/plain' }), /A blob key/)
        await assert.rejects(blobs.get(key), /A blob key/)
        await assert.rejects(blobs.head(key), /A blob key/)
        await assert.rejects(blobs.delete(key), /A blob key/)
        await assert.rejects(blobs.presignPut(key, terms('x')), /A blob key/)
        await assert.rejects(blobs.presignGet(key, { expiresIn: 60 }), /A blob key/)
      }
    })

    test('a list returns every object with the prefix once, over several pages, and no other object', async () => {
      const keys = Array.from({ length: 8 }, (_, i) => `list/t1/${i % 2 ? 'deep/' : ''}${i}`)
      for (const key of [...keys, 'list/t10/x', 'list/t'])
        await blobs.put(key, Buffer.from('12'), { contentType: 'text/plain' })
      const listed = await Array.fromAsync(blobs.list('list/t1/'))
      assert.deepEqual(listed.map(({ key }) => key).sort(), [...keys].sort())
      assert.ok(listed.every(({ size }) => size === 2))
      assert.equal((await Array.fromAsync(blobs.list('list/t1'))).length, 9)
      assert.deepEqual(await Array.fromAsync(blobs.list('list/none/')), [])
    })

    test('a signed upload stores the object, and a signed download returns it as an attachment', async () => {
      const link = await blobs.presignPut('acme/link', terms('signed bytes'))
      assert.equal(link.method, 'PUT')
      assert.equal(Date.parse(link.expires_at), Math.floor(clock.now().getTime() / 1000) * 1000 + 900_000)
      assert.ok((await upload(link, 'signed bytes')).ok)
      const info = { key: 'acme/link', size: 12, sha256: sha256Of('signed bytes'), contentType: 'text/plain' }
      assert.deepEqual(await blobs.head('acme/link'), info)
      const { url } = await blobs.presignGet('acme/link', { expiresIn: 60, filename: 'report.txt' })
      const answer = await fetch(url)
      assert.equal(await answer.text(), 'signed bytes')
      assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="report.txt"')
      assert.equal(answer.headers.get('cache-control'), 'private, no-store')
    })

    test('a file name in any script is returned unchanged', async () => {
      await blobs.put('acme/script', Buffer.from('x'), { contentType: 'text/plain' })
      const { url } = await blobs.presignGet('acme/script', { expiresIn: 60, filename: 'SOC 2 – Bericht.txt' })
      const given = driver.takesStarsInParameters
        ? (await fetch(url)).headers.get('content-disposition')
        : new URL(url).searchParams.get('response-content-disposition')
      const extended = "filename*=UTF-8''SOC%202%20%E2%80%93%20Bericht.txt"
      assert.equal(given, `attachment; filename="SOC 2 _ Bericht.txt"; ${extended}`)
    })

    test('a file name cannot add a header', async () => {
      await blobs.put('acme/name', Buffer.from('x'), { contentType: 'text/plain' })
      const filename = '../a"\r\nset-cookie: a=b\r\n\r\n<b>.pdf\u202e'
      const { url } = await blobs.presignGet('acme/name', { expiresIn: 60, filename })
      const answer = await fetch(url)
      assert.equal(answer.headers.get('set-cookie'), null)
      assert.equal(answer.headers.get('content-disposition')?.split(';')[1], ' filename="_a_set-cookie_ a=b_b_.pdf"')
    })

    test('a signed upload rejects another body, type or size', async () => {
      const link = await blobs.presignPut('acme/terms', terms('0123456789'))
      const larger = await upload(link, '0123456789'.repeat(10), { 'content-length': '100' })
      assert.equal(larger.status, driver.answersTooLarge)
      assert.ok((await upload(link, '012345678', { 'content-length': '9' })).status >= 400)
      assert.equal((await upload(link, '0123456789', { 'content-type': 'text/html' })).status, 403)
      assert.equal(await blobs.head('acme/terms'), undefined)
    })

    test('a signed upload of other bytes is rejected, or detected when they are read', async () => {
      const link = await blobs.presignPut('acme/swapped', terms('right bytes'))
      const answer = await upload(link, 'wrong bytes')
      assert.equal(answer.ok, !driver.checksUploads)
      if (driver.checksUploads) return assert.equal(await blobs.head('acme/swapped'), undefined)
      const signed = new URL(link.url).searchParams.get('X-Amz-SignedHeaders')?.split(';')
      assert.ok(signed?.includes('x-amz-checksum-sha256'))
      assert.equal((await blobs.head('acme/swapped'))?.sha256, sha256Of('right bytes'))
      assert.equal((await digestOf(blobs, 'acme/swapped'))?.sha256, sha256Of('wrong bytes'))
    })

    test('a signed upload can be used once', async () => {
      const link = await blobs.presignPut('acme/reuse', terms('once'))
      assert.ok((await upload(link, 'once')).ok)
      assert.equal((await upload(link, 'once')).ok, !driver.refusesSecondUpload)
      assert.equal((await digestOf(blobs, 'acme/reuse'))?.sha256, sha256Of('once'))
      if (driver.refusesSecondUpload) return
      assert.ok(new URL(link.url).searchParams.get('X-Amz-SignedHeaders')?.split(';').includes('if-none-match'))
    })

    test('an expired URL is rejected', async () => {
      await blobs.put('acme/old', Buffer.from('x'), { contentType: 'text/plain' })
      clock.advance(-3_600_000)
      const put = await blobs.presignPut('acme/late', terms('late', 60))
      const get = await blobs.presignGet('acme/old', { expiresIn: 60 })
      clock.advance(3_600_000)
      assert.equal((await upload(put, 'late')).status, 403)
      assert.equal((await fetch(get.url)).status, 403)
      assert.equal(await blobs.head('acme/late'), undefined)
    })

    test('a signed URL is valid for one object and one method', async () => {
      await blobs.put('acme/mine', Buffer.from('mine'), { contentType: 'text/plain' })
      await blobs.put('globex/theirs', Buffer.from('theirs'), { contentType: 'text/plain' })
      const get = await blobs.presignGet('acme/mine', { expiresIn: 60 })
      const put = await blobs.presignPut('acme/new', terms('x'))
      const changed = [
        { url: get.url.replace('acme/mine', 'globex/theirs') },
        { url: get.url.replace(/(signature=)(.)/i, (_, name, c) => name + (c === 'a' ? 'b' : 'a')) },
        { url: get.url.replace(/expires=\d+/i, (text) => `${text}9`) },
        { url: get.url, method: 'PUT', headers: put.headers, body: 'x' },
        { url: put.url },
        { url: put.url.replace('acme/new', 'globex/theirs'), method: 'PUT', headers: put.headers, body: 'x' },
      ]
      for (const { url, ...init } of changed) assert.equal((await fetch(url, init)).status, 403, url)
      assert.equal(await readAll(blobs, 'globex/theirs'), 'theirs')
      assert.equal(await readAll(blobs, 'acme/mine'), 'mine')
      assert.equal(await blobs.head('acme/new'), undefined)
    })

    test('a signed URL expires within an hour and limits the size of an upload', async () => {
      await assert.rejects(blobs.presignGet('acme/a', { expiresIn: 3601 }), /valid for 1 to 3600 seconds/)
      await assert.rejects(blobs.presignPut('acme/a', terms('x', 0)), /valid for 1 to 3600 seconds/)
      await assert.rejects(blobs.presignPut('acme/a', { ...terms('x'), size: MAX_UPLOAD_BYTES + 1 }), /bytes/)
      await assert.rejects(blobs.presignPut('acme/a', { ...terms('x'), sha256: 'x' }), /SHA-256/)
      await assert.rejects(blobs.presignPut('acme/a', { ...terms('x'), contentType: 'a/b\r\nc: d' }), /content type/)
    })

    test('the check passes while the store is usable', async () => {
      await blobs.check()
    })
  })
