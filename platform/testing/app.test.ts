import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { openTestApp } from './app.ts'

test("files of tests are in a temporary folder, not in the developer's data folder", async (t) => {
  const product = { name: 'graph', endpoints: [], jobs: [], pages: [] } as const
  const app = await openTestApp({ product: 'graph', migrations: [] }, () => product)
  t.after(() => app.close())
  const { blobs, config } = app.platform
  await blobs.put('kept/one', Buffer.from('1'), { contentType: 'text/plain' })
  assert.equal(readdirSync(join(config.dataDir, 'blobs', 'objects', 'kept')).length, 1)
  assert.doesNotMatch(relative(tmpdir(), config.dataDir), /^\.\./)
})
