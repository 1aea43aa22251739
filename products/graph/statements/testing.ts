// A tenant with its graph, for tests.
import assert from 'node:assert/strict'
import { ApiError } from '@veritrace/contract/client'

import type { Role } from '@veritrace/contract/endpoint'
import { statements } from '@veritrace/contract/graph/statements'
import type { TestApp } from '@veritrace/platform/testing/app'

/** A new tenant. `as` creates a client; `at` creates the headers of a context in its own or another workspace. */
export async function graphTenant(app: TestApp) {
  const tenant = await app.tenant()
  const at = (context = 'facts', more: { workspace?: string; wide?: boolean } = {}): Record<string, string> => ({
    'x-tenant-id': tenant.id,
    'x-workspace-id': more.workspace ?? tenant.id,
    'x-context-id': context,
    ...(more.wide && { 'x-graph-scope': 'workspace' }),
  })
  return {
    tenant,
    at,
    as: (role: Role = 'member') => app.client(statements, tenant, role),
    iri: (context: string, workspace = tenant.id) => `urn:tenant:${tenant.id}:ws:${workspace}:graph:${context}`,
  }
}

export const fact = (name: string | number, object = 'x') => ({
  subject: `http://e.test/${name}`,
  predicate: 'http://e.test/says',
  object,
  objectType: 'literal' as const,
})

/** For `assert.rejects`: expects this error. */
export const refused = (status: number, code: string) => (error: unknown) => {
  assert.ok(error instanceof ApiError, String(error))
  assert.deepEqual([error.status, error.code], [status, code], error.message)
  return true
}
