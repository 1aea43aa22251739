// Two tenants search many vectors as often as they can, while a third has few.
import { test } from 'node:test'
import { asking, flood } from '@veritrace/platform/testing/flood'
import { keepsItsPace } from '@veritrace/platform/testing/starving'
import { graphApp } from '../testing.ts'
import { iri, searchTenant } from './testing.ts'

const DIMENSION = 256
const AT_ONCE = 24

test('while two tenants search as much as they can, a third does not wait', async (t) => {
  const app = await graphApp()

  async function tenantWith(vectors: number) {
    const one = await searchTenant(app)
    for (let from = 0; from < vectors; from += 500) {
      const some = Array.from({ length: Math.min(500, vectors - from) }, (_, i) => vectorAt(from + i))
      await one.writer.putVectors({ body: { space: 'words', vectors: some }, headers: one.at() })
    }
    return one
  }

  const third = await tenantWith(10)
  const others = [await tenantWith(2_000), await tenantWith(2_000)]
  const body = { vector: vectorAt(1).vector, space: 'words', limit: 100 }
  const floods = await Promise.all(
    others.map(async ({ at, tenant }) => {
      const headers = { ...at(), authorization: `Bearer ${await app.key(tenant, 'viewer')}` }
      const ask = asking({
        url: `${app.url}/graph/search/vector`,
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      })
      return () => flood(AT_ONCE, ask)
    }),
  )
  await keepsItsPace(t, {
    tenant: third.tenant.id,
    light: async () => void (await third.searcher.byVector({ body: { ...body, limit: 1 }, headers: third.at() })),
    heavy: () => floods.map((begin) => begin()),
  })
})

const vectorAt = (n: number) => ({
  nodeId: iri(`v${n}`),
  vector: Array.from({ length: DIMENSION }, (_, i) => Math.sin((n + 1) * (i + 1))),
})
