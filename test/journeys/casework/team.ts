// The members of one workspace, and their API clients.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CasePlan, casePlans, type PlanStep } from '@veritrace/contract/casework/case-plans'
import { client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import type { Server } from '../../../apps/server/start.ts'

type Role = 'viewer' | 'reviewer' | 'member'
export type Team = Awaited<ReturnType<typeof join>>

/** A workspace with people of three roles. */
export async function join(server: Server, id: string) {
  const { db, identity } = server.platform
  const tenant = await ensureTenant(db, { id, displayName: id, plan: 'pro', products: ['casework'] })
  await ensureWorkspace(db, id, 'main')
  const owner = systemCaller(tenant.id, tenant.customer_id)
  const base = `${server.url}/api/casework`
  const at = { 'x-tenant-id': id, 'x-workspace-id': 'main', 'x-context-id': `urn:tenant:${id}:ws:main:graph:default` }
  const headers = {} as Record<Role, Record<string, string>>
  for (const role of ['viewer', 'reviewer', 'member'] as const) {
    const { secret } = await identity.keys.create(owner, { name: role, role })
    headers[role] = { ...at, authorization: `Bearer ${secret}` }
  }
  const as = <R extends Resource>(role: Role, resource: R) =>
    client(resource, base, (url, init) =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers[role] } }),
    )
  return {
    as,
    get: (path: string) => fetch(base + path, { headers: headers.viewer }),
    step: async (role: Role, { case_id: caseId, id: planId }: CasePlan, body: PlanStep): Promise<CasePlan> =>
      (await as(role, casePlans).step({ params: { caseId, planId }, body })).plan,
    upload: async (project: string, filename: string, bytes: Uint8Array<ArrayBuffer> | string): Promise<void> => {
      const body = new FormData()
      body.set('file', new Blob([bytes]), filename)
      const url = `${base}/projects/${project}/evidence/upload`
      const { status } = await fetch(url, { method: 'POST', headers: headers.member, body })
      assert.equal(status, 202, filename)
    },
    /** The numbers of the streamed events, up to the first of this type. */
    follow: async (path: string, type: string): Promise<number[]> => {
      const leave = new AbortController()
      const { body } = await fetch(base + path, {
        headers: { ...headers.viewer, accept: 'text/event-stream', 'last-event-id': '0' },
        signal: leave.signal,
      })
      let text = ''
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        if (text.includes(`event: ${type}\n`)) break
      }
      leave.abort()
      return [...text.matchAll(/^id: ?(\d+)$/gm)].map(([, seq]) => Number(seq))
    },
    until: async <T>(what: string, read: () => Promise<T>, is: (found: T) => unknown): Promise<T> => {
      // Polls seldom, because each request is work for the server too.
      for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
        const found = await read()
        if (is(found)) return found
      }
      return assert.fail(`${what}: ${JSON.stringify(await read()).slice(0, 2_000)}`)
    },
  }
}
