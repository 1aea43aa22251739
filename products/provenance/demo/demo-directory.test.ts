// The invented vendors get the addresses of their sites, once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { type KyselyPlugin, UpdateQueryNode } from 'kysely'
import { DEMO_VENDORS } from '../demo-web/vendors.ts'
import { provenance, provenanceMigrations } from '../index.ts'
import { openDemoDirectory } from './demo-directory.ts'
import { insertDemoVendors, listDemoVendors } from './demo-store.ts'

let app: TestApp

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations] }, provenance)
})
after(() => app.close())

/** The ports of all sites after a start, and the number of updates. */
async function start(): Promise<{ ports: string[]; updates: number }> {
  let updates = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (UpdateQueryNode.is(node)) updates++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = app.platform.db.withPlugin(counting)
  const directory = await openDemoDirectory({ ...app.platform, db })
  await directory.close()
  const homes = (await listDemoVendors(app.platform.db)).map(({ website_url }) => new URL(website_url).port)
  return { ports: [...new Set(homes)], updates }
}

test('the first start sets the addresses of vendors without a site, and the next start changes nothing', async (t) => {
  t.after(() => app.platform.db.deleteFrom('provenance.vendors').where('origin', '=', 'demo').execute())
  const listed = DEMO_VENDORS.slice(0, 3).map((vendor) => ({ ...vendor, website_url: `http://${vendor.domain}/` }))
  await insertDemoVendors(app.platform.db, listed, new Date())
  const first = await start()
  assert.equal(first.updates, 3)
  assert.equal(first.ports.length, 1)
  assert.match(first.ports[0]!, /^\d+$/)
  assert.deepEqual(await start(), { ports: first.ports, updates: 0 })
})
