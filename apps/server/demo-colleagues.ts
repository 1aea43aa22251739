// Two colleagues in the demo, without accounts, so the removal dialog has something to show. Both are viewers: with another
// reviewer around, visitors could no longer approve what they wrote themselves.
import { systemCaller } from '@veritrace/platform/caller'
import { insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { Platform } from '@veritrace/platform/open'

const COLLEAGUES = [
  { user_id: 'usr_demo_ben', role: 'viewer', email: 'ben@northwind.example', display_name: 'Ben Ilves' },
  { user_id: 'usr_demo_cleo', role: 'viewer', email: 'cleo@northwind.example', display_name: 'Cleo Park' },
] as const

/** Adds the colleagues that are missing, for example because a visitor removed them. */
export async function seedColleagues({ db, clock, identity }: Platform, tenant: Tenant): Promise<void> {
  for (const { user_id, ...about } of COLLEAGUES) {
    const added = await insertMember(db, { tenant_id: tenant.id, user_id, ...about, joined_at: clock.now() })
    if (!added || user_id !== 'usr_demo_ben') continue
    // As if he had once been an admin: his keys are now limited by his role.
    const ben = {
      ...systemCaller(tenant.id, tenant.customer_id),
      actor: { type: 'user' as const, id: user_id, label: about.display_name },
    }
    const limits = { role: 'member', scopes: ['provenance:write'] } as const
    const outer = await identity.keys.create(ben, { name: 'Nightly evidence upload', ...limits })
    await identity.keys.create(
      { ...ben, actor: { type: 'api_key', id: outer.id, label: outer.name } },
      { name: 'Upload, staging', ...limits },
    )
  }
}
