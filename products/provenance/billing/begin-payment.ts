// Where paying begins: the customer is made known to the provider, then goes there.
import type { EventType } from '@veritrace/contract/event-types'
import type { NewCheckout } from '@veritrace/contract/provenance/billing'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { findTenant, lockTenant, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import { readSubscriptions } from './follow-subscription.ts'
import { type Payments, requirePayments } from './payments.ts'
import { isOwnAddress, isRunning } from './rules.ts'
import { setPaymentCustomer } from './store.ts'
import { intervalOf } from './view.ts'

export const beginCheckout = (deps: Provenance, configured: Payments | undefined, caller: Caller, asked: NewCheckout) =>
  orOnceMore(() => openCheckout(deps, configured, caller, asked))

async function openCheckout(
  deps: Provenance,
  configured: Payments | undefined,
  caller: Caller,
  { interval, success_url, cancel_url }: NewCheckout,
) {
  for (const address of [success_url, cancel_url])
    if (!isOwnAddress(deps.publicUrl, address)) fail('unacceptable', `“${address}” is not on our own origin.`)
  const payments = requirePayments(configured)
  const price = (await payments.readTeamPrice()) ?? fail('billing_not_configured', 'The Team plan has no price.')
  if (intervalOf(price) !== interval)
    fail('unacceptable', `The Team plan is paid by the ${intervalOf(price) ?? 'piece'}, not by the ${interval}.`)
  const tenant = (await findTenant(deps.db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  if (tenant.plan === 'enterprise') fail('subscription_active', 'The plan enterprise has all of the Team plan.')
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
  const url = session.url ?? fail('payment_provider_failed', 'Stripe: a checkout session without an address.')
  const begun = { url, expires_at: new Date(session.expires_at * 1000).toISOString() }
  return remember(deps, caller, customer, 'checkout.begin', begun)
}

export const beginSetup = (deps: Provenance, configured: Payments | undefined, caller: Caller) =>
  orOnceMore(() => openSetup(deps, configured, caller))

async function openSetup(deps: Provenance, configured: Payments | undefined, caller: Caller) {
  const payments = requirePayments(configured)
  const tenant = (await findTenant(deps.db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  const { customer } = await customerAtProvider(payments, tenant)
  const intent = await payments.ask((stripe) => stripe.setupIntents.create({ customer, usage: 'off_session' }))
  const secret = intent.client_secret ?? fail('payment_provider_failed', 'Stripe: a setup intent without a secret.')
  // Setup intents do not expire at Stripe.
  const begun = { client_secret: secret, provider: 'stripe' as const, expires_at: null }
  return remember(deps, caller, customer, 'payment_method.begin', begun)
}

/**
 * The provider gives the same customer for the same key, so two first calls at once make one. It refuses a key with
 * another name than before, hence the version.
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

/** Before the customer goes to pay, we know whose payment it will be. */
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
    else if (tenant.payment_customer_id !== customer) throw new KnownMeanwhile()
    await events.record(tx, caller, { action, resource: { type: 'tenant', id: tenant.id, label: tenant.display_name } })
    return begun
  })

/** Another call has made the tenant known under another name: what is paid by anyone else we would never hear of. */
class KnownMeanwhile extends Error {}

/** The second time it is known from the start. */
async function orOnceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KnownMeanwhile)) throw error
    return work()
  }
}
