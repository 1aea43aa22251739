// Checks what the plan allows: the plan in the caller's token, or the customer's trial.
import type { NewPage } from '@veritrace/contract/provenance/pages'
import { type Caller, planFor } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { type Entitlement, entitlement, type Feature, limitOf } from '../entitlements/rules.ts'
import { paidFields } from './rules.ts'
import { countOtherPublished, findCustomer } from './store.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>

export async function isEntitled({ db, clock }: Deps, caller: Caller, feature: Feature): Promise<Entitlement> {
  const customer = await findCustomer(db, caller.tenant)
  const plan = planFor(caller, 'provenance')
  return entitlement(feature, { plan, trial_ends_at: customer?.trial_ends_at ?? null }, clock.now())
}

export async function requireEntitlement(deps: Deps, caller: Caller, feature: Feature): Promise<void> {
  const { allowed, reason } = await isEntitled(deps, caller, feature)
  if (!allowed) fail('team_plan_required', reason ?? undefined)
}

/** Whether the plan allows one more public page. */
export async function isRoomFor({ db }: Deps, caller: Caller, page: { id: string }): Promise<Entitlement> {
  const limit = limitOf('publish_trust_page', { plan: planFor(caller, 'provenance'), trial_ends_at: null })
  if (limit === null || (await countOtherPublished(db, caller.tenant, page.id)) < limit)
    return { allowed: true, reason: null }
  return {
    allowed: false,
    reason: `The plan allows ${limit === 1 ? 'one published page' : `${limit} published pages`}.`,
  }
}

export async function requirePaidFields(deps: Deps, caller: Caller, fields: Partial<NewPage>): Promise<void> {
  for (const feature of paidFields(fields)) await requireEntitlement(deps, caller, feature)
}
