// A key that was created by another key, and therefore has the same owner.
import type { Role } from '@veritrace/contract/endpoint'
import type { Tenant } from '../identity/tenancy/store.ts'
import type { TestApp } from './app.ts'

/** The secret of an admin key that was created with the key of `app.client(…, role)`. */
export async function madeKey({ platform, key }: TestApp, tenant: Tenant, role: Role): Promise<string> {
  const { keys } = platform.identity
  const maker = await keys.resolve({ requestId: 'test', ip: '192.0.2.1', userAgent: '' }, await key(tenant, role))
  return (await keys.create({ ...maker, role: 'owner' }, { name: 'Made', role: 'admin' })).secret
}
