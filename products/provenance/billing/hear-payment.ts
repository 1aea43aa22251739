// Handles an event of the payment provider: verifies it, processes it once, and updates the plan.

import { type Caller, systemCaller, type Visitor } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import type Stripe from 'stripe'
import type { Provenance } from '../deps.ts'
import { followSubscription, readSubscriptions } from './follow-subscription.ts'
import { END_PAYMENTS, type EndPayments } from './jobs.ts'
import { type Payments, requirePayments } from './payments.ts'
import { concernsSubscription, isFromTheFuture, isRunning, mayHaveBegun } from './rules.ts'
import { findTenantOfPayer, hasPayerLeft, insertEvent, isEventKnown, isNewerHeard } from './store.ts'

const RECEIVED = { received: true }

export async function hearPayment(
  deps: Provenance,
  configured: Payments | undefined,
  visitor: Visitor,
  message: { signature: string | string[] | undefined; body: Buffer },
): Promise<typeof RECEIVED> {
  const { db, clock } = deps
  const payments = requirePayments(configured)
  const event = readEvent(payments, message, clock.now())
  // Test and live events may arrive at the same URL.
  if (event.livemode !== payments.live || (await isEventKnown(db, event.id))) return RECEIVED

  const { customer } = event.data.object as { customer?: string | { id: string } | null }
  const payer = typeof customer === 'object' ? customer?.id : customer
  const caller = payer ? await callerFor(deps, visitor, payer) : undefined
  if (payer && caller && event.type === 'setup_intent.succeeded')
    await setDefaultMethod(deps, payments, caller, payer, event)
  const reading =
    payer && caller && concernsSubscription(event.type) ? await readSubscriptions(deps, payments, payer) : undefined

  await transact(db, async (tx) => {
    const isFirst = await insertEvent(tx, {
      provider_event_id: event.id,
      tenant_id: caller?.tenant ?? null,
      type: event.type,
      created_at: new Date(event.created * 1000),
      received_at: clock.now(),
    })
    if (!isFirst) return
    if (caller && reading) await followSubscription(deps, tx, caller, reading)
    // A checkout may be paid after its tenant was deleted: end the subscription.
    if (payer && !caller && mayHaveBegun(event.type) && (await hasPayerLeft(tx, payer)))
      await deps.jobs.add(tx, END_PAYMENTS, { payer } satisfies EndPayments)
  })
  return RECEIVED
}

function readEvent(
  payments: Payments,
  { signature, body }: { signature: string | string[] | undefined; body: Buffer },
  now: Date,
): Stripe.Event {
  const secret = payments.webhookSecret ?? fail('billing_not_configured')
  if (typeof signature !== 'string') fail('invalid_signature', 'The Stripe-Signature header is missing.')
  if (isFromTheFuture(signature, now)) fail('invalid_signature', 'The timestamp is off by more than 5 minutes.')
  try {
    return payments.webhooks.constructEvent(body, signature, secret, undefined, undefined, now.getTime())
  } catch (error) {
    if (payments.isForged(error)) fail('invalid_signature')
    return fail('malformed_json', 'The body is not an event.')
  }
}

async function callerFor({ db }: Provenance, visitor: Visitor, payer: string): Promise<Caller | undefined> {
  const id = await findTenantOfPayer(db, payer)
  const tenant = id ? await findTenant(db, id) : undefined
  if (!tenant) return undefined
  const actor = { type: 'webhook' as const, id: 'stripe', label: 'Stripe' }
  return { ...systemCaller(tenant.id, tenant.customer_id), ...visitor, actor }
}

/** Sets the method on the subscription too, because that takes precedence over the customer's default. */
async function setDefaultMethod(
  deps: Provenance,
  payments: Payments,
  caller: Caller,
  payer: string,
  event: Stripe.SetupIntentSucceededEvent,
): Promise<void> {
  const { payment_method: given } = event.data.object
  const method = typeof given === 'object' ? given?.id : given
  if (!method || (await isNewerHeard(deps.db, caller.tenant, event.type, new Date(event.created * 1000)))) return
  await payments.ask((stripe) =>
    stripe.customers.update(payer, { invoice_settings: { default_payment_method: method } }),
  )
  const { subscription } = await readSubscriptions(deps, payments, payer)
  if (subscription && isRunning(subscription))
    await payments.ask((stripe) => stripe.subscriptions.update(subscription.id, { default_payment_method: method }))
}
