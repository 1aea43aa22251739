// Large documents are extracted in threads, and extractions that take too long are canceled.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { acme } from '../../extract/testing.ts'
import { openExtractors } from './pool.ts'
import { readTogether } from './together.ts'

const log = openLog('silent')
const extractors = openExtractors({ log })
after(() => extractors.close())
const BY = { tenant: 'one' }

const page = (length: number): Buffer =>
  Buffer.from(
    `<h1>Security</h1><p>Acme is SOC 2 Type II certified.</p><p>${'Words and words. '.repeat(length / 17)}</p>`,
  )

test('a large page in a thread gives the same result as a small one in this thread', async () => {
  const [small, large] = await Promise.all(
    [page(100), page(300_000)].map((bytes) => extractors.extract(bytes, 'text/html', acme('security'), BY)),
  )
  assert.ok(small!.claims.length > 0)
  assert.deepEqual(
    large!.claims.map(({ value, state }) => [value, state]),
    small!.claims.map(({ value, state }) => [value, state]),
  )
})

test('concurrent small pages each get their own result', async () => {
  const names = Array.from({ length: 60 }, (_, number) => `Page ${number}`)
  const read = await Promise.all(
    names.map((name) =>
      extractors.extract(Buffer.from(`<h1>${name}</h1><p>Words.</p>`), 'text/html', acme('security'), BY),
    ),
  )
  assert.deepEqual(
    read.map(({ text }) => text),
    names.map((name) => `${name}\nWords.`),
  )
})

test('a caller that may wait is never refused, and any other is refused when the queue is full', async () => {
  const busy = openExtractors({ log, maxWaiting: 0 })
  const pages = [...Array.from({ length: 60 }, () => page(100)), ...Array.from({ length: 4 }, () => page(100_000))]
  const read = (bytes: Buffer, options = {}) =>
    busy.extract(bytes, 'text/html', acme('security'), { ...BY, ...options })
  const all = await Promise.all(pages.map((bytes) => read(bytes, { mayWait: true })))
  assert.ok(all.every(({ claims }) => claims.length > 0))
  await assert.rejects(read(page(100)), { name: 'ReadersBusy' })
  await assert.rejects(read(page(100_000)), { name: 'ReadersBusy' })
  await busy.close()
})

test('if a thread fails on several pages, each is retried alone and only the bad one fails', async () => {
  const document = (name: string) => ({
    bytes: Buffer.from(name),
    contentType: 'text/plain',
    context: acme('security'),
  })
  const read = readTogether({
    pool: { run: () => Promise.reject(new Error('The thread broke.')), close: async () => {} },
    maxWaiting: 3,
    busy: () => new Error('Too many.'),
    alone: async ({ bytes }) => {
      if (bytes.toString() === 'bad') throw new Error('Too hard.')
      return { broken: bytes.toString() }
    },
  })
  const ends = await Promise.allSettled(
    ['first', 'good', 'bad', 'fine', 'late'].map((name) => read(document(name), BY)),
  )
  assert.deepEqual(
    ends.map((end) => (end.status === 'rejected' ? end.reason.message : end.value)),
    ['The thread broke.', { broken: 'good' }, 'Too hard.', { broken: 'fine' }, 'Too many.'],
  )
})

test('a document that takes too long fails, and the next one is extracted', async () => {
  const hasty = openExtractors({ log, limitMs: 1 })
  await assert.rejects(hasty.extract(page(900_000), 'text/html', acme('security'), BY), { name: 'DocumentTooHard' })
  await hasty.close()
  await assert.rejects(extractors.extract(Buffer.from('%PDF-nonsense'), 'application/pdf', acme('security'), BY), {
    name: 'DocumentTooHard',
  })
  assert.ok((await extractors.extract(page(100_000), 'text/html', acme('security'), BY)).claims.length > 0)
})
