// A tenant with a catalog, for tests.

import type { Role } from '@veritrace/contract/endpoint'
import { catalog } from '@veritrace/contract/graph/catalog'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphTenant } from '../statements/testing.ts'

export async function catalogTenant(app: TestApp) {
  const { tenant, at, as: statements, iri } = await graphTenant(app)
  return {
    tenant,
    at,
    iri,
    statements,
    as: (role: Role = 'member') => app.client(catalog, tenant, role),
    /** Sends a request that the typed client does not support. */
    ask: async (path: string, headers: Record<string, string>) =>
      fetch(`${app.url}/graph${path}`, {
        headers: { ...headers, authorization: `Bearer ${await app.key(tenant, 'viewer')}` },
      }),
  }
}
