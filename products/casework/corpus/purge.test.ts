// Purging a tenant deletes its own lists and leaves the shared ones.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import { purgeTenants } from '@veritrace/platform/identity/tenancy/purge'
import { markTenantDeleted } from '@veritrace/platform/identity/tenancy/store'
import { sql } from 'kysely'
import type { Casework } from '../deps.ts'
import { spaceOf } from '../model/space.ts'
import { type CaseworkApp, openCaseworkApp, openTestDeps, ownCorpus } from '../testing.ts'
import { importFile } from './import-file.ts'

const MONTH_MS = 31 * 24 * 3_600_000
const clock = fakeClock(new Date('2026-03-01T10:00:00Z'))
let app: CaseworkApp
let beside: Awaited<ReturnType<typeof openTestDeps>>
let deps: Casework
before(async () => {
  const corpusSpace = ownCorpus()
  app = await openCaseworkApp({ clock, corpusSpace })
  beside = await openTestDeps(app, corpusSpace)
  deps = beside.deps
})
after(async () => {
  await app.close()
  await beside.close()
})

const LIST = JSON.stringify({ facts: [{ type: 'TABL', key: 'ZOWN', state: 'released' }] })

/** Imports the same bytes for everyone: no copy may depend on another space's copy. */
function bring(space: string) {
  const pack = deps.packs.builtIn().find(({ ref }) => ref.id === 'clean-core')!
  const source = { ...pack.sources.find(({ id }) => id === 'sap-pce-2022-1')!, importer: 'facts-json' }
  return importFile(deps, {
    space,
    pack: pack.ref.id,
    source,
    bytes: Buffer.from(LIST),
    uri: 'urn:upload:1',
    asOf: null,
  })
}
const factsOf = async (id: string) =>
  (await sql`select 1 from casework.facts where entry_id = ${id}`.execute(deps.db)).rows.length

test("a workspace's own list is purged with its tenant, and other copies stay", async () => {
  const [leaves, stays] = [await app.tenant(), await app.tenant()]
  const gone = await bring(spaceOf({ tenant: leaves.id, workspace: 'main' }))
  const left = [await bring(deps.corpusSpace), await bring(spaceOf({ tenant: stays.id, workspace: 'main' }))]
  await markTenantDeleted(deps.db, leaves.id, clock.now())
  clock.advance(MONTH_MS)
  await purgeTenants({ ...app.platform, clock })
  assert.deepEqual([await factsOf(gone.id), await deps.blobs.head(gone.blob_key!)], [0, undefined])
  for (const entry of left) {
    assert.equal(await factsOf(entry.id), 1)
    assert.ok(await deps.blobs.head(entry.blob_key!))
  }
})
