// Starts a checkout or a payment setup: creates the customer at the provider if necessary, then returns where to pay.
import type { EventType } from '@veritrace/contract/event-types'
import type { NewCheckout } from '@veritrace/contract/provenance/billing'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { findTenant, lockTenant, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import { readSubscriptions } from './follow-subscription.ts'
import { type Payments, requirePayments } from './payments.ts'
import { isOwnAddress, isRunning } from './rules.ts'
import { setPaymentCustomer } from './store.ts'
import { intervalOf } from './view.ts'

export const beginCheckout = (deps: Provenance, configured: Payments | undefined, caller: Caller, asked: NewCheckout) =>
  retryOnce(() => openCheckout(deps, configured, caller, asked))

async function openCheckout(
  deps: Provenance,
  configured: Payments | undefined,
  caller: Caller,
  { interval, success_url, cancel_url }: NewCheckout,
) {
  for (const address of [success_url, cancel_url])
    if (!isOwnAddress(deps.publicUrl, address)) fail('unacceptable', `“${address}” is not on this server.`)
  const payments = requirePayments(configured)
  const price = (await payments.readTeamPrice()) ?? fail('billing_not_configured', 'The Team plan has no price.')
  if (intervalOf(price) !== interval)
    fail('unacceptable', `The Team plan is billed per ${intervalOf(price) ?? 'unit'}, not per ${interval}.`)
  const tenant = (await findTenant(deps.db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  if (tenant.plan === 'enterprise') fail('subscription_active', 'The Enterprise plan includes the Team plan.')
  const { customer, isNew } = await customerAtProvider(payments, tenant)
  const { subscription } = isNew ? {} : await readSubscriptions(deps, payments, customer)
  if (subscription && isRunning(subscription)) fail('subscription_active')
  const session = await payments.ask((stripe) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: tenant.id,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: new URL(success_url).href,
      cancel_url: new URL(cancel_url).href,
    }),
  )
  const url = session.url ?? fail('payment_provider_failed', 'Stripe returned a checkout session without a URL.')
  const begun = { url, expires_at: new Date(session.expires_at * 1000).toISOString() }
  return remember(deps, caller, customer, 'checkout.begin', begun)
}

export const beginSetup = (deps: Provenance, configured: Payments | undefined, caller: Caller) =>
  retryOnce(() => openSetup(deps, configured, caller))

async function openSetup(deps: Provenance, configured: Payments | undefined, caller: Caller) {
  const payments = requirePayments(configured)
  const tenant = (await findTenant(deps.db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  const { customer } = await customerAtProvider(payments, tenant)
  const intent = await payments.ask((stripe) => stripe.setupIntents.create({ customer, usage: 'off_session' }))
  const secret =
    intent.client_secret ?? fail('payment_provider_failed', 'Stripe returned a setup intent without a secret.')
  // Setup intents do not expire at Stripe.
  const begun = { client_secret: secret, provider: 'stripe' as const, expires_at: null }
  return remember(deps, caller, customer, 'payment_method.begin', begun)
}

/**
 * The idempotency key makes concurrent first calls create one customer. It contains the version, because the provider
 * rejects a key that is reused with another name.
 */
async function customerAtProvider(payments: Payments, tenant: Tenant): Promise<{ customer: string; isNew: boolean }> {
  if (tenant.payment_customer_id) return { customer: tenant.payment_customer_id, isNew: false }
  const { id } = await payments.ask((stripe) =>
    stripe.customers.create(
      { name: tenant.display_name, metadata: { tenant_id: tenant.id, customer_id: tenant.customer_id } },
      { idempotencyKey: `customer-${tenant.id}-${tenant.version}` },
    ),
  )
  return { customer: id, isNew: true }
}

/** Stores the provider's customer id before the customer pays, so that the payment can be assigned. */
const remember = <T>(
  { db, events, clock }: Provenance,
  caller: Caller,
  customer: string,
  action: EventType,
  begun: T,
) =>
  transact(db, async (tx): Promise<T> => {
    const tenant = (await lockTenant(tx, caller.tenant)) ?? notFound('tenant', caller.tenant)
    if (!tenant.payment_customer_id) await setPaymentCustomer(tx, tenant.id, customer, clock.now())
    else if (tenant.payment_customer_id !== customer) throw new OtherCustomerStored()
    await events.record(tx, caller, { action, resource: { type: 'tenant', id: tenant.id, label: tenant.display_name } })
    return begun
  })

/** A concurrent call stored another customer id. Payments of this one could not be assigned, so it must not be used. */
class OtherCustomerStored extends Error {}

/** The second attempt finds the stored customer id. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OtherCustomerStored)) throw error
    return work()
  }
}
