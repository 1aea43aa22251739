// A signed-in owner of a tenant, for operations that are for people only.
import { findMembership, insertMember } from '@veritrace/platform/identity/tenancy/store'
import type { Server } from '../../apps/server/start.ts'

export const memberOf = (tenant: string): string => `usr_${tenant}`

/** Also creates them. */
export async function sessionHeaders(
  { db, identity }: Server['platform'],
  tenant: string,
): Promise<Record<string, string>> {
  const person = { id: memberOf(tenant), email: `${tenant}@example.com`, displayName: tenant }
  const row = {
    tenant_id: tenant,
    user_id: person.id,
    email: person.email,
    display_name: tenant,
    joined_at: new Date(),
  }
  await insertMember(db, { ...row, role: 'owner' })
  const membership = (await findMembership(db, person.id, tenant))!
  const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }
  const how = { authMethod: 'oidc', amr: [], tokens: {} } as const
  const { secret } = await identity.sessions.start(visitor, person, membership, how)
  const scope = { 'x-tenant-id': tenant, 'x-workspace-id': tenant, 'x-context-id': 'default' }
  return { ...scope, cookie: `veritrace_session=${secret}`, 'x-csrf': '1' }
}
