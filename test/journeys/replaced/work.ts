// One piece of work for each kind of lease, and for what users would miss first. Each can be blocked in the middle and
// can check that it was done once.
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { caseworkSync, directorySync, ingestion, reader } from './graph-work.ts'
import { pipeline, purge } from './kept-work.ts'
import { crawl, mail, messages, planMessage } from './sent-work.ts'
import { TENANT, type Work, type World } from './world.ts'

/** Everything is queued; nothing starts before a worker does. */
export async function layOut(world: World): Promise<Work[]> {
  const { db } = world.web.platform
  const tenant = await ensureTenant(db, { id: TENANT, displayName: TENANT, plan: 'pro' })
  const caller = systemCaller(tenant.id, tenant.customer_id)
  return [
    await directorySync(world),
    caseworkSync(world),
    ...(await messages(world, caller)),
    await planMessage(world, caller),
    await pipeline(world, caller),
    await crawl(world),
    await reader(world),
    await mail(world),
    await purge(world),
    await ingestion(world, caller),
  ]
}
