// The gate before the public: an admin, the Team plan, and no open gap. Thrown inside the transaction of the
// edit, so that a refused page stays exactly as it was.
import type { PublishReadiness } from '@veritrace/contract/provenance/pages'
import { fail } from '@veritrace/platform/errors'
import { type Caller, requireRole } from '@veritrace/platform/identity/caller'
import type { Provenance } from '../deps.ts'
import { isEntitled, requireEntitlement } from './entitled.ts'
import { isReady, type PageFacts, readinessChecks } from './rules.ts'

type Asked = Pick<Provenance, 'db' | 'clock'>

export const requirePublisher = (caller: Caller): void => requireRole(caller, 'admin')

export async function requirePublishable(deps: Asked, caller: Caller, page: PageFacts): Promise<void> {
  await requireEntitlement(deps, caller, 'publish_trust_page')
  const checks = readinessChecks(page)
  const failing = checks.filter((check) => check.status === 'fail')
  if (failing.length > 0) fail('page_not_ready', failing.map((check) => check.message).join(' '), { checks })
}

/** The same verdict as a read: what would happen if the page were published now. */
export async function publishReadiness(deps: Asked, caller: Caller, page: PageFacts): Promise<PublishReadiness> {
  const checks = readinessChecks(page)
  const entitlement = await isEntitled(deps, caller, 'publish_trust_page')
  return { ready: isReady(checks) && entitlement.allowed, checks, entitlement }
}
