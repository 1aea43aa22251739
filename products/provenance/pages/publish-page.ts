// The checks before a page goes public: an admin, the Team plan, and no open gap. They throw inside the transaction of the
// edit, so that a refused edit changes nothing.
import type { PublishReadiness } from '@veritrace/contract/provenance/pages'
import { type Caller, requireRole } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { lockTenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import type { Entitlement } from '../entitlements/rules.ts'
import { isEntitled, isRoomFor, requireEntitlement } from './entitled.ts'
import { gapsOf, isReady, newGaps, type PageFacts, readinessChecks } from './rules.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>
type Publishable = PageFacts & { id: string }

export const requirePublisher = (caller: Caller): void => requireRole(caller, 'admin')

export async function requirePublishable(deps: Deps, caller: Caller, page: Publishable): Promise<void> {
  await requireEntitlement(deps, caller, 'publish_trust_page')
  // The lock counts concurrent publications one after another.
  await lockTenant(deps.db, caller.tenant)
  const room = await isRoomFor(deps, caller, page)
  if (!room.allowed) fail('plan_limit_reached', room.reason ?? undefined)
  requireReady(page)
}

export function requireReady(page: PageFacts, gaps = gapsOf(page)): void {
  if (gaps.length === 0) return
  fail('page_not_ready', gaps.map((gap) => gap.message).join(' '), { checks: readinessChecks(page) })
}

/** A public page must not get new gaps. Gaps that it had before do not block other edits. */
export const requireStillReady = (before: PageFacts, after: PageFacts): void =>
  requireReady(after, newGaps(before, after))

/** Reports what would happen if the page were published now. */
export async function publishReadiness(deps: Deps, caller: Caller, page: Publishable): Promise<PublishReadiness> {
  const checks = readinessChecks(page)
  const plan = await isEntitled(deps, caller, 'publish_trust_page')
  const entitlement = plan.allowed ? await withRoom(deps, caller, page, plan) : plan
  return { ready: isReady(checks) && entitlement.allowed, checks, entitlement }
}

const withRoom = async (deps: Deps, caller: Caller, page: Publishable, plan: Entitlement): Promise<Entitlement> => {
  const room = await isRoomFor(deps, caller, page)
  return room.allowed ? plan : room
}
