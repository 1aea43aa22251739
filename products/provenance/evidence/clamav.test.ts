import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { openMute } from '@veritrace/platform/testing/faults'
import { scanBytes } from './clamav.ts'
import { openScanner } from './testing.ts'

const bytes = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))

describe('the client of the virus scanner', () => {
  test('reads the verdict for data of many chunks, and of none', async () => {
    const scanner = await openScanner()
    try {
      assert.equal(await scanBytes(scanner.url, bytes('x'.repeat(200_000), 'clean')), null)
      assert.equal(await scanBytes(scanner.url, bytes('X5O', '--EICAR--')), 'Eicar-Test-Signature')
      assert.equal(await scanBytes(scanner.url, bytes()), null)
    } finally {
      await scanner.close()
    }
  })

  test('rejects any other answer: too large, empty or malformed', async () => {
    for (const answer of ['INSTREAM size limit exceeded. ERROR\0', '', 'stream: OKAY\0']) {
      const scanner = await openScanner({ answer })
      try {
        await assert.rejects(scanBytes(scanner.url, bytes('x')), /gave no verdict/)
      } finally {
        await scanner.close()
      }
      await assert.rejects(scanBytes(scanner.url, bytes('x')), { code: 'ECONNREFUSED' })
    }
  })

  test('times out if the daemon accepts the connection but never answers', async () => {
    const mute = await openMute()
    const began = performance.now()
    await assert.rejects(scanBytes(`tcp://127.0.0.1:${mute.port}`, bytes('x')), /The virus scanner does not answer/)
    assert.ok(performance.now() - began < 10_000)
    await mute.close()
  })
})
