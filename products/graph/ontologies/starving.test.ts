// Two tenants score large ontologies, while a third scores a small one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ontologies } from '@veritrace/contract/graph/ontologies'
import { asking, flood } from '@veritrace/platform/testing/flood'
import { keepsItsPace } from '@veritrace/platform/testing/starving'
import { graphTenant } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'

const classes = (count: number): string =>
  `@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix : <http://e.test/#> .\n${Array.from({ length: count }, (_, n) => `:c${n} a owl:Class .`).join('\n')}`
/** Takes seconds to read, up to the limit. */
const LARGE = JSON.stringify({ turtle: classes(150_000) })
const SMALL = classes(500)

test('while two tenants score large ontologies, a third does not wait', async (t) => {
  const app = await graphApp()
  const { tenant, at } = await graphTenant(app)
  const { score } = app.client(ontologies, tenant, 'member')
  const others = await Promise.all(
    ['one', 'two'].map(async () => {
      const { tenant, at } = await graphTenant(app)
      const authorization = `Bearer ${await app.key(tenant, 'member')}`
      const headers = { ...at(), authorization, 'content-type': 'application/json' }
      return asking({ url: `${app.url}/graph/ontologies/score`, body: LARGE, headers })
    }),
  )
  await keepsItsPace(t, {
    tenant: tenant.id,
    async light() {
      const { grade } = await score({ body: { turtle: SMALL }, headers: at() })
      assert.ok(grade)
    },
    heavy: () => others.map((ask) => flood(4, ask)),
  })
})
