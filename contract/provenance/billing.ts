// Payments and usage of a customer. Without a payment provider, reads still work and payments fail with an error.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { bytes } from '../media.ts'
import { DateTime, limit, named, nullable, oneOf, pageOf, strict } from '../wire.ts'
import { account } from './account.ts'

const PLANS = ['free', 'pro', 'enterprise'] as const
const INTERVALS = ['day', 'week', 'month', 'year'] as const
/** The codes of the payment provider, so that its reports can count them. */
const REASONS = [
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
] as const
const METERS = [
  'api_calls',
  'pinned_vendors',
  'published_pages',
  'evidence_bytes',
  'crawl_runs',
  'webhook_deliveries',
  'seats',
] as const

const Comment = t.String({ maxLength: 2_000 })
const ReturnUrl = formed('an address such as https://example.com/page', '^https?://', {
  format: 'uri',
  maxLength: 2048,
  description: 'Must be on our own origin',
})
const Minor = t.Integer({ description: 'In the smallest unit of the currency' })

export type TeamPrice = Static<typeof TeamPrice>
const TeamPrice = named(
  'TeamPrice',
  t.Object({
    configured: t.Boolean({ description: 'If false, no payment provider is configured and the other fields are null' }),
    currency: nullable(t.String()),
    unit_amount: nullable(Minor),
    interval: nullable(oneOf(INTERVALS)),
    interval_count: nullable(t.Integer()),
  }),
)

export type MeterKey = (typeof METERS)[number]
export type Usage = Static<typeof Usage>
const Usage = named(
  'Usage',
  t.Object({
    period_start: DateTime,
    period_end: DateTime,
    plan: oneOf(PLANS),
    meters: t.Array(
      t.Object({
        key: oneOf(METERS),
        label: t.String(),
        unit: t.String(),
        used: t.Integer({ description: 'Events: the total in the period. Stock such as seats: the current number' }),
        included: nullable(t.Integer({ description: 'Null if the plan sets no number' })),
        limit: nullable(t.Integer({ description: 'Null if there is no limit' })),
        overage_unit_amount: nullable(Minor),
        updated_at: nullable(DateTime),
      }),
    ),
    trial_ends_at: nullable(DateTime),
    next_reset_at: DateTime,
  }),
)

export type Invoice = Static<typeof Invoice>
const Invoice = named(
  'Invoice',
  t.Object({
    id: t.String(),
    number: nullable(t.String({ description: 'Null until it is issued' })),
    status: oneOf(['draft', 'open', 'paid', 'uncollectible', 'void']),
    currency: t.String(),
    subtotal: Minor,
    tax: Minor,
    total: Minor,
    amount_due: Minor,
    amount_paid: Minor,
    period_start: DateTime,
    period_end: DateTime,
    issued_at: nullable(DateTime),
    due_at: nullable(DateTime),
    paid_at: nullable(DateTime),
    hosted_url: nullable(t.String()),
    pdf_url: nullable(t.String()),
    lines: t.Array(
      t.Object({
        description: nullable(t.String()),
        quantity: nullable(t.Number()),
        amount: Minor,
        period_start: DateTime,
        period_end: DateTime,
      }),
      { description: 'The first ten' },
    ),
  }),
)

export type PaymentMethod = Static<typeof PaymentMethod>
const PaymentMethod = named(
  'PaymentMethod',
  t.Object({
    configured: t.Boolean({ description: 'True if a payment provider is configured' }),
    type: nullable(t.String()),
    brand: nullable(t.String()),
    last4: nullable(t.String()),
    exp_month: nullable(t.Integer()),
    exp_year: nullable(t.Integer()),
    billing_email: nullable(t.String()),
    status: oneOf(['none', 'active', 'expired']),
  }),
)

export type NewCheckout = Static<typeof NewCheckout>
const NewCheckout = named(
  'NewCheckout',
  strict({
    plan: oneOf(['pro'], { description: 'The Team plan' }),
    interval: oneOf(['month', 'year']),
    success_url: ReturnUrl,
    cancel_url: ReturnUrl,
  }),
)
export type Cancellation = Static<typeof Cancellation>
const Cancellation = named(
  'Cancellation',
  strict({
    at_period_end: t.Optional(t.Boolean({ default: true, description: 'False cancels immediately' })),
    reason: t.Optional(oneOf(REASONS)),
    comment: t.Optional(Comment),
  }),
)

