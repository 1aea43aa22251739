// The complete service under test: HTTP, credentials, database, engine. Tests that change something get separate
// workspaces.
import { newId } from '@veritrace/platform/ids'
import { contextIri } from '../scope/rules.ts'
import { graphApp } from '../testing.ts'

export interface Service {
  /** A new workspace, or the existing one with that name. */
  place(name?: string): Place
}

export interface Place {
  /** The context of every request, which is the default graph of a test. */
  readonly context: string
  /** The IRI of another context. */
  iri(name: string): string
  send(path: string, init: RequestInit): Promise<Response>
}

export async function openService(): Promise<Service> {
  const app = await graphApp()
  const tenant = await app.tenant({ plan: 'enterprise' })
  const authorization = `Bearer ${await app.key(tenant, 'member')}`
  const named = new Map<string, Place>()
  return {
    place(name) {
      const known = name === undefined ? undefined : named.get(name)
      if (known) return known
      const workspace = newId('w').toLowerCase().replace('_', '-')
      const made = app.workspace(tenant, workspace)
      const iri = (name: string) => contextIri(tenant.id, workspace, name)
      const scope = {
        authorization,
        'x-tenant-id': tenant.id,
        'x-workspace-id': workspace,
        'x-context-id': 'default',
        'x-graph-scope': 'workspace',
      }
      const place: Place = {
        context: iri('default'),
        iri,
        send: async (path, { headers, ...init }) => {
          await made
          const all = { ...scope, ...(headers as Record<string, string>) }
          return fetch(`${app.url}/graph${path}`, { ...init, headers: all })
        },
      }
      if (name !== undefined) named.set(name, place)
      return place
    },
  }
}

/** A problem document as one line; undefined for a success. */
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
