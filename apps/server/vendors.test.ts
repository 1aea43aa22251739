import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockFolder } from '@veritrace/platform/db/lock'
import { provenanceMigrations } from '@veritrace/provenance'
import { callCommand, makePlace } from './testing.ts'
import { vendors } from './vendors.ts'

test('the command imports valid rows and reports the others with reasons', async (t) => {
  const place = await makePlace(t, [provenanceMigrations])
  await place.use(async () => {})
  const file = join(place.dataDir, 'vendors.csv')
  writeFileSync(file, 'name,domain\nAcme,acme.example\nNowhere,\n')
  const { code, said } = await place.run('vendors', 'import', file)
  assert.equal(code, 1, said)
  assert.match(said, /^line 3: the domain is missing\.$/m)
  assert.match(said, /^1 vendor added, 0 already known, 0 sources added, 1 row skipped\./m)
})

test('the command reports that the server uses the embedded database', async (t) => {
  const { dataDir } = await makePlace(t)
  const server = await lockFolder(dataDir)
  const { code, said } = await callCommand(vendors, ['load', '--data-dir', dataDir])
  assert.equal(code, 2)
  assert.match(said, /The server is running and uses the embedded database\. Stop it/)
  await server.release()
})
