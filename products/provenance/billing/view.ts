// Converts the provider's objects to the types of the contract.
import type { Invoice, PaymentMethod, TeamPrice } from '@veritrace/contract/provenance/billing'
import type Stripe from 'stripe'

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString()
const momentOrNull = (seconds: number | null | undefined): string | null => (seconds ? moment(seconds) : null)

export const viewPrice = (price: Stripe.Price | undefined): TeamPrice => ({
  configured: price !== undefined,
  currency: price?.currency ?? null,
  unit_amount: price?.unit_amount ?? null,
  interval: intervalOf(price),
  interval_count: price?.recurring?.interval_count ?? null,
})

const INTERVALS = ['day', 'week', 'month', 'year'] as const
export const intervalOf = (price: Stripe.Price | undefined): TeamPrice['interval'] =>
  INTERVALS.find((interval) => interval === price?.recurring?.interval) ?? null

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

export const viewInvoice = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  status: STATUSES.find((status) => status === invoice.status) ?? 'draft',
  currency: invoice.currency,
  subtotal: invoice.subtotal,
  tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
  total: invoice.total,
  amount_due: invoice.amount_due,
  amount_paid: invoice.amount_paid,
  period_start: moment(invoice.period_start),
  period_end: moment(invoice.period_end),
  issued_at: momentOrNull(invoice.status_transitions.finalized_at),
  due_at: momentOrNull(invoice.due_date),
  paid_at: momentOrNull(invoice.status_transitions.paid_at),
  hosted_url: invoice.hosted_invoice_url ?? null,
  pdf_url: invoice.invoice_pdf ?? null,
  lines: invoice.lines.data.slice(0, 10).map((line) => ({
    description: line.description,
    quantity: line.quantity,
    amount: line.amount,
    period_start: moment(line.period.start),
    period_end: moment(line.period.end),
  })),
})

export const viewMethod = (
  configured: boolean,
  billingEmail: string | null,
  method: Stripe.PaymentMethod | undefined,
  now: Date,
): PaymentMethod => {
  const card = method?.card
  return {
    configured,
    type: method?.type ?? null,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? method?.sepa_debit?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    billing_email: billingEmail,
    status: method ? (card && isOver(card, now) ? 'expired' : 'active') : 'none',
  }
}

/** A card is valid through the end of its month. */
const isOver = (card: { exp_year: number; exp_month: number }, now: Date): boolean =>
  now.getTime() >= Date.UTC(card.exp_year, card.exp_month, 1)
