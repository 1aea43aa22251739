// The service under test, whole: HTTP, credentials, database, engine. Each test has a workspace of its own.
import { newId } from '@veritrace/platform/ids'
import { openTestApp } from '@veritrace/platform/testing/app'
import { graph, graphMigrations } from '../index.ts'
import { contextIri } from '../scope/rules.ts'

export interface Service {
  /** An empty workspace. */
  place(): Place
  close(): Promise<void>
}

export interface Place {
  /** Of the context that every request is made in; it stands for the default graph of a test. */
  readonly context: string
  /** The IRI of another context. */
  iri(name: string): string
  send(path: string, init: RequestInit): Promise<Response>
}

export async function openService(): Promise<Service> {
  const app = await openTestApp({ product: 'graph', migrations: [graphMigrations] }, graph)
  const tenant = await app.tenant({ plan: 'enterprise' })
  const authorization = `Bearer ${await app.key(tenant, 'member')}`
  return {
    place() {
      const workspace = newId('w').toLowerCase().replace('_', '-')
      const iri = (name: string) => contextIri(tenant.id, workspace, name)
      const scope = {
        authorization,
        'x-tenant-id': tenant.id,
        'x-workspace-id': workspace,
        'x-context-id': 'default',
        'x-graph-scope': 'workspace',
      }
      return {
        context: iri('default'),
        iri,
        send: (path, { headers, ...init }) =>
          fetch(`${app.url}/graph${path}`, { ...init, headers: { ...scope, ...(headers as Record<string, string>) } }),
      }
    },
    close: app.close,
  }
}

/** A problem document in one line; undefined for a success. */
export async function refusalOf(response: Response): Promise<string | undefined> {
  if (response.ok) return undefined
  const { code, detail } = (await response.json()) as { code: string; detail: string }
  return `${response.status} ${code}: ${detail}`
}

export const post = (body: string, type: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': type, ...headers },
})
