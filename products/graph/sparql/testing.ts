// A server with a SPARQL endpoint, and requests like those of standard clients, for tests.
import assert from 'node:assert/strict'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp, openGraphApp } from '../testing.ts'

export type Tenant = Awaited<ReturnType<TestApp['tenant']>>

export interface Sent {
  method?: string
  body?: string | URLSearchParams | Uint8Array<ArrayBuffer>
  role?: 'viewer' | 'member'
  workspace?: string
  context?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Uses the shared test server, or a separate one if settings are given. */
export async function openSparqlApp(env?: Record<string, string>) {
  const app = await (env ? openGraphApp({ env }) : graphApp())

  /** Sends a request to /graph as a user of the tenant. By default in a context of the tenant's own workspace. */
  async function send(tenant: Tenant, path: string, sent: Sent = {}): Promise<Response> {
    const { role = 'member', workspace = tenant.id, context = 'main', headers, ...init } = sent
    return fetch(`${app.url}/graph${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${await app.key(tenant, role)}`,
        'x-tenant-id': tenant.id,
        'x-workspace-id': workspace,
        'x-context-id': context,
        ...headers,
      },
    })
  }

  const post =
    (path: string, type: string) =>
    (tenant: Tenant, body: string, sent: Sent = {}) => {
      const headers = { 'content-type': type, ...sent.headers }
      return send(tenant, path, { method: 'POST', body, ...sent, headers })
    }

  return {
    app,
    tenant: app.tenant,
    send,
    ask: post('/sparql', 'application/sparql-query'),
    update: post('/sparql/update', 'application/sparql-update'),
    close: async () => {
      if (env) await app.close()
    },
  }
}

export type SparqlApp = Awaited<ReturnType<typeof openSparqlApp>>

interface Rows {
  results: { bindings: Record<string, { type: string; value: string }>[] }
}

/** The values of a variable, sorted. */
export async function values(response: Response, name: string): Promise<string[]> {
  assert.equal(response.status, 200, await response.clone().text())
  const { results } = (await response.json()) as Rows
  return results.bindings.map((row) => row[name]!.value).toSorted()
}

/** The status and code of a problem document. */
export async function problem(response: Response): Promise<[number, string]> {
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, await response.clone().text())
  return [response.status, ((await response.json()) as { code: string }).code]
}
