// A workspace that uploads evidence, for tests. Tests run the parse jobs themselves.
import { type EvidenceItem, evidence } from '@veritrace/contract/casework/evidence'
import { projects } from '@veritrace/contract/casework/projects'
import type { CaseworkApp } from '../testing.ts'
import { PARSE, type ParseOrder } from './parse-job.ts'

type Role = 'viewer' | 'reviewer' | 'member' | 'admin'

export async function evidenceTenant(app: CaseworkApp) {
  const tenant = await app.tenant()
  const at = (workspace = 'main') => ({
    'x-tenant-id': tenant.id,
    'x-workspace-id': workspace,
    'x-context-id': `urn:tenant:${tenant.id}:ws:${workspace}:graph:default`,
  })
  const post = async (
    projectId: string,
    body: string | FormData,
    more: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(`${app.url}/api/casework/projects/${projectId}/evidence/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await app.key(tenant, 'member')}`, ...at(), ...more },
      body,
    })
  const evidenceApi = (role: Role = 'member') => app.client(evidence, tenant, role)
  const run = (id: string, reading = 1): Promise<void> => {
    const order: ParseOrder = { tenant: tenant.id, workspace: 'main', id, reading }
    return app.work(PARSE, order)
  }
  return {
    tenant,
    at,
    post,
    projects: (role: Role = 'member') => app.client(projects, tenant, role),
    evidence: evidenceApi,
    run,
    /** Uploads a file as a form, like a browser. */
    send: async (
      projectId: string,
      filename: string,
      bytes: Uint8Array<ArrayBuffer> | string,
      fields: Record<string, string> = {},
    ) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new Blob([bytes]), filename)
      const response = await post(projectId, form)
      return { status: response.status, item: (await response.json()) as EvidenceItem & { code?: string } }
    },
    /** Uploads a file as JSON and parses it immediately. */
    read: async (projectId: string, filename: string, text: string, fields: Record<string, unknown> = {}) => {
      const body = JSON.stringify({ filename, text, ...fields })
      const response = await post(projectId, body, { 'content-type': 'application/json' })
      const { id } = (await response.json()) as EvidenceItem
      await run(id)
      return evidenceApi().get({ params: { id: projectId, evidenceId: id }, headers: at() })
    },
  }
}
