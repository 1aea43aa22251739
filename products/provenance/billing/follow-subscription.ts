// Sets the customer's plan by its subscriptions. Events arrive late, repeatedly and in any order, so after each one the
// subscriptions are read from the provider: only that state is current.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { changesOf } from '@veritrace/platform/events/changes'
import { findTenant, lockTenant, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import type { Tables } from '../tables.ts'
import type { Payments } from './payments.ts'
import { chosen, planAfter, type Standing, type Subscription, standingOf } from './rules.ts'
import { putStanding, setSubscription } from './store.ts'

export interface Reading {
  /** When it was requested. */
  at: Date
  /** Undefined if the customer has never had a subscription. */
  standing: Standing | undefined
}

export async function readSubscriptions(
  { clock }: Pick<Provenance, 'clock'>,
  payments: Payments,
  customer: string,
): Promise<Reading & { subscription: Subscription | undefined }> {
  const at = clock.now()
  const { data } = await payments.ask((stripe) => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
  const subscription: Subscription | undefined = chosen(data)
  return { at, subscription, standing: subscription && standingOf(subscription) }
}

/** Returns the updated tenant; undefined if it was deleted. */
export async function followSubscription(
  { events, clock }: Provenance,
  tx: Db<Tables>,
  caller: Caller,
  { at, standing }: Reading,
): Promise<Tenant | undefined> {
  const before = await lockTenant(tx, caller.tenant)
  if (!before || !standing || !(await putStanding(tx, before.id, standing, at))) return before
  const { subscription_status, subscription_current_period_end } = standing
  const plan = planAfter(before.plan, subscription_status)
  const fields = { plan, subscription_status, subscription_current_period_end }
  if (changesOf<typeof fields>(before, fields, fields).length === 0) return before
  await setSubscription(tx, before.id, fields, clock.now())
  const after = (await findTenant(tx, before.id))!
  await events.record(tx, caller, {
    action: 'subscription.update',
    resource: { type: 'tenant', id: after.id, label: after.display_name },
    changes: changesOf(before, after, fields),
  })
  return after
}