const feedback = { reason_code: oneOf(REASONS), comment: Comment, would_return: nullable(t.Boolean()) }
export type NewFeedback = Static<typeof NewFeedback>
const NewFeedback = named(
  'NewBillingFeedback',
  strict({
    reason_code: feedback.reason_code,
    comment: t.Optional(feedback.comment),
    would_return: t.Optional(feedback.would_return),
  }),
)
export type Feedback = Static<typeof Feedback>
const Feedback = named('BillingFeedback', t.Object({ id: t.String(), ...feedback, created_at: DateTime }))

export const billing = {
  teamPrice: endpoint('GET /public/team-price', {
    summary: 'Get the price of the Team plan',
    auth: 'public',
    ok: TeamPrice,
    errors: ['payment_provider_failed'],
  }),
  usage: endpoint('GET /app/billing/usage', {
    summary: 'Get the usage in this calendar month (UTC)',
    auth: 'session',
    ok: Usage,
    errors: ['tenant_not_found'],
  }),
  invoices: endpoint('GET /app/billing/invoices', {
    summary: 'List invoices, newest first',
    auth: 'session',
    role: 'admin',
    query: strict({ cursor: t.Optional(t.String({ maxLength: 512 })), limit: limit(100, 20) }),
    ok: pageOf(Invoice),
    errors: ['tenant_not_found', 'invalid_cursor', 'payment_provider_failed'],
  }),
  paymentMethod: endpoint('GET /app/billing/payment-method', {
    summary: 'Get the payment method for the next invoice',
    auth: 'session',
    role: 'admin',
    ok: PaymentMethod,
    errors: ['tenant_not_found', 'payment_provider_failed'],
  }),
  setupIntent: endpoint('POST /app/billing/payment-method/setup-intent', {
    summary: 'Start setting up another payment method',
    description: 'Once the payment provider has saved the method, it is used for all invoices.',
    auth: 'session',
    role: 'admin',
    ok: t.Object({
      client_secret: t.String({ description: 'For the form of the payment provider' }),
      provider: oneOf(['stripe']),
      expires_at: nullable(DateTime),
    }),
    status: 201,
    errors: ['tenant_not_found', 'billing_not_configured', 'payment_provider_failed'],
  }),
  checkout: endpoint('POST /app/billing/checkout', {
    summary: 'Start the checkout for the Team plan',
    auth: 'session',
    role: 'admin',
    body: NewCheckout,
    ok: t.Object({ url: t.String({ description: 'The checkout page' }), expires_at: DateTime }),
    status: 201,
    errors: [
      'tenant_not_found',
      'unacceptable',
      'subscription_active',
      'billing_not_configured',
      'payment_provider_failed',
    ],
  }),
  cancel: endpoint('POST /app/billing/cancel', {
    summary: 'Cancel the subscription',
    auth: 'session',
    role: 'admin',
    body: Cancellation,
    bodyOptional: true,
    ok: account.updateMe.spec.ok,
    errors: ['tenant_not_found', 'no_subscription', 'billing_not_configured', 'payment_provider_failed'],
  }),
  feedback: endpoint('POST /app/billing/feedback', {
    summary: 'Send feedback about why you leave or stay',
    auth: 'session',
    role: 'admin',
    body: NewFeedback,
    ok: Feedback,
    status: 201,
  }),
  webhook: endpoint('POST /billing/payment/webhook', {
    summary: 'Receive events from the payment provider',
    description:
      'Signed with `Stripe-Signature` over the exact bytes, at most 5 minutes off our clock. Each event is processed once. We read the subscription from the provider again, so the order of events does not matter.',
    auth: 'signature',
    headers: { 'Stripe-Signature': 'Time and signatures of the body' },
    body: bytes(['application/json'], 'An event of the payment provider'),
    ok: t.Object({ received: t.Boolean() }),
    errors: [
      'invalid_signature',
      'malformed_json',
      'unsupported_media_type',
      'billing_not_configured',
      'payment_provider_failed',
    ],
  }),
}
