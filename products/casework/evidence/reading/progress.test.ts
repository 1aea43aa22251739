// Progress of a parse, and what happens when the caller cancels it or a thread runs out of memory.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { loadBuiltIn } from '../../packs/built-in.ts'
import { readVocabulary } from '../../packs/vocabulary.ts'
import { makeArchive, makeSources } from '../source/testing.ts'
import type { Progress } from './messages.ts'
import { openEvidenceReaders } from './readers.ts'

test('the parse of an archive reports its progress, and ends when the caller cancels it', async (t) => {
  const [pack] = await loadBuiltIn()
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-test-'))
  const path = join(folder, 'a.zip')
  writeFileSync(path, makeArchive(makeSources(40)))
  const readers = openEvidenceReaders({ log: openLog('silent') })
  t.after(async () => {
    await readers.close()
    rmSync(folder, { recursive: true })
  })
  const vocabulary = readVocabulary(pack!.importers)
  const asked = { path, filename: 'a.zip', kind: 'abapgit_zip', vocabulary, pseudonymKey: null } as const
  const reported: Progress[] = []
  const parsed = await readers.parse({ ...asked, mapping: undefined }, { tenant: 'a' }, (one) => reported.push(one))
  assert.equal(parsed.content.objects.length, 40)
  assert.ok(reported.length > 0 && reported.every(({ done, total }) => done <= total && total === 80))
  assert.deepEqual(
    reported,
    reported.toSorted((a, b) => a.done - b.done),
  )
  const left = new AbortController()
  const leaving = readers.parse({ ...asked, mapping: undefined }, { tenant: 'a', signal: left.signal }, () =>
    left.abort(),
  )
  await assert.rejects(leaving, { code: 'unavailable' })
})

test('an archive that exceeds the memory of a small thread is parsed by the large one', async (t) => {
  const [pack] = await loadBuiltIn()
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-test-'))
  const path = join(folder, 'a.zip')
  writeFileSync(path, makeArchive(makeSources(5)))
  const vocabulary = readVocabulary(pack!.importers)
  const asked = { path, filename: 'a.zip', kind: 'abapgit_zip', vocabulary, pseudonymKey: null } as const
  const log = openLog('silent')
  const one = openEvidenceReaders({ log, memoryMb: 6 })
  const none = openEvidenceReaders({ log, memoryMb: 6, largeMb: 6 })
  t.after(async () => {
    await Promise.all([one.close(), none.close()])
    rmSync(folder, { recursive: true })
  })
  const { content } = await one.parse({ ...asked, mapping: undefined }, { tenant: 'a' })
  assert.equal(content.objects.length, 5)
  await assert.rejects(none.parse({ ...asked, mapping: undefined }, { tenant: 'a' }), { name: 'Unreadable' })
})
