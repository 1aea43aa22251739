import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { readConfig } from '../config/config.ts'
import { mountBlobs } from '../http/blob-routes.ts'
import { createHttp } from '../http/server.ts'
import { openTestS3, type S3UnderTest } from '../testing/blob-stores.ts'
import { testDatabase } from '../testing/db.ts'
import { openMute } from '../testing/faults.ts'
import { openBlobs } from './open.ts'
import { openS3 } from './s3.ts'

const text = { contentType: 'text/plain' }

describe('the S3 driver', () => {
  let store: S3UnderTest
  before(async () => {
    store = await openTestS3()
  })
  after(() => store.close())

  test('a configured bucket is used, and its URLs lead to it and not to this server', async () => {
    const config = readConfig([], {
      S3_BUCKET: 'evidence',
      S3_ENDPOINT: store.options.endpoint,
      S3_FORCE_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    })
    const { db } = await testDatabase()
    const { clock, log } = store.options
    const blobs = await openBlobs({ config, db, clock, log, publicUrl: () => 'http://files.test' })
    const app = await createHttp(config, log)
    mountBlobs(app, blobs)
    await blobs.put('acme/a', Buffer.from('x'), text)
    assert.equal((await store.blobs.head('acme/a'))?.size, 1)
    const { url } = await blobs.presignGet('acme/a', { expiresIn: 60 })
    assert.equal(await blobs.origin?.(), new URL(url).origin)
    assert.equal(new URL(url).origin, store.options.endpoint)
    assert.equal((await app.inject('/blobs/acme/a')).json().code, 'route_not_found')
    await app.close()
    await blobs.close()
  })

  test('the session token of a temporary key is part of the signed URL', async () => {
    const blobs = openS3({ ...store.options, accessKeyId: 'ASIA', secretAccessKey: 's', sessionToken: 'for an hour' })
    const { url } = await blobs.presignGet('acme/a', { expiresIn: 60 })
    assert.equal(new URL(url).searchParams.get('X-Amz-Security-Token'), 'for an hour')
    await blobs.close()
  })

  test('every header of an upload is part of its signature', async () => {
    const sha256 = createHash('sha256').update('x').digest('hex')
    const { url, headers } = await store.blobs.presignPut('acme/b', { ...text, size: 1, sha256, expiresIn: 60 })
    const signed = new URL(url).searchParams.get('X-Amz-SignedHeaders')?.split(';')
    assert.deepEqual(signed, [...Object.keys(headers), 'host'].sort())
  })

  test('an object stored by another program has a checksum too', async () => {
    const { endpoint, region, bucket } = store.options
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const client = new S3Client({ endpoint: endpoint!, region, credentials, forcePathStyle: true })
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: 'foreign', Body: 'theirs', ContentType: 'text/plain' }),
    )
    client.destroy()
    const { stream, sha256 } = (await store.blobs.get('foreign'))!
    const bytes = Buffer.concat(await stream.toArray())
    assert.equal(sha256, createHash('sha256').update(bytes).digest('hex'))
    assert.equal((await store.blobs.head('foreign'))?.sha256, sha256)
  })

  test('a store that refuses connections is 503 with Retry-After', async () => {
    const { adapt: _, ...options } = store.options
    const gone = openS3({ ...options, endpoint: 'http://127.0.0.1:1' })
    const unavailable = { code: 'unavailable', status: 503, headers: { 'retry-after': '5' } }
    await Promise.all([
      assert.rejects(gone.head('a'), unavailable),
      assert.rejects(gone.put('a', Buffer.from('x'), text), unavailable),
      assert.rejects(gone.check(), unavailable),
    ])
    await gone.close()
  })

  test('a store that accepts a connection but never answers fails fast despite the retries of the client', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { adapt: _, ...options } = store.options
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const hanging = openS3({ ...options, endpoint, patienceMs: 100 })
    const began = performance.now()
    const unavailable = { code: 'unavailable', status: 503 }
    await Promise.all([
      assert.rejects(hanging.head('a'), unavailable),
      assert.rejects(hanging.get('a'), unavailable),
      assert.rejects(hanging.delete('a'), unavailable),
      assert.rejects(Array.fromAsync(hanging.list('a')), unavailable),
      assert.rejects(hanging.check(), unavailable),
      assert.rejects(hanging.put('a', Buffer.from('x'), text), unavailable),
    ])
    assert.ok(performance.now() - began < 10_000)
    await hanging.close()
    await new Promise((done) => silent.close(done).closeAllConnections())
  })

  test('reading an object may take longer than the response timeout of the store', async () => {
    const slow = openS3({ ...store.options, patienceMs: 500 })
    const bytes = Buffer.alloc(3_000_000, 'x')
    await slow.put('slow', bytes, text)
    const { stream } = (await slow.get('slow'))!
    await sleep(700)
    assert.equal(Buffer.concat(await stream.toArray()).length, bytes.length)
    await slow.close()
  })

  test('an upload of any size fails within ten seconds, including its cleanup', async () => {
    const mute = await openMute()
    const { adapt: _, ...options } = store.options
    const hanging = openS3({ ...options, endpoint: `http://127.0.0.1:${mute.port}` })
    const streamed = Readable.from(Array.from({ length: 12 }, () => Buffer.alloc(1_000_000)))
    const unavailable = { code: 'unavailable', status: 503 }
    for (const bytes of [Buffer.alloc(1_000_000), streamed]) {
      const began = performance.now()
      await assert.rejects(hanging.put('a', bytes, text), unavailable)
      await assert.rejects(hanging.delete('a'), unavailable)
      assert.ok(performance.now() - began < 10_000, `${performance.now() - began} ms`)
      // Further requests fail fast for a moment after a timeout.
      const again = performance.now()
      await assert.rejects(hanging.head('a'), unavailable)
      assert.ok(performance.now() - again < 500)
      await sleep(2_100)
    }
    await hanging.close()
    await mute.close()
  })

  test('an object whose store stalls midway fails, and one whose reader pauses does not', async () => {
    const bytes = Buffer.alloc(20_000_000, 'x')
    let stops = true
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-length': String(bytes.length), 'x-amz-meta-sha256': 'x' })
      if (stops) response.write(bytes.subarray(0, 1_000_000))
      else response.end(bytes)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { adapt: _, ...options } = store.options
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const blobs = openS3({ ...options, endpoint, silenceMs: 400 })
    await assert.rejects((await blobs.get('a'))!.stream.toArray(), /stopped sending bytes/)
    stops = false
    const { stream } = (await blobs.get('a'))!
    let size = 0
    for await (const chunk of stream) {
      if (size < 10_000) await sleep(1_500)
      size += chunk.length
    }
    assert.equal(size, bytes.length)
    await blobs.close()
    await new Promise((done) => server.close(done).closeAllConnections())
  })

  test('a permanent refusal is reported as our own error and not as unavailable', async () => {
    const wrong = openS3({ ...store.options, secretAccessKey: 'wrong' })
    await assert.rejects(wrong.put('a', Buffer.from('x'), text), { name: 'SignatureDoesNotMatch' })
    await wrong.close()
    const nowhere = openS3({ ...store.options, bucket: 'missing' })
    await assert.rejects(nowhere.put('a', Buffer.from('x'), text), { name: 'NoSuchBucket' })
    await nowhere.close()
  })
})
