// The organizations that the caller belongs to.
import type { Caller } from '@veritrace/platform/caller'
import { findTenant, listTenantsOf } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'

/** Includes the caller's tenant even if they are not a member, as with API keys and identities asserted by a proxy. */
export async function listOrgs({ db }: Pick<Provenance, 'db'>, caller: Caller) {
  const joined = caller.actor.type === 'user' ? await listTenantsOf(db, caller.actor.id) : []
  const items = joined.map(({ joined_at, ...org }) => ({
    ...org,
    name: org.name || org.id,
    current: org.id === caller.tenant,
    joined_at: joined_at.toISOString(),
  }))
  if (items.some((org) => org.current)) return { items, next: '' }
  const tenant = await findTenant(db, caller.tenant)
  const { role } = caller
  const own = tenant && { id: tenant.id, name: tenant.display_name || tenant.id, role, plan: tenant.plan }
  return { items: [...items, ...(own ? [{ ...own, current: true, joined_at: null }] : [])], next: '' }
}
