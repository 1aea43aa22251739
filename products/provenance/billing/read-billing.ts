// What a customer can see: usage, invoices and the payment method. Works without a configured provider too.
import type { Invoice, PaymentMethod, Usage } from '@veritrace/contract/provenance/billing'
import { type Caller, planFor } from '@veritrace/platform/caller'
import { iso } from '@veritrace/platform/clock'
import { AppError, fail, isAppError, notFound } from '@veritrace/platform/errors'
import { findTenant, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import type Stripe from 'stripe'
import type { Provenance } from '../deps.ts'
import type { Payments } from './payments.ts'
import { meters, periodOf } from './rules.ts'
import { measure } from './store.ts'
import { viewInvoice, viewMethod } from './view.ts'

export async function readUsage({ db, clock, meter }: Provenance, caller: Caller): Promise<Usage> {
  const tenant = (await findTenant(db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  const now = clock.now()
  const { start, end } = periodOf(now)
  // The plan of the call, because limits are enforced by it.
  const plan = planFor(caller, 'provenance')
  await meter.flush()
  return {
    period_start: start.toISOString(),
    period_end: end.toISOString(),
    plan,
    meters: meters(await measure(db, tenant.id, { start, end }), { plan, trial_ends_at: tenant.trial_ends_at }, now),
    trial_ends_at: iso(tenant.trial_ends_at),
    next_reset_at: end.toISOString(),
  }
}

export async function listInvoices(
  { db }: Provenance,
  payments: Payments | undefined,
  caller: Caller,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: Invoice[]; next: string }> {
  if (cursor && !/^in_\w{1,250}$/.test(cursor)) fail('invalid_cursor')
  const { payment_customer_id: customer } = (await findTenant(db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  if (!payments || !customer) return { items: [], next: '' }
  const page = await payments
    .ask((stripe) => stripe.invoices.list({ customer, limit, ...(cursor && { starting_after: cursor }) }))
    .catch((error) => {
      // The provider does not know the invoice in the cursor.
      if (cursor && isAppError(error) && error.extras.provider_code === 'resource_missing')
        throw new AppError('invalid_cursor')
      throw error
    })
  return { items: page.data.map(viewInvoice), next: page.has_more ? (page.data.at(-1)?.id ?? '') : '' }
}

export async function readPaymentMethod(
  { db, clock }: Provenance,
  payments: Payments | undefined,
  caller: Caller,
): Promise<PaymentMethod> {
  const tenant = (await findTenant(db, caller.tenant)) ?? notFound('tenant', caller.tenant)
  const found = payments && (await findMethod(payments, tenant))
  return viewMethod(payments !== undefined, found?.email ?? tenant.support_email, found?.method, clock.now())
}

/** The default method for invoices, otherwise the newest one. */
async function findMethod(payments: Payments, { payment_customer_id: id }: Tenant) {
  if (!id) return undefined
  const expand = ['invoice_settings.default_payment_method']
  const customer = await payments.ask((stripe) => stripe.customers.retrieve(id, { expand }))
  if (customer.deleted) return undefined
  const standard = customer.invoice_settings.default_payment_method
  const method =
    standard && typeof standard === 'object'
      ? standard
      : (await payments.ask((stripe) => stripe.customers.listPaymentMethods(id, { limit: 1 }))).data[0]
  return { email: customer.email, method: method as Stripe.PaymentMethod | undefined }
}
