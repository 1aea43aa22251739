// Seeds the demo: a company with a published trust page, so that a first visit shows the product and not an empty page.
import { systemCaller } from '@veritrace/platform/caller'
import { DEMO_TENANT } from '@veritrace/platform/identity/tenancy/demo-tenant'
import { insertOperator } from '@veritrace/platform/identity/tenancy/installation-store'
import { insertMember, restoreTenant } from '@veritrace/platform/identity/tenancy/store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { createUser, disableUser, findUserByEmail } from '@veritrace/platform/identity/users/users'
import type { Platform } from '@veritrace/platform/open'
import { seedColleagues } from './demo-colleagues.ts'

export const DEMO_ACCOUNT = { email: 'ada@northwind.example', password: 'evidence-first' }

/** Creates whatever is missing for the running products; a second start changes nothing. */
export async function seedDemo(platform: Platform): Promise<void> {
  const { db, clock } = platform
  // A visitor may have deleted the tenant.
  await restoreTenant(db, DEMO_TENANT, clock.now())
  const tenant = await ensureTenant(db, { id: DEMO_TENANT, displayName: 'Northwind Analytics', plan: 'pro' })
  const account = { ...DEMO_ACCOUNT, displayName: 'Ada Norling', emailVerified: true }
  const known = await findUserByEmail(db, account.email)
  // Another process that starts at the same time may have just created it.
  const user = known ?? (await createUser({ db, clock }, account).catch(() => findUserByEmail(db, account.email)))
  // A start outside demo mode may have disabled it.
  if (user!.disabledAt) await disableUser({ db }, user!.id, undefined)
  await insertMember(db, {
    tenant_id: tenant.id,
    user_id: user!.id,
    role: 'owner',
    email: DEMO_ACCOUNT.email,
    display_name: account.displayName,
    joined_at: clock.now(),
  })
  await seedColleagues(platform, tenant)
  // The demo also shows the crawls of the directory.
  await insertOperator(db, user!.id)
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), plan: 'pro' as const }
  const { products } = platform.config
  if (products.includes('provenance')) {
    const { openProvenance, seedProvenance } = await import('@veritrace/provenance')
    await seedProvenance(openProvenance(platform), caller)
  }
  if (products.includes('graph')) await (await import('@veritrace/graph')).seedGraph(platform, caller)
}
