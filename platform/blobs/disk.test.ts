import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fakeClock } from '../clock.ts'
import { keepSecret } from '../keyring/store.ts'
import { testDatabase } from '../testing/db.ts'
import type { Blobs } from './blobs.ts'
import { openDisk } from './disk.ts'
import { keyOfPath, pathOfKey } from './key.ts'
import { openLinks } from './sign.ts'

async function withDisk(work: (blobs: Blobs, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'veritrace-disk-'))
  const options = { folder, secret: 's', publicUrl: () => 'http://files.test', clock: fakeClock() }
  try {
    await work(await openDisk(options), folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
const text = { contentType: 'text/plain' }

test('a reader still reads the old version while the object is replaced and deleted', () =>
  withDisk(async (blobs) => {
    await blobs.put('a', Buffer.alloc(1_000_000, 'old'), text)
    const reading = (await blobs.get('a'))!
    await blobs.put('a', Buffer.from('new'), text)
    await blobs.delete('a')
    const bytes = Buffer.concat(await reading.stream.toArray())
    assert.ok(bytes.equals(Buffer.alloc(1_000_000, 'old')))
    assert.equal(await blobs.head('a'), undefined)
  }))

test('exactly one of many simultaneous puts with ifAbsent succeeds', () =>
  withDisk(async (blobs) => {
    const puts = Array.from({ length: 12 }, (_, i) =>
      blobs.put('a/b', Buffer.from(`${i}`), { ...text, ifAbsent: true }),
    )
    const results = await Promise.allSettled(puts)
    const kept = results.filter((result) => result.status === 'fulfilled')
    assert.equal(kept.length, 1)
    assert.equal((await blobs.head('a/b'))?.sha256, kept[0]!.value.sha256)
    for (const result of results) if (result.status === 'rejected') assert.equal(result.reason.code, 'blob_exists')
  }))

test('puts succeed while others delete their folder, and empty folders are removed', () =>
  withDisk(async (blobs, folder) => {
    await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        await blobs.put(`deep/er/${i % 4}/${i}`, Buffer.from('x'), text)
        await blobs.delete(`deep/er/${i % 4}/${i}`)
      }),
    )
    assert.deepEqual(await readdir(join(folder, 'objects')), [])
    assert.deepEqual(await readdir(join(folder, 'incoming')), [])
  }))

test('a partial upload of a killed process is removed after a day, and not earlier', () =>
  withDisk(async (_, folder) => {
    const now = Date.now() / 1000
    for (const [name, ageHours] of [
      ['old', 25],
      ['young', 1],
    ] as const) {
      await writeFile(join(folder, 'incoming', name), 'half')
      await utimes(join(folder, 'incoming', name), now, now - ageHours * 3600)
    }
    await openDisk({ folder, secret: 's', publicUrl: () => '', clock: fakeClock() })
    assert.deepEqual(await readdir(join(folder, 'incoming')), ['young'])
  }))

test('the check fails when the folder is gone', () =>
  withDisk(async (blobs, folder) => {
    await rm(folder, { recursive: true })
    await assert.rejects(blobs.check(), { code: 'ENOENT' })
  }))

test('every key has its own path, from which the key can be read back', () => {
  const keys = ['a', 'A', 'a/b', 'a@', 'a+/b', 'a%41', '...', 'a.', 'ä'.repeat(150), `${'x'.repeat(450)}/y`]
  const paths = keys.map(pathOfKey)
  assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, keys.length)
  assert.deepEqual(paths.map(keyOfPath), keys)
  for (const name of paths.flatMap((path) => path.split('/'))) assert.match(name, /^[a-z0-9_.%-]{1,200}[+@]?$/)
})

test('processes that start together use the same signing secret', async () => {
  const { db } = await testDatabase()
  const secrets = await Promise.all(Array.from({ length: 6 }, () => keepSecret(db, 'blob-links')))
  assert.equal(new Set(secrets).size, 1)
  assert.ok(secrets[0]!.length >= 43)
})

test('a URL signed with another secret is rejected', () => {
  const clock = fakeClock()
  const link = { method: 'GET', key: 'a', expires: clock.now().getTime() / 1000 + 60, filename: 'a' } as const
  const query = Object.fromEntries(new URLSearchParams(openLinks('one', clock).sign(link).split('?')[1]))
  assert.deepEqual(openLinks('one', clock).check('GET', 'a', query).filename, 'a')
  assert.throws(() => openLinks('two', clock).check('GET', 'a', query), { code: 'link_invalid' })
  assert.throws(() => openLinks('one', clock).check('PUT', 'a', query), { code: 'link_invalid' })
})
