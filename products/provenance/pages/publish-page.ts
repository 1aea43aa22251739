// The gate before the public: an admin, the Team plan, and no open gap. Thrown inside the transaction of the
// edit, so that a refused page stays exactly as it was.
import type { PublishReadiness } from '@veritrace/contract/provenance/pages'
import { fail } from '@veritrace/platform/errors'
import { type Caller, requireRole } from '@veritrace/platform/identity/caller'
import type { Provenance } from '../deps.ts'
import type { Entitlement } from '../entitlements/rules.ts'
import { isEntitled, isRoomFor, requireEntitlement } from './entitled.ts'
import { isReady, type PageFacts, readinessChecks } from './rules.ts'

type Asked = Pick<Provenance, 'db' | 'clock'>
type Publishable = PageFacts & { id: string }

export const requirePublisher = (caller: Caller): void => requireRole(caller, 'admin')

export async function requirePublishable(deps: Asked, caller: Caller, page: Publishable): Promise<void> {
  await requireEntitlement(deps, caller, 'publish_trust_page')
  const room = await isRoomFor(deps, caller, page)
  if (!room.allowed) fail('plan_limit_reached', room.reason ?? undefined)
  const checks = readinessChecks(page)
  const failing = checks.filter((check) => check.status === 'fail')
  if (failing.length > 0) fail('page_not_ready', failing.map((check) => check.message).join(' '), { checks })
}

/** The same verdict as a read: what would happen if the page were published now. */
export async function publishReadiness(deps: Asked, caller: Caller, page: Publishable): Promise<PublishReadiness> {
  const checks = readinessChecks(page)
  const plan = await isEntitled(deps, caller, 'publish_trust_page')
  const entitlement = plan.allowed ? await withRoom(deps, caller, page, plan) : plan
  return { ready: isReady(checks) && entitlement.allowed, checks, entitlement }
}

const withRoom = async (deps: Asked, caller: Caller, page: Publishable, plan: Entitlement): Promise<Entitlement> => {
  const room = await isRoomFor(deps, caller, page)
  return room.allowed ? plan : room
}
