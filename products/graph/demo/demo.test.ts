import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { shapes } from '@veritrace/contract/graph/shapes'
import { statements } from '@veritrace/contract/graph/statements'
import { systemCaller } from '@veritrace/platform/caller'
import type { TestApp } from '@veritrace/platform/testing/app'
import { seedGraph } from '../index.ts'
import { graphApp } from '../testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

test('the demo graph is created once, and conforms to its own shapes', async () => {
  const tenant = await app.tenant()
  const caller = systemCaller(tenant.id, tenant.customer_id)
  await seedGraph(app.platform, caller)
  const headers = { 'x-tenant-id': tenant.id, 'x-workspace-id': tenant.id, 'x-context-id': 'demo' }
  const stats = () => app.client(statements, tenant, 'viewer').stats({ headers })
  const first = await stats()
  assert.ok(first.total > 300, `${first.total} statements`)

  await seedGraph(app.platform, caller)
  assert.deepEqual(await stats(), first)

  const client = app.client(shapes, tenant, 'viewer')
  const { items } = await client.list({ headers, query: {} })
  assert.deepEqual(items.map(({ name }) => name).toSorted(), ['Certificate', 'Vendor'])
  for (const { id, name } of items) {
    const address = `${app.url}/graph/validate`
    const authorization = `Bearer ${await app.key(tenant, 'viewer')}`
    const body = JSON.stringify({ shapeId: id })
    const sent = { ...headers, authorization, 'content-type': 'application/json' }
    const report = (await (await fetch(address, { method: 'POST', body, headers: sent })).json()) as {
      conforms: boolean
    }
    assert.equal(report.conforms, true, name)
  }
})
