// Cancels a subscription, and stores feedback.
import type { Customer } from '@veritrace/contract/provenance/account'
import type { Cancellation, Feedback, NewFeedback } from '@veritrace/contract/provenance/billing'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { viewCustomer } from '../entitlements/view-customer.ts'
import type { Tables } from '../tables.ts'
import { followSubscription, readSubscriptions } from './follow-subscription.ts'
import { type Payments, requirePayments } from './payments.ts'
import { isRunning } from './rules.ts'
import { insertFeedback } from './store.ts'

export async function cancelSubscription(
  deps: Provenance,
  configured: Payments | undefined,
  caller: Caller,
  { at_period_end = true, reason, comment }: Cancellation,
): Promise<Customer> {
  const payments = requirePayments(configured)
  const tenant = (await findTenant(deps.db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  const payer = tenant.payment_customer_id ?? fail('no_subscription')
  const { subscription } = await readSubscriptions(deps, payments, payer)
  if (!subscription || !isRunning(subscription)) fail('no_subscription')
  const cancellation_details = { ...(reason && { feedback: reason }), ...(comment && { comment }) }
  await payments.ask((stripe) =>
    at_period_end
      ? stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true, cancellation_details })
      : stripe.subscriptions.cancel(subscription.id, { cancellation_details }),
  )
  const reading = await readSubscriptions(deps, payments, payer)
  return transact(deps.db, async (tx) => {
    if (reason) await storeFeedback(deps, tx, caller, { reason_code: reason, ...(comment && { comment }) })
    const after = (await followSubscription(deps, tx, caller, reading)) ?? notFound('tenant', caller.tenant)
    await deps.events.record(tx, caller, {
      action: 'subscription.cancel',
      resource: { type: 'tenant', id: after.id, label: after.display_name },
      data: { at_period_end },
    })
    return viewCustomer(after)
  })
}

export const giveFeedback = (deps: Provenance, caller: Caller, given: NewFeedback): Promise<Feedback> =>
  transact(deps.db, async (tx) => {
    const feedback = await storeFeedback(deps, tx, caller, given)
    await deps.events.record(tx, caller, {
      action: 'billing_feedback.create',
      resource: { type: 'billing_feedback', id: feedback.id, label: feedback.reason_code },
    })
    return feedback
  })

async function storeFeedback(
  { clock }: Provenance,
  tx: Db<Tables>,
  caller: Caller,
  { reason_code, comment = '', would_return = null }: NewFeedback,
): Promise<Feedback> {
  const created_at = clock.now()
  const feedback = { id: newId('fb'), reason_code, comment, would_return }
  await insertFeedback(tx, { ...feedback, tenant_id: caller.tenant, given_by: caller.actor.id, created_at })
  return { ...feedback, created_at: created_at.toISOString() }
}
